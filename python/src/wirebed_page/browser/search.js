// The search: cases, types, libraries, reasons, claims and more, by their names and by words about them.

import { block, unique } from "wirebed/lib/data.js";
import { a, p } from "wirebed/lib/dom.js";
import { filtered, hasWords } from "wirebed/lib/filters.js";
import { column, orNone, table } from "wirebed/lib/table.js";

export async function show(parts, query) {
  const data = await block("search");
  if (data === null || parts.length) return null;
  const all = data.map(([what, name, words, link]) => ({ what, name, words, link }));
  const choices = [
    ["text", "Words"],
    ["what", "Among", unique(all.map(({ what }) => what)).map((what) => [what, `${what}s`])],
  ];
  const content = [
    p(
      "Each has a link to where the page shows it. A case opens the worst of its cells, a reason a cell or a step for " +
        "which it is given, and a kind the two languages between which most formats lose it.",
    ),
    filtered(choices, query, (now) => listed(all, now), "words"),
  ];
  return { title: "Search", content };
}

function listed(all, { text, what }) {
  const words = (text ?? "").trim();
  const having = all.filter((one) => (!what || one.what === what) && hasWords(`${one.name} ${one.words}`, words));
  // What is called so comes before what speaks of it.
  const [called, others] = [true, false].map((is) => having.filter(({ name }) => hasWords(name, words) === is));
  const found = [...called, ...others];
  const columns = [
    column("name", ({ name }) => name, ({ name, link }) => a(link, name)),
    column("what", ({ what }) => what),
    column("about", ({ words }) => words),
  ];
  return orNone(found, "result", () => table(columns, found, { caption: "What was found" }));
}

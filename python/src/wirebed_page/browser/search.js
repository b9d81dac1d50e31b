// The search: cases, steps, libraries, bugs and claims by their names and by words about them.

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
    p("Each has a link to where the page shows it. A case opens the worst of its cells."),
    filtered(choices, query, (now) => listed(all, now), "words"),
  ];
  return { title: "Search", content };
}

function listed(all, { text, what }) {
  const found = all.filter((one) =>
    (!what || one.what === what) && hasWords(`${one.name} ${one.words}`, (text ?? "").trim())
  );
  const columns = [
    column("name", ({ name }) => name, ({ name, link }) => a(link, name)),
    column("what", ({ what }) => what),
    column("about", ({ words }) => words),
  ];
  return orNone(found, "result", () => table(columns, found, { caption: "What was found" }));
}

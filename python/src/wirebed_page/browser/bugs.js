// The bugs of libraries that cells show: a row for each, with a cell that shows it.

import { link } from "wirebed/lib/address.js";
import { block } from "wirebed/lib/data.js";
import { a, h, p } from "wirebed/lib/dom.js";
import { filtered } from "wirebed/lib/filters.js";
import { column, numbers, orNone, table } from "wirebed/lib/table.js";

export async function show(parts, query) {
  const data = await block("bugs");
  if (data === null || parts.length) return null;
  const content = [
    p(
      "What happens between writers and readers by a bug of a library, with the codecs that all of its cells have. " +
        "The number of cells opens one of them, with the command that repeats it.",
    ),
    filtered([["text", "Library, or words of the bug"]], query, (now) => listed(data, now), "words"),
  ];
  return { title: "Bugs of libraries", content };
}

function listed(data, { text }) {
  const wanted = (text ?? "").trim().toLowerCase();
  const words = ({ codecs, entry, states, reason }) => [...codecs, entry, states, reason].join(" ").toLowerCase();
  const shown = data.filter((bug) => words(bug).includes(wanted));
  return orNone(shown, "bug", () => table(columns(), shown, { caption: "Bugs of libraries" }));
}

function columns() {
  return [
    column(
      "codec, format and version",
      ({ codecs }) => codecs.join(" "),
      ({ codecs }) => codecs.map((name) => h("div", name)),
    ),
    column("what happens", ({ states }) => states),
    column("why", ({ reason }) => reason),
    column("authority", ({ authority }) => authority),
    numbers("cells", ({ cells }) => cells, ({ cell, cells }) => a(link(["interop", ...cell]), String(cells))),
  ];
}

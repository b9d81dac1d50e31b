// The limits of readers: how deep, long and many they read, format by format.

import { block } from "wirebed/lib/data.js";
import { h, p } from "wirebed/lib/dom.js";
import { facts, plainTable } from "wirebed/lib/table.js";

export async function show(parts) {
  const data = await block("limits");
  if (data === null || parts.length) return null;
  const content = [
    p("The largest size of each kind that a reader reads, as ", h("code", "make limits"), " has pinned it."),
    p(data.legend),
    data.formats.map(({ name, heads, rows }) => [
      h("h2", name),
      plainTable(name, ["reader", ...heads], rows, { caption: `The limits of the readers of ${name}` }),
    ]),
    h("h2", "Kinds"),
    facts("What a size counts", data.kinds),
  ];
  return { title: "Limits", content };
}

// What readers make of damaged goldens: how often they refuse, and how often they see another value in silence.

import { block } from "wirebed/lib/data.js";
import { h, p } from "wirebed/lib/dom.js";
import { facts, plainTable } from "wirebed/lib/table.js";

export async function show(parts) {
  const data = await block("silence");
  if (data === null || parts.length) return null;
  const content = [
    p("Each golden is damaged at each of its bytes, and ", h("code", "make sweep"), " has pinned what comes of it."),
    p(data.legend),
    data.formats.map(({ name, heads, rows }) => [
      h("h2", name),
      plainTable(name, ["reader", ...heads], rows, { caption: `Readings of damaged ${name}` }),
    ]),
    h("h2", "Damage"),
    facts("What is done to a golden at each byte", data.ways),
  ];
  return { title: "Damaged bytes", content };
}

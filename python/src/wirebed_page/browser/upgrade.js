// An upgrade: its findings, the most harmful first, and what rolling it out and back would lose.

import { block } from "wirebed/lib/data.js";
import { code, folded, h, p } from "wirebed/lib/dom.js";
import { plainTable } from "wirebed/lib/table.js";

// The findings of one kind that are open at first.
const OPEN = 5;

export async function show(parts) {
  const data = await block("upgrade");
  if (data === null || parts.length) return null;
  const content = [
    p(
      `Both versions ran beside each other, ${data.started.slice(0, 16).replace("T", " ")}, commit `,
      data.commit.slice(0, 12),
      ".",
    ),
    data.summary.map((sentence) => p(sentence)),
    plainTable("Roll-out by format", data.columns, data.formats, { caption: "What the roll-out loses, by format" }),
    data.kinds.map(({ head, findings }) => [
      h("h2", head),
      findings.map((finding, at) => h("details", { open: at < OPEN }, shown(finding, data))),
    ]),
    data.beside.map(({ head, lines }) => [h("h2", head), h("ul", lines.map((line) => h("li", line)))]),
    h("h2", "Versions"),
    plainTable("Versions", ["codec", "before", "now"], data.versions, { caption: "The codecs that were asked" }),
  ];
  return { title: `Upgrade: ${data.old} → ${data.new}`, content };
}

function shown({ head, cell, rows, repeat }, { old, new: now }) {
  const lines = rows.map(([what, before, after]) => [what, folded(before), folded(after)]);
  return [
    h("summary", head),
    plainTable(head, ["what", old, now], lines, { kind: "finding", caption: cell }),
    p(code(repeat)),
  ];
}

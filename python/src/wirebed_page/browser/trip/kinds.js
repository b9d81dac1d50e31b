// Two languages: what became of each kind of value in each format.

import { link } from "wirebed/lib/address.js";
import { add } from "wirebed/lib/data.js";
import { a, code, h, p } from "wirebed/lib/dom.js";
import { EXACT, legend, square } from "wirebed/lib/signs.js";
import { plainTable } from "wirebed/lib/table.js";
import { cellAddress, item, title } from "wirebed/trip/trip.js";

const MOST = 2; // readings of a square, beside the exact ones
const LONGEST = 24; // characters of a reading

export function show(data, findings, [writes, reads]) {
  const squares = data.squares[writes]?.[reads];
  const items = Object.keys(findings).map((format) => item([writes, reads, format], findings[format]));
  const byKind = squares && [
    h("h2", "By kind of value"),
    p(
      "Each square has the share of its cells that is read exactly, and the most harmful sign in the corner, but for " +
        "refusals by code of this bed. Below stands what was read instead of what the row says, which opens a cell, and then " +
        "the best and the worst pair of a writer and a reader. A failure counts for all that the message holds, but where " +
        "the field was tried alone, its own cell counts. A format opens all readings and the findings in words.",
    ),
    legend(),
    table(data, squares, [writes, reads]),
  ];
  const content = [p(a(link(["trip"]), "All languages")), h("h2", "In words"), h("ul.formats", items), byKind];
  return { title: `${title(writes, reads)}: what survives the trip`, content };
}

function table(data, squares, parts) {
  const formats = Object.keys(squares);
  const of = Object.fromEntries(
    formats.map((format) => [format, new Map(squares[format].map(([kind, , ...of]) => [kind, of]))]),
  );
  const rows = data.kinds.map((kind, number) => [
    [kind.name, written(kind)],
    ...formats.map((format) => squareOf(data, format, of[format].get(number))),
  ]).filter((_, number) => formats.some((format) => of[format].has(number)));
  const heads = ["kind of value", ...formats.map((format) => a(link(["trip", ...parts, format]), format))];
  return plainTable("Kinds of value and formats", heads, rows, { kind: "trip" });
}

// What the cases hold there.
export function written({ written }) {
  return written.length > 0 && h("div.written", [...new Set(written)].map((text) => code(cut(text))));
}

function squareOf(data, format, [pairs, readings] = []) {
  if (!readings) return square();
  const counts = readings.reduce((counts, [sign, , , cells]) => add(counts, sign, cells.length / 3), new Map());
  // What was read, or how it failed, with its first cells: readings that differ in their entries alone are one here.
  const others = new Map();
  for (const [sign, read, , cells] of readings) {
    const text = isValue(sign) ? `→ ${cut(read)}` : `${sign} ${read.split(" ")[0]}`;
    if (sign !== EXACT && !others.has(text)) others.set(text, cells);
  }
  const shown = [...others].slice(0, MOST);
  return square(
    counts,
    null,
    shown.map(([text, cells]) => h("div", a(cellAddress(data, format, cells), text))),
    others.size > MOST && h("div", `and ${others.size - MOST} more`),
    h("details.pairs", h("summary", "best, worst"), h("div", pairs)),
  );
}

// Whether a value was read in the cells of this sign, which is another one than was written.
export function isValue(sign) {
  return sign === "≠" || sign === "≈";
}

function cut(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

// Two languages: what became of each kind of value in each format.

import { h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { legend, mark, SIGNS, style, worst } from "wirebed/signs.js";
import { cellLink, EXACT, item, title } from "wirebed/trip.js";

const MOST = 2; // readings of a square, beside the exact ones
const LONGEST = 24; // characters of a reading

export function show(data, told, [writes, reads]) {
  const squares = data.squares[writes]?.[reads];
  const formats = Object.keys(told);
  return {
    title: `${title(writes, reads)}: what survives the trip`,
    content: [
      h("p", {}, h("a", { href: link(["trip"]) }, "All languages")),
      h("h2", {}, "In words"),
      h("ul", { class: "formats" }, formats.map((one) => item([writes, reads, one], told[one]))),
      squares && [
        h("h2", {}, "By kind of value"),
        h(
          "p",
          {},
          "Each square has the worst of its cells and counts them all; below stands what was read instead of what the row " +
            "says, which opens a cell. A format opens all readings and the findings in words.",
        ),
        legend(),
        table(data, squares, [writes, reads]),
      ],
    ],
  };
}

function table(data, squares, parts) {
  const formats = Object.keys(squares);
  const of = new Map(
    formats.map((format) => [format, new Map(squares[format].map(([kind, , readings]) => [kind, readings]))]),
  );
  const kinds = data.kinds.map((_, kind) => kind).filter((kind) => formats.some((format) => of.get(format).has(kind)));
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "Kinds of value and formats" },
    h(
      "table",
      { class: "trip" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "kind of value"),
          formats.map((one) => h("th", { scope: "col" }, h("a", { href: link(["trip", ...parts, one]) }, one))),
        ),
      ),
      h(
        "tbody",
        {},
        kinds.map((kind) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, data.kinds[kind].name, written(data.kinds[kind])),
            formats.map((format) => square(data, format, of.get(format).get(kind))),
          )
        ),
      ),
    ),
  );
}

// What the cases hold there.
export function written({ written }) {
  return written.length > 0 &&
    h("div", { class: "written" }, [...new Set(written)].map((text) => h("code", {}, cut(text))));
}

function square(data, format, readings) {
  if (!readings) return h("td", { class: "empty" });
  const counts = tally(readings);
  const others = merged(readings);
  return h(
    "td",
    { class: style(worst(counts)) },
    mark(worst(counts)),
    ` ${numbers(counts)}`,
    others.slice(0, MOST).map(([text, cells]) => h("div", {}, h("a", { href: cellLink(data, format, cells) }, text))),
    others.length > MOST && h("div", {}, `and ${others.length - MOST} more`),
  );
}

// Sign -> number of cells.
export function tally(readings) {
  const counts = new Map();
  for (const [sign, , , cells] of readings) counts.set(sign, (counts.get(sign) ?? 0) + cells.length / 3);
  return counts;
}

// `9≠ 6✗`, a number alone where all are exact.
function numbers(counts) {
  if (counts.size === 1 && counts.has(EXACT)) return String(counts.get(EXACT));
  return SIGNS.filter(({ sign }) => counts.has(sign)).map(({ sign }) => `${counts.get(sign)}${sign}`).join(" ");
}

// What was read, or how it failed, with the cells of the first: readings that differ in their entries alone are one here.
function merged(readings) {
  const found = new Map();
  for (const [sign, read, , cells] of readings) {
    if (sign === EXACT) continue;
    const text = short(sign, read);
    if (!found.has(text)) found.set(text, cells);
  }
  return [...found];
}

// `→ -1` of what was read; `✗ rejected` of `rejected at parse (typed, by the library)`.
function short(sign, read) {
  return isValue(sign) ? `→ ${cut(read)}` : `${sign} ${read.split(" ")[0]}`;
}

// Whether a value was read in the cells of this sign, which is another one than was written.
export function isValue(sign) {
  return sign === "≠" || sign === "≈";
}

function cut(text) {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

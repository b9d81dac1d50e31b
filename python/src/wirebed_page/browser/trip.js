// What survives the trip: from which language to which, and from there to the formats, the kinds of value and the words.

import { block } from "wirebed/data.js";
import { count, h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import * as pair from "wirebed/trip_pair.js";
import * as words from "wirebed/trip_words.js";

export const ALL = "all";
export const EXACT = "=";

// `parts`: the writing and the reading language, and a format.
export async function show([writes, reads, format], query) {
  const [data, told] = [await block("trip"), await block("trip-words")];
  if (data === null) return null;
  if (!writes) return { title: "What survives the trip", content: start(data, told) };
  const known = data.squares[writes]?.[reads] ?? told[writes]?.[reads];
  if (!known || (format && !known[format] && !told[writes]?.[reads]?.[format])) return null;
  return format
    ? await words.show(data, told, [writes, reads, format], query)
    : pair.show(data, told[writes]?.[reads] ?? {}, [writes, reads]);
}

// `Java to Python`.
export function title(writes, reads) {
  return writes === ALL ? "All languages" : `${writes[0].toUpperCase()}${writes.slice(1)} to ${reads}`;
}

// The address of the cell that begins at a place of a list of triples: case, writer, reader.
export function cellLink(data, format, numbers, at = 0) {
  const [name, writer, reader] = [data.cases[numbers[at]], data.codecs[numbers[at + 1]], data.codecs[numbers[at + 2]]];
  return link(["interop", format, writer, reader, name]);
}

function start(data, told) {
  return [
    h(
      "p",
      {},
      "A row writes, a column reads. A square opens the kinds of value, such as uint64 of 2^63 and more, with what is " +
        "read instead in each format, and the findings: what is not read exactly, a sentence for each entry that says so.",
    ),
    languages(data, told),
    h("h2", {}, "In words, by format"),
    h("p", {}, "The findings of all languages together."),
    h("ul", {}, Object.entries(told[ALL]?.[ALL] ?? {}).map(([format, ones]) => item([ALL, ALL, format], ones))),
  ];
}

export function item(parts, ones) {
  return h("li", {}, h("a", { href: link(["trip", ...parts]) }, parts.at(-1)), `: ${count(ones.length, "finding")}`);
}

function languages(data, told) {
  const writing = [...new Set([...Object.keys(data.squares), ...Object.keys(told)])].filter((one) => one !== ALL);
  const reading = [...new Set(writing.flatMap((one) => Object.keys({ ...data.squares[one], ...told[one] })))].sort();
  const square = (writes, reads) => {
    const [kinds, ones] = [data.squares[writes]?.[reads], told[writes]?.[reads]];
    if (!kinds && !ones) return h("td", { class: "empty" });
    const number = Object.values(ones ?? {}).reduce((sum, one) => sum + one.length, 0);
    return h(
      "td",
      {},
      h("a", { href: link(["trip", writes, reads]) }, title(writes, reads)),
      kinds && h("div", {}, everywhere(kinds)),
      h("div", {}, count(number, "finding")),
    );
  };
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "Languages that write and read" },
    h(
      "table",
      {},
      h(
        "caption",
        {},
        "Kinds of value that arrive exactly in every format that both languages have, with the writer and the reader " +
          "that lose least",
      ),
      h(
        "thead",
        {},
        h("tr", {}, h("th", { scope: "col" }, "writes \\ reads"), reading.map((one) => h("th", { scope: "col" }, one))),
      ),
      h(
        "tbody",
        {},
        writing.sort(givenLast).map((writes) =>
          h("tr", {}, h("th", { scope: "row" }, writes), reading.map((reads) => square(writes, reads)))
        ),
      ),
    ),
  );
}

// Languages begin with a capital; what no program wrote does not.
function givenLast(one, other) {
  return (one[0] > "Z") - (other[0] > "Z") || one.localeCompare(other, "en");
}

// `22 of 41 kinds exact in 9 formats`.
function everywhere(formats) {
  const worst = new Map();
  for (const square of Object.values(formats)) {
    for (const [number, best] of square) worst.set(number, (worst.get(number) ?? true) && best === EXACT);
  }
  const exact = [...worst.values()].filter(Boolean).length;
  return `${exact} of ${count(worst.size, "kind")} exact in ${count(Object.keys(formats).length, "format")}`;
}

// What survives the trip: from which language to which, and from there to the formats, the kinds of value and the words.

import { link } from "wirebed/lib/address.js";
import { block, unique } from "wirebed/lib/data.js";
import { a, count, h, p } from "wirebed/lib/dom.js";
import { EXACT } from "wirebed/lib/signs.js";
import { plainTable } from "wirebed/lib/table.js";
import * as findings from "wirebed/trip/findings.js";
import * as kinds from "wirebed/trip/kinds.js";

export const ALL = "all";

// `parts`: the writing and the reading language, and a format.
export async function show([writes, reads, format], query) {
  const [data, words] = [await block("trip"), await block("trip-words")];
  if (data === null) return null;
  if (!writes) return { title: "What survives the trip", content: start(data, words) };
  const known = { ...data.squares[writes]?.[reads], ...words[writes]?.[reads] };
  if (format) return known[format] ? await findings.show(data, words, [writes, reads, format], query) : null;
  return Object.keys(known).length ? kinds.show(data, words[writes]?.[reads] ?? {}, [writes, reads]) : null;
}

// `Java to Python`.
export function title(writes, reads) {
  return writes === ALL ? "All languages" : `${writes[0].toUpperCase()}${writes.slice(1)} to ${reads}`;
}

// The address of the cell that begins at a place of a list of triples: case, writer, reader.
export function cellAddress(data, format, numbers, at = 0) {
  const [name, writer, reader] = [data.cases[numbers[at]], data.codecs[numbers[at + 1]], data.codecs[numbers[at + 2]]];
  return link(["interop", format, writer, reader, name]);
}

function start(data, words) {
  return [
    p(
      "A row writes, a column reads. A square opens the kinds of value, such as uint64 of 2^63 and more, with what is " +
        "read instead in each format, and the findings: what is not read exactly, a sentence for each entry that says so.",
    ),
    languages(data, words),
    h("h2", "In words, by format"),
    p("The findings of all languages together."),
    h("ul", Object.entries(words[ALL]?.[ALL] ?? {}).map(([format, all]) => item([ALL, ALL, format], all))),
  ];
}

export function item(parts, findings) {
  return h("li", a(link(["trip", ...parts]), parts.at(-1)), `: ${count(findings.length, "finding")}`);
}

function languages(data, words) {
  const writing = unique([...Object.keys(data.squares), ...Object.keys(words)]).filter((one) => one !== ALL);
  const reading = unique(writing.flatMap((one) => Object.keys({ ...data.squares[one], ...words[one] }))).sort();
  const square = (writes, reads) => {
    const [kinds, findings] = [data.squares[writes]?.[reads], words[writes]?.[reads]];
    if (!kinds && !findings) return h("td.empty");
    const number = Object.values(findings ?? {}).reduce((sum, some) => sum + some.length, 0);
    const opens = a(link(["trip", writes, reads]), title(writes, reads));
    return [opens, kinds && h("div", everywhere(kinds)), h("div", count(number, "finding"))];
  };
  const rows = writing.sort(givenLast).map((writes) => [writes, ...reading.map((reads) => square(writes, reads))]);
  const caption =
    "Kinds of value that arrive exactly in every format that both languages have, for each kind between the writer " +
    "and the reader that lose least";
  return plainTable("Languages that write and read", ["writes \\ reads", ...reading], rows, { caption });
}

// Languages begin with a capital; what no program wrote does not.
function givenLast(one, other) {
  return (one[0] > "Z") - (other[0] > "Z") || one.localeCompare(other, "en");
}

// `22 of 41 kinds exact in 9 formats`.
function everywhere(formats) {
  const isExact = new Map();
  for (const [kind, best] of Object.values(formats).flat()) {
    isExact.set(kind, (isExact.get(kind) ?? true) && best === EXACT);
  }
  const exact = [...isExact.values()].filter(Boolean).length;
  return `${exact} of ${count(isExact.size, "kind")} exact in ${count(Object.keys(formats).length, "format")}`;
}

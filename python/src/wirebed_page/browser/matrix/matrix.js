// Interop: a matrix of writers and readers for each format, and the way from there to a pair and to a cell.

import { link } from "wirebed/lib/address.js";
import { cells } from "wirebed/lib/cells.js";
import { add, unique } from "wirebed/lib/data.js";
import { a, h, p } from "wirebed/lib/dom.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { legend, options, square } from "wirebed/lib/signs.js";
import { orNone, plainTable } from "wirebed/lib/table.js";
import * as pair from "wirebed/matrix/pair.js";

const NONE = "none"; // the format of the codecs without bytes

export async function show(parts, query) {
  const run = await cells("interop");
  if (run === null) return null;
  if (parts.length) return await pair.show(run, parts, query);
  const intro = p(
    "A row writes, a column reads. Each square has the share of its cases that is read exactly, and it opens the cases. " +
      "The corner has the sign that is the most harmful, but for refusals by code of this bed: a crash before a value that " +
      "is changed in silence, that before a failure, and a failure before what is unsupported. ",
    a(link(["odd"]), "What only one codec does"),
  );
  const choices = [
    ["format", "Format", run.data.formats],
    ["writer", "Written in", run.languages],
    ["reader", "Read in", run.languages],
    ["message", "Message", unique(run.messages).sort()],
    ["sign", "Outcome", options()],
    ["kind", "Bytes", pair.KINDS.slice(1), pair.KINDS[0][1]],
  ];
  return { title: "Interop", content: [intro, legend(), filtered(choices, query, (now) => matrices(run, now))] };
}

function matrices(run, query) {
  // The bytes that were written in this run count, unless the query says otherwise.
  const chosen = { ...query, kind: query.kind || pair.KINDS[0][0] };
  const tables = tally(run, chosen);
  const formats = run.data.formats.filter((format) => tables.has(format));
  const alone = formats.filter((format) => format !== NONE && isOfOneLanguage(run, format));
  const shared = formats.filter((format) => format !== NONE && !alone.includes(format));
  const shown = (some) => some.map((format) => matrix(run, format, tables.get(format), chosen));
  // What one language alone has is folded away, unless it is all that there is.
  const folded = alone.length > 0 && h(
    "details",
    { open: !shared.length },
    h("summary", `Formats of one language: ${alone.join(", ")}`),
    shown(alone),
  );
  const last = shown(formats.filter((format) => format === NONE));
  return orNone(formats, "cell", () => [shown(shared), folded, last]);
}

function isOfOneLanguage(run, format) {
  const codecs = Object.values(run.data.codecs).filter((codec) => codec.format === format);
  return new Set(codecs.map(({ language }) => language)).size === 1;
}

// Format -> writer -> reader -> sign -> number of cells.
function tally(run, query) {
  const tables = new Map();
  for (const row of run.rows({ format: query.format })) {
    const [sign, writer] = [run.sign(row), run.at("writer", row)];
    const of = { kind: run.kind(row), message: run.message(row), sign, writer: run.language(writer) };
    if (!matches(query, of)) continue;
    const readers = run.readers(row).filter((reader) => matches(query, { reader: run.language(reader) }));
    if (!readers.length) continue;
    const counts = inner(inner(tables, run.at("format", row)), writer);
    for (const reader of readers) add(inner(counts, reader), sign);
  }
  return tables;
}

function inner(map, key) {
  if (!map.has(key)) map.set(key, new Map());
  return map.get(key);
}

function matrix(run, format, table, { message, sign, kind }) {
  const readers = unique([...table.values()].flatMap((row) => [...row.keys()])).sort();
  const name = (codec) => run.data.codecs[codec]?.name ?? codec;
  const address = (writer, reader) => link(["interop", format, writer, reader], { message, sign, kind });
  const rows = [...table].map(([writer, counts]) => [
    name(writer),
    ...readers.map((reader) => square(counts.get(reader), address(writer, reader))),
  ]);
  const heads = ["writer \\ reader", ...readers.map(name)];
  return h(
    "section",
    h("h2", { id: `format-${format}` }, format),
    plainTable(`${format}: writers and readers`, heads, rows, { kind: "matrix" }),
  );
}

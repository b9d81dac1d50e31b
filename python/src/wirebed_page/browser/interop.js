// Interop: a matrix of writers and readers for each format, and the way from there to a pair and to a cell.

import { cells } from "wirebed/cells.js";
import { count, h, replace } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import { kind, KINDS, takes } from "wirebed/listed.js";
import * as pair from "wirebed/pair.js";
import { link } from "wirebed/route.js";
import { legend, mark, SIGNS, style, worst } from "wirebed/signs.js";

export async function show(parts, query) {
  const run = await cells("interop");
  if (run === null) return null;
  if (parts.length) return await pair.show(run, parts, query);
  const place = h("div");
  const fill = (chosen) => replace(place, matrices(run, chosen));
  fill(query);
  return { title: "Interop", content: [intro(), filters(choices(run), query, fill), legend(), place] };
}

function intro() {
  return h(
    "p",
    {},
    "A row writes, a column reads. Each square has the worst of its cases and counts them all; it opens the cases. ",
    h("a", { href: link(["odd"]) }, "What only one codec does"),
  );
}

function choices(run) {
  const languages = [...new Set(Object.values(run.data.codecs).map((codec) => codec.language))];
  return [
    ["format", "Format", run.data.formats],
    ["writer", "Written in", languages],
    ["reader", "Read in", languages],
    ["message", "Message", [...new Set(run.messages)].sort()],
    ["sign", "Outcome", SIGNS.map(({ sign, words }) => [sign, `${sign} ${words}`])],
    ["kind", "Bytes", KINDS.slice(1), KINDS[0][1]],
  ];
}

function matrices(run, query) {
  const tables = tally(run, query);
  const shown = run.data.formats.filter((format) => tables.has(format));
  if (!shown.length) return h("p", {}, "No cell matches these filters.");
  return shown.map((format) => matrix(run, format, tables.get(format), query));
}

// Which bytes are counted: those written in this run, unless the query says otherwise.
function kindOf(query) {
  return query.kind || KINDS[0][0];
}

// Format -> writer -> reader -> sign -> number of cells.
function tally(run, query) {
  const found = new Map();
  const wanted = kindOf(query);
  for (const row of run.rows({ format: query.format })) {
    if (kind(run, row) !== wanted || !takes(run, row, query)) continue;
    const { sign } = run.detail(row);
    const table = inner(found, run.at("format", row));
    const writer = run.at("writer", row);
    for (const reader of run.readers(row)) {
      if (query.reader && run.data.codecs[reader]?.language !== query.reader) continue;
      const counts = inner(inner(table, writer), reader);
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    }
  }
  return found;
}

function inner(map, key) {
  if (!map.has(key)) map.set(key, new Map());
  return map.get(key);
}

function matrix(run, format, table, query) {
  const readers = [...new Set([...table.values()].flatMap((row) => [...row.keys()]))].sort();
  const name = (codec) => run.data.codecs[codec]?.name ?? codec;
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "writer \\ reader"),
    readers.map((one) => h("th", { scope: "col" }, name(one))),
  );
  const rows = [...table].map(([writer, counts]) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name(writer)),
      readers.map((reader) => square(format, writer, reader, counts.get(reader), query)),
    )
  );
  return h(
    "section",
    {},
    h("h2", { id: `format-${format}` }, format),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": `${format}: writers and readers` },
      h("table", { class: "matrix" }, h("thead", {}, head), h("tbody", {}, rows)),
    ),
  );
}

function square(format, writer, reader, counts, query) {
  if (!counts) return h("td", { class: "empty" });
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const text = counts.size === 1 && counts.has("=")
    ? `${total}`
    : SIGNS.filter(({ sign }) => counts.has(sign)).map(({ sign }) => `${counts.get(sign)}${sign}`).join(" ");
  const { message, sign } = query;
  return h(
    "td",
    { class: style(worst(counts)) },
    h(
      "a",
      {
        href: link(["interop", format, writer, reader], { message, sign, kind: kindOf(query) }),
        title: count(total, "cell"),
      },
      mark(worst(counts)),
      ` ${text}`,
    ),
  );
}

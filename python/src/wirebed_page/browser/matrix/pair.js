// One writer and one reader of a format: what was written now, then goldens and given bytes, each the worst first.

import * as cell from "wirebed/cell/cell.js";
import { link } from "wirebed/lib/address.js";
import { add, unique } from "wirebed/lib/data.js";
import { a, count, h, p } from "wirebed/lib/dom.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { whole } from "wirebed/lib/figures.js";
import { inOrder, mark, options, rank } from "wirebed/lib/signs.js";
import { column, numbers, orNone, table } from "wirebed/lib/table.js";

export const KINDS = [["now", "written in this run"], ["given", "goldens, vectors and given bytes"]];
// What the list can be filtered by; the links to its cells keep it.
const FILTERS = ["message", "sign", "case", "kind"];

function filterOf(query) {
  return Object.fromEntries(FILTERS.map((name) => [name, query[name]]));
}

// `parts`: format, writer, reader, and for one cell its case and, of a golden, the source.
export async function show(run, parts, query) {
  const [format, writer, reader, ...rest] = parts;
  const all = run.rows({ format, writer }).filter((row) => run.readers(row).includes(reader));
  if (!all.length) return null;
  if (rest.length) return await cellOf(run, parts, query, all);
  const kept = filterOf(query);
  const entries = await entriesOf(run, all);
  const choices = [
    ["message", "Message", unique(all.map((row) => run.message(row))).sort()],
    ["sign", "Outcome", options((sign) => all.some((row) => run.sign(row) === sign))],
    new Set(all.map((row) => run.kind(row))).size > 1 && ["kind", "Bytes", KINDS],
    ["case", "Case"],
  ];
  const content = [
    p(a(link(["interop"], { ...kept, format }), `All pairs of ${format}`)),
    filtered(
      choices,
      query,
      (now) => orNone(listed(run, all, now), "cell", (rows) => lists(run, rows, parts, entries, now)),
    ),
  ];
  return { title: `${format}: ${run.name(writer)} to ${run.name(reader)}`, content };
}

function listed(run, rows, query) {
  const text = query.case?.toLowerCase() ?? "";
  return rows
    .filter((row) =>
      matches(query, { message: run.message(row), sign: run.sign(row), kind: run.kind(row) }) &&
      run.at("case", row).toLowerCase().includes(text)
    )
    .toSorted((one, other) =>
      (run.kind(one) === "given") - (run.kind(other) === "given") || rank(run.sign(other)) - rank(run.sign(one))
    );
}

// The number of an entry -> its name.
async function entriesOf(run, rows) {
  const numbers = unique(rows.flatMap((row) => run.detail(row).entries ?? []));
  const entries = await run.entries(numbers);
  return new Map(numbers.map((number, at) => [number, entries[at].name]));
}

function lists(run, rows, parts, entries, query) {
  return KINDS.map(([kind, words]) => {
    const some = rows.filter((row) => run.kind(row) === kind);
    return some.length > 0 && [
      h("h2", `${count(some.length, "cell")}: ${words}`),
      counts(run, some, parts, query),
      table(columns(run, parts, entries, query), some, { caption: `cases: ${words}`, by: 1, down: true }),
    ];
  });
}

// How many cells have each sign; each opens these alone.
function counts(run, rows, parts, query) {
  const tally = rows.reduce((counts, row) => add(counts, run.sign(row)), new Map());
  const items = inOrder(tally).map(([sign, number, words]) =>
    h("li", a(link(["interop", ...parts], { ...query, sign }), mark(sign), ` ${number}`), ` ${words}`)
  );
  return h("ul.legend", items);
}

function columns(run, [, , reader], entries, query) {
  const kept = filterOf(query);
  const name = (row) => run.at("case", row);
  const source = (row) => run.at("source", row) && h("span.quiet", ` ${run.at("source", row).split("/").at(-1)}`);
  const size = (row) => run.columns.size[row];
  return [
    column("case", name, (row) => [a(run.address(row, reader, kept), name(row)), source(row)]),
    numbers("sign", (row) => rank(run.sign(row)), (row) => run.mark(row)),
    column("what happened", (row) => run.detail(row).happened),
    column("pinned by", (row) => (run.detail(row).entries ?? []).map((number) => entries.get(number)).join(", ")),
    numbers("bytes", size, (row) => size(row) < 0 ? "–" : whole(size(row))),
  ];
}

// A cell, with the way to the list of the pair, and to the cells before and after it there.
async function cellOf(run, parts, query, all) {
  const [format, writer, reader, name, source] = parts;
  const row = all.find((one) => run.at("case", one) === name && run.at("source", one) === source);
  if (row === undefined) return null;
  const kept = filterOf(query);
  const list = listed(run, all, kept);
  const at = list.indexOf(row);
  const step = (words, other) =>
    other !== undefined &&
    a(run.address(other, reader, kept), `${words}: ${run.at("case", other)}${run.golden(other)}`);
  const place = at >= 0 ? `: ${at + 1} of ${list.length}` : "";
  const way = [
    a(link(["interop"], { format }), `All pairs of ${format}`),
    a(link(["interop", format, writer, reader], kept), `${run.name(writer)} to ${run.name(reader)}${place}`),
    at > 0 && step("Previous", list[at - 1]),
    at >= 0 && step("Next", list[at + 1]),
  ];
  const title = `${name}, ${format}: ${run.writer(row)} to ${run.name(reader)}`;
  return { title, content: await cell.content(run, row, reader, query, way) };
}

// One writer and one reader of a format: their cases, the worst first.

import { cellAddress, pairWriter } from "wirebed/address.js";
import * as cell from "wirebed/cell.js";
import { count, h, replace } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import { happened } from "wirebed/happened.js";
import { filterOf, kind, KINDS, listed, ofPair } from "wirebed/listed.js";
import { link } from "wirebed/route.js";
import { mark, rank, SIGNS } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

// `parts`: format, writer, reader, and for one cell its case and, of a golden, the source.
export async function show(run, parts, query) {
  const [format, writer, reader, ...rest] = parts;
  const all = ofPair(run, parts);
  if (!all.length) return null;
  if (rest.length) return await cell.show(run, parts, query, all);
  const named = await entriesOf(run, all);
  const place = h("div");
  const fill = (chosen) => replace(place, shown(run, all, parts, named, chosen));
  fill(query);
  const content = [
    h("p", {}, h("a", { href: link(["interop"], { ...filterOf(query), format }) }, `All pairs of ${format}`)),
    filters(choices(run, all), query, fill),
    place,
  ];
  return { title: `${format}: ${pairWriter(run, writer)} to ${run.name(reader)}`, content };
}

// The number of an entry -> its name.
async function entriesOf(run, rows) {
  const numbers = [...new Set(rows.flatMap((row) => run.detail(row).entries ?? []))];
  const entries = await run.entries(numbers);
  return new Map(numbers.map((number, at) => [number, entries[at].name]));
}

function choices(run, all) {
  const messages = [...new Set(all.map((row) => run.messages[run.columns.case[row]]))].sort();
  const signs = new Set(all.map((row) => run.detail(row).sign));
  const kinds = new Set(all.map((row) => kind(run, row)));
  return [
    ["message", "Message", messages],
    [
      "sign",
      "Outcome",
      SIGNS.filter(({ sign }) => signs.has(sign)).map(({ sign, words }) => [sign, `${sign} ${words}`]),
    ],
    kinds.size > 1 && ["kind", "Bytes", KINDS],
    ["case", "Case"],
  ].filter(Boolean);
}

function shown(run, all, parts, named, query) {
  const rows = listed(run, all, query);
  if (!rows.length) return h("p", {}, "No cell matches these filters.");
  return KINDS.map(([name, words]) => {
    const some = rows.filter((row) => kind(run, row) === name);
    return some.length > 0 && [
      h("h2", {}, `${count(some.length, "cell")}: ${words}`),
      counts(run, some, parts, query),
      table(columns(run, parts, named, query), some, { caption: `cases: ${words}`, by: 1, down: true }),
    ];
  });
}

// How many cells have each sign; each opens these alone.
function counts(run, rows, parts, query) {
  const found = Map.groupBy(rows, (row) => run.detail(row).sign);
  return h(
    "ul",
    { class: "legend" },
    SIGNS.filter(({ sign }) => found.has(sign)).map(({ sign, words }) =>
      h(
        "li",
        {},
        h("a", { href: link(["interop", ...parts], { ...query, sign }) }, mark(sign), ` ${found.get(sign).length}`),
        ` ${words}`,
      )
    ),
  );
}

function columns(run, [, , reader], named, query) {
  const address = (row) => cellAddress(run, row, reader, filterOf(query));
  const source = (row) => run.at("source", row)?.split("/").at(-1);
  return [
    {
      head: "case",
      text: (row) => run.at("case", row),
      content: (row) => [
        h("a", { href: address(row) }, run.at("case", row)),
        source(row) && h("span", { class: "quiet" }, ` ${source(row)}`),
      ],
    },
    {
      head: "sign",
      text: (row) => rank(run.detail(row).sign),
      content: (row) => mark(run.detail(row).sign),
      number: true,
    },
    { head: "what happened", text: (row) => happened(run.detail(row)) },
    { head: "pinned by", text: (row) => (run.detail(row).entries ?? []).map((number) => named.get(number)).join(", ") },
    { head: "bytes", text: (row) => run.columns.size[row], number: true, content: (row) => size(run, row) },
  ];
}

function size(run, row) {
  const found = run.columns.size[row];
  return found < 0 ? "–" : found.toLocaleString("en");
}

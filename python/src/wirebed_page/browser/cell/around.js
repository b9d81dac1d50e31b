// What is around a cell: other readers, writers and relays, and the same case in other formats.

import { worstFirst } from "wirebed/lib/cells.js";
import { count, h, short } from "wirebed/lib/dom.js";
import { EXACT, mark } from "wirebed/lib/signs.js";
import { plainTable } from "wirebed/lib/table.js";

const FEW = 3; // pairs that are shown without a click

export function section(run, row, reader) {
  const others = (...columns) =>
    run.like(row, ...columns)
      .filter((other) => other !== row && run.readers(other).includes(reader))
      .map((other) => ({ row: other, reader }));
  const relay = (one) => run.at("relay", one);
  const relayed = others("case", "leg", "format", "writer", "source").filter((one) => relay(one.row) !== relay(row));
  const what = run.columns.bytes[row] < 0 ? "case" : "bytes";
  const read = `read by ${run.name(reader)}`;
  return [
    list(run, `The same ${what}, other readers`, run.ofSameBytes(row, reader), (one) => run.name(one.reader)),
    list(
      run,
      `The same case by other writers, ${read}`,
      others("case", "leg", "format", "relay"),
      (one) => run.writer(one.row),
    ),
    relay(row) && list(run, `The same bytes by other relays, ${read}`, relayed, (one) => run.name(relay(one.row))),
  ];
}

// Links to cells, the worst first.
function list(run, title, cells, textOf) {
  if (!cells.length) return null;
  const items = worstFirst(run, cells).map((one) => h("li", run.link(one.row, one.reader, textOf(one))));
  return [h("h2", title), h("ul.cells", items)];
}

// The case between the same two languages: for each format what is read, and between which codecs.
export async function inFormats(run, row, reader) {
  const [from, to] = [run.at("writer", row), reader].map((codec) => run.language(codec));
  if (!from || !to) return null;
  const groups = await groupsOf(run, row, from, to);
  const formats = run.data.formats.filter((format) => groups.has(format));
  if (!formats.length) return null;
  const bodies = formats.map((format) => {
    const lines = [...groups.get(format).values()];
    const head = (at) => at === 0 && h("th", { scope: "rowgroup", rowspan: lines.length }, format);
    const line = ({ sign, text, cells }, at) =>
      h("tr", head(at), h("td", mark(sign), ` ${text}`), h("td", pairs(run, cells)));
    return h("tbody", lines.map(line));
  });
  const heads = ["format", "what happens", "between"];
  return [
    h("h2", `This case from ${from} to ${to} in each format`),
    plainTable("this case in each format", heads, bodies, { kind: "formats" }),
  ];
}

// Format -> what happens -> the cells in which it does; only what was written in the run.
async function groupsOf(run, row, from, to) {
  const groups = new Map();
  for (const other of run.like(row, "case", "leg")) {
    const readers = run.readers(other).filter((one) => run.language(one) === to);
    if (!readers.length || run.language(run.at("writer", other)) !== from || run.at("source", other)) continue;
    const [format, sign, text] = [run.at("format", other), run.sign(other), await readInstead(run, other)];
    if (!groups.has(format)) groups.set(format, new Map());
    const group = groups.get(format);
    const key = `${sign} ${text}`;
    if (!group.has(key)) group.set(key, { sign, text, cells: [] });
    group.get(key).cells.push(...readers.map((reader) => ({ row: other, reader })));
  }
  return groups;
}

// In a line: what is read instead of what the case says, or how it failed.
async function readInstead(run, row) {
  const { sign, reject, happened } = run.detail(row);
  if (sign === EXACT && !reject) return "as the case says";
  const views = await Promise.all([run.columns.value[row], run.read(row)].map((number) => run.view(number)));
  if (!views.every((view) => view?.places)) return happened;
  const [was, is] = views.map(({ places }) => new Map(places));
  const [first, ...more] = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
  if (first === undefined) return happened;
  const [actual, wanted] = [is, was].map((one) => short(one.get(first) ?? "nothing"));
  const rest = more.length ? `, and ${count(more.length, "more place")}` : "";
  return `${first || "the value"}: ${actual} instead of ${wanted}${rest}`;
}

function pairs(run, cells) {
  const links = cells.map(({ row, reader }) =>
    h("li", run.link(row, reader, `${run.writer(row)} → ${run.name(reader)}`))
  );
  const list = h("ul.cells", links);
  return links.length <= FEW ? list : h("details", h("summary", `${links.length} pairs`), list);
}

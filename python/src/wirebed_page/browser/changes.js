// What changed since an older run: cells that fail or pass, bytes, cells of one run alone, versions and settings.

import { link } from "wirebed/lib/address.js";
import { block } from "wirebed/lib/data.js";
import { a, code, count, h, p } from "wirebed/lib/dom.js";
import { mark } from "wirebed/lib/signs.js";
import { column, numbers, table } from "wirebed/lib/table.js";

export async function show() {
  const data = await block("changes");
  if (data === null) return null;
  const { around } = data;
  const cellCount = [numbers("cells", (row) => row[2])];
  const content = [
    p("Before: ", run(data.before), " (", code(data.base), "). Now: ", run(data.now), "."),
    !data.cells.length && p("Both runs agree on every cell that they share."),
    data.cells.map((kind) => cells(data.suite, kind)),
    rows(data, "bytes", "value has other bytes", "values have other bytes", [
      column("before", (row) => row[2]),
      column("now", (row) => row[3]),
    ]),
    rows(data, "values", "row is of a case with another value", "rows are of cases with another value", []),
    rows(data, "only_now", "cell is new", "cells are new", cellCount),
    rows(data, "only_before", "cell is no longer there", "cells are no longer there", cellCount),
    differences("Versions", around.versions),
    differences("Settings", around.settings),
    differences("The runs", around.others),
  ];
  return { title: `What changed in ${data.suite}`, content };
}

function run({ started, commit, cells }) {
  return [`${count(cells, "cell")}, ${started.slice(0, 16).replace("T", " ")}, commit `, code(commit.slice(0, 12))];
}

function cells(suite, { verbs, number, listed, rows }) {
  const columns = [
    column("case", ([key]) => caseOf(key), ([key, reader]) => cellLink(suite, key, reader)),
    column("format", ([key]) => key[2]),
    column("from and to", ([key, reader]) => way(key, reader)),
    column("before", (row) => row[3], (row) => [mark(row[2]), ` ${row[3]}`]),
    column("now", (row) => row[5], (row) => [mark(row[4]), ` ${row[5]}`]),
  ];
  return part(`${count(number, "cell")} ${verbs[number === 1 ? 0 : 1]}`, columns, rows, number - listed);
}

// The rows of one kind, each beginning with its key and a reader.
function rows(data, name, one, many, more) {
  const { number, listed, rows } = data[name];
  if (!number) return null;
  const open = ([key, reader]) => name === "only_before" ? caseOf(key) : cellLink(data.suite, key, reader);
  const columns = [
    column("case", ([key]) => caseOf(key), open),
    column("format", ([key]) => key[2]),
    column("from", ([key]) => way(key)),
    ...more,
  ];
  return part(count(number, one, many), columns, rows, number - listed);
}

function part(caption, columns, rows, left) {
  const more = left > 0 && p(`These are the first of them; ${left.toLocaleString("en")} more are not on this page.`);
  return h("section.changes", h("h2", caption), table(columns, rows, { caption }), more);
}

function differences(title, rows) {
  if (!rows.length) return null;
  const columns = ["what", "before", "now"].map((head, at) => column(head, (row) => row[at]));
  return h("section", h("h2", title), table(columns, rows, { caption: `${title}, where they differ` }));
}

// A key: case, leg, format, writer, relay, source.
function caseOf([name, leg]) {
  return leg ? `${name} ${leg}` : name;
}

function way([, , , writer, relay, source], reader) {
  return [writer + (source ? ` (golden ${source.split("/").at(-1)})` : ""), relay, reader].filter(Boolean).join(" > ");
}

function cellLink(suite, key, reader) {
  const [name, , format, writer, , source] = key;
  const parts = {
    interop: ["interop", format, writer, reader, name, ...(source ? [source] : [])],
    evolution: ["evolution", name.split("/")[0]],
    echo: ["echo"],
  };
  return a(link(parts[suite]), caseOf(key));
}

// What changed since an older run: cells that fail or pass, bytes, cells of one run alone, versions and settings.

import { block } from "wirebed/data.js";
import { count, h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { mark } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

export async function show() {
  const data = await block("changes");
  if (data === null) return null;
  const { around } = data;
  return {
    title: `What changed in ${data.suite}`,
    content: [
      h("p", {}, "Before: ", run(data.before), " (", h("code", {}, data.base), "). Now: ", run(data.now), "."),
      !data.cells.length && h("p", {}, "Both runs agree on every cell that they share."),
      data.cells.map((kind) => cells(data.suite, kind)),
      rows(data, "bytes", "value has other bytes", "values have other bytes", [
        { head: "before", text: ([, , before]) => before },
        { head: "now", text: ([, , , now]) => now },
      ]),
      rows(data, "values", "row is of a case with another value", "rows are of cases with another value", []),
      rows(data, "only_now", "cell is new", "cells are new", CELLS),
      rows(data, "only_before", "cell is no longer there", "cells are no longer there", CELLS),
      differences("Versions", around.versions),
      differences("Settings", around.settings),
      differences("The runs", around.others),
    ],
  };
}

const CELLS = [{ head: "cells", text: ([, , number]) => number, number: true }];

function run({ started, commit, cells }) {
  return [
    `${count(cells, "cell")}, ${started.slice(0, 16).replace("T", " ")}, commit `,
    h("code", {}, commit.slice(0, 12)),
  ];
}

function cells(suite, { verbs, number, listed, rows }) {
  const columns = [
    { head: "case", text: ([key]) => caseOf(key), content: ([key, reader]) => cellLink(suite, key, reader) },
    { head: "format", text: ([key]) => key[2] },
    { head: "from and to", text: ([key, reader]) => way(key, reader) },
    { head: "before", text: (row) => row[3], content: (row) => [mark(row[2]), ` ${row[3]}`] },
    { head: "now", text: (row) => row[5], content: (row) => [mark(row[4]), ` ${row[5]}`] },
  ];
  return part(`${count(number, "cell")} ${verbs[number === 1 ? 0 : 1]}`, columns, rows, number - listed);
}

// The rows of one kind, each beginning with its key and a reader.
function rows(data, name, one, many, more) {
  const { number, listed, rows } = data[name];
  if (!number) return null;
  const gone = name === "only_before";
  const columns = [
    {
      head: "case",
      text: ([key]) => caseOf(key),
      content: ([key, reader]) => gone ? caseOf(key) : cellLink(data.suite, key, reader),
    },
    { head: "format", text: ([key]) => key[2] },
    { head: "from", text: ([key]) => way(key) },
    ...more,
  ];
  return part(count(number, one, many), columns, rows, number - listed);
}

function part(title, columns, rows, left) {
  return h(
    "section",
    { class: "changes" },
    h("h2", {}, title),
    table(columns, rows, { caption: title }),
    left > 0 && h("p", {}, `These are the first of them; ${left.toLocaleString("en")} more are not on this page.`),
  );
}

function differences(title, found) {
  if (!found.length) return null;
  const columns = ["what", "before", "now"].map((head, at) => ({ head, text: (row) => row[at] }));
  return h("section", {}, h("h2", {}, title), table(columns, found, { caption: `${title}, where they differ` }));
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
  return h("a", { href: link(parts[suite]) }, caseOf(key));
}

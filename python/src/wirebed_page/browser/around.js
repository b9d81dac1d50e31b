// What is around a cell: the same bytes through other readers, and the same case by other writers.

import { cellLink, writerName } from "wirebed/address.js";
import { h } from "wirebed/dom.js";
import { rank } from "wirebed/signs.js";

export function section(run, row, reader) {
  const ofReaders = run.like(row, "case", "leg", "format", "writer", "relay", "source")
    .flatMap((other) => run.readers(other).map((one) => ({ row: other, reader: one, text: run.name(one) })))
    .filter((one) => one.reader !== reader);
  const ofWriters = run.like(row, "case", "leg", "format", "relay")
    .filter((other) => run.readers(other).includes(reader) && other !== row)
    .map((other) => ({ row: other, reader, text: writerName(run, other) }));
  const what = run.columns.bytes[row] < 0 ? "case" : "bytes";
  return [
    list(run, `The same ${what}, other readers`, ofReaders),
    list(run, `The same case by other writers, read by ${run.name(reader)}`, ofWriters),
  ];
}

// Links to cells, the worst first.
function list(run, title, found) {
  if (!found.length) return null;
  const worst = found.toSorted((one, other) => signOf(run, other) - signOf(run, one));
  const links = worst.map((one) => h("li", {}, cellLink(run, one.row, one.reader, one.text)));
  return [h("h2", {}, title), h("ul", { class: "cells" }, links)];
}

function signOf(run, { row }) {
  return rank(run.detail(row).sign);
}

// One case between two languages: for each format what is read, and between which codecs.

import { cellLink } from "wirebed/address.js";
import { count, h } from "wirebed/dom.js";
import { short } from "wirebed/folded.js";
import { happened } from "wirebed/happened.js";
import { mark } from "wirebed/signs.js";

const FEW = 3; // pairs that are shown without a click

export async function section(run, row, reader) {
  const [from, to] = [run.at("writer", row), reader].map((one) => run.language(one));
  if (!from || !to) return null;
  const groups = await groupsOf(run, row, from, to);
  const heads = ["format", "what happens", "between"].map((one) => h("th", { scope: "col" }, one));
  return groups.size > 0 && [
    h("h2", {}, `This case from ${from} to ${to} in each format`),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "this case in each format" },
      h(
        "table",
        { class: "formats" },
        h("thead", {}, h("tr", {}, heads)),
        run.data.formats.filter((format) => groups.has(format)).map((format) => body(run, format, groups.get(format))),
      ),
    ),
  ];
}

// Format -> what happens -> the cells in which it does; only what was written in the run.
async function groupsOf(run, row, from, to) {
  const found = new Map();
  for (const other of run.like(row, "case", "leg")) {
    const readers = run.readers(other).filter((one) => run.language(one) === to);
    if (!readers.length || run.language(run.at("writer", other)) !== from) continue;
    if (run.at("source", other) !== undefined) continue;
    const format = run.at("format", other);
    const text = await said(run, other);
    if (!found.has(format)) found.set(format, new Map());
    const group = found.get(format);
    const key = `${run.detail(other).sign} ${text}`;
    if (!group.has(key)) group.set(key, { sign: run.detail(other).sign, text, cells: [] });
    group.get(key).cells.push(...readers.map((reader) => ({ row: other, reader })));
  }
  return found;
}

// In a line: what is read instead of what the case says, or how it failed.
async function said(run, row) {
  const detail = run.detail(row);
  if (detail.sign === "=" && !detail.reject) return "as the case says";
  const [value, read] = await Promise.all([run.view(run.columns.value[row]), run.view(run.read(row))]);
  if (!value?.places || !read?.places) return happened(detail);
  const [was, is] = [value, read].map(({ places }) => new Map(places));
  const different = [...new Set([...was.keys(), ...is.keys()])].filter((path) => was.get(path) !== is.get(path));
  if (!different.length) return happened(detail);
  const [first] = different;
  const rest = different.length > 1 ? `, and ${count(different.length - 1, "more place")}` : "";
  const [actual, wanted] = [is, was].map((one) => short(one.get(first) ?? "nothing"));
  return `${first || "the value"}: ${actual} instead of ${wanted}${rest}`;
}

function body(run, format, groups) {
  return h(
    "tbody",
    {},
    [...groups.values()].map(({ sign, text, cells }, at) =>
      h(
        "tr",
        {},
        at === 0 && h("th", { scope: "rowgroup", rowspan: groups.size }, format),
        h("td", {}, mark(sign), ` ${text}`),
        h("td", {}, pairs(run, cells)),
      )
    ),
  );
}

function pairs(run, cells) {
  const links = cells.map(({ row, reader }) =>
    h("li", {}, cellLink(run, row, reader, `${run.name(run.at("writer", row))} → ${run.name(reader)}`))
  );
  if (links.length <= FEW) return h("ul", { class: "cells" }, links);
  return h("details", {}, h("summary", {}, `${links.length} pairs`), h("ul", { class: "cells" }, links));
}

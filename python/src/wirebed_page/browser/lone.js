// Where one codec is alone: its cells, by the entries that give the reason.

import { alone } from "wirebed/alone.js";
import { cellLink, writerName } from "wirebed/address.js";
import { count, h } from "wirebed/dom.js";
import { entry } from "wirebed/entry.js";
import { happened } from "wirebed/happened.js";
import { link } from "wirebed/route.js";
import { mark, rank } from "wirebed/signs.js";

const FEW = 12; // cells of a group that are shown without a click

export async function show(run, [role, codec], { sign }) {
  const { ones, compared } = alone(run);
  const found = ones.filter((one) =>
    one.role === role && one.codec === codec && (!sign || run.detail(one.row).sign === sign)
  );
  const times = compared[role]?.[codec];
  if (times === undefined) return null;
  const what = role === "reader" ? "payload that it read" : "case that it wrote";
  const among = role === "reader" ? "with at least two other readers" : "with at least two other writers";
  const content = [
    h("p", {}, h("a", { href: link(["odd"]) }, "What only one codec does")),
    h("p", {}, `Alone in ${found.length} of ${count(times, what, what.replace(" ", "s "))} ${among}.`),
    sign && h("p", {}, "Only ", mark(sign), ". ", h("a", { href: link(["odd", role, codec]) }, "All of them")),
    await Promise.all(grouped(run, found).map((group) => section(run, group))),
  ];
  return { title: `Alone as a ${role}: ${run.name(codec)}, ${run.data.codecs[codec]?.format ?? ""}`, content };
}

// By sign and entries, or by what happened where there are none; the worst first, and the largest of these. Of a codec
// that alone is exact, the entries are those of the others.
function grouped(run, ones) {
  const found = new Map();
  for (const one of ones) {
    const detail = run.detail(one.row);
    const ofOthers = detail.sign === "=";
    const entries = (ofOthers ? run.detail(one.other) : detail).entries ?? [];
    const key = `${detail.sign} ${entries.length ? entries.join(" ") : happened(detail)}`;
    if (!found.has(key)) found.set(key, { sign: detail.sign, detail, entries, ofOthers, ones: [] });
    found.get(key).ones.push(one);
  }
  return [...found.values()].sort((one, other) =>
    rank(other.sign) - rank(one.sign) || other.ones.length - one.ones.length
  );
}

async function section(run, { sign, detail, entries, ofOthers, ones }) {
  const links = ones.map((one) => h("li", {}, cell(run, one)));
  const pinned = (await run.entries(entries)).map(entry);
  return h(
    "section",
    {},
    h("h2", {}, mark(sign), ` ${count(ones.length, "cell")}: ${happened(detail)}`),
    pinned.length > 0 && h("p", {}, ofOthers ? "What the others do is pinned by:" : "Pinned by:"),
    pinned,
    h("ul", { class: "cells" }, links.slice(0, FEW)),
    links.length > FEW && h(
      "details",
      {},
      h("summary", {}, `${count(links.length - FEW, "more cell")}`),
      h("ul", { class: "cells" }, links.slice(FEW)),
    ),
  );
}

function cell(run, { role, row, reader, other, others }) {
  const name = run.at("case", row);
  const text = role === "reader" ? `${name} by ${writerName(run, row)}` : `${name} read by ${run.name(reader)}`;
  return [cellLink(run, row, reader, text), ` (${others} others `, mark(run.detail(other).sign), ")"];
}

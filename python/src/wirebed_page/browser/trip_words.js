// Two languages and a format: what was read of each kind of value, and the findings in words with their cells.

import { rows } from "wirebed/columns.js";
import { block } from "wirebed/data.js";
import { append, coded, count, h, replace } from "wirebed/dom.js";
import { linked } from "wirebed/entry.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { mark } from "wirebed/signs.js";
import { ALL, cellLink, EXACT, title } from "wirebed/trip.js";
import { isValue, written } from "wirebed/trip_pair.js";

const PART = 50; // findings, and cells of one, that are shown at once

export async function show(data, told, [writes, reads, format], query) {
  const entries = await block("interop-entries");
  const known = new Map(entries ? rows(entries).map((entry) => [entry.name, entry]) : []);
  const squares = data.squares[writes]?.[reads]?.[format] ?? [];
  const ones = told[writes]?.[reads]?.[format] ?? [];
  const place = h("div");
  const at = [writes, reads, format];
  const fill = (chosen) => replace(place, findings(data, ones, known, at, chosen));
  fill(query);
  return {
    title: `${title(writes, reads)} in ${format}`,
    content: [
      writes === ALL
        ? h("p", {}, h("a", { href: link(["trip"]) }, "All languages"))
        : h("p", {}, h("a", { href: link(["trip", writes, reads]) }, `${title(writes, reads)} in every format`)),
      squares.length > 0 &&
      later("What was read of each kind of value", () => readings(data, at, squares)),
      h("h2", {}, "In words"),
      ones.length > 0 &&
      filters([["text", "With the text"], ["nature", "Comes from", natures(ones, known)]], query, fill),
      place,
    ],
  };
}

function readings(data, [writes, reads, format], squares) {
  const heads = ["kind of value", "sign", "what was read", "cells", "pinned by"];
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "What was read of each kind of value" },
    h(
      "table",
      { class: "readings" },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      squares.map(([kind, , of]) =>
        h(
          "tbody",
          {},
          of.map((reading, at) =>
            h("tr", {}, at === 0 && name(data.kinds[kind], of.length), line(data, [writes, reads, format], reading))
          ),
        )
      ),
    ),
  );
}

function name(kind, rowspan) {
  return h("th", { scope: "rowgroup", rowspan }, kind.name, written(kind));
}

function line(data, at, [sign, read, entries, cells]) {
  const text = sign === EXACT ? "as written" : isValue(sign) ? h("code", {}, read) : read;
  return [
    h("td", {}, mark(sign)),
    h("td", {}, text),
    h("td", {}, later(count(cells.length / 3, "cell"), () => list(data, at[2], cells))),
    h("td", {}, entries.map((entry) => h("div", {}, h("a", { href: link(["trip", ...at], { text: entry }) }, entry)))),
  ];
}

function natures(ones, known) {
  return [...new Set(ones.map(([name]) => known.get(name)?.nature).filter(Boolean))].sort();
}

function findings(data, ones, known, at, { text = "", nature }) {
  const wanted = text.toLowerCase();
  const shown = ones.map((one, number) => [one, number]).filter(([[name, , parts]]) => {
    const entry = known.get(name);
    return (!nature || entry?.nature === nature) &&
      [name, entry?.reason ?? "", parts.join("")].some((one) => one.toLowerCase().includes(wanted));
  });
  if (!ones.length) return h("p", {}, "Everything is read exactly.");
  const total = shown.length === ones.length
    ? count(ones.length, "finding")
    : `${shown.length} of ${count(ones.length, "finding")}`;
  const place = h("div");
  const more = (from) => {
    append(
      place,
      shown.slice(from, from + PART).map(([one, number]) => finding(data, one, known.get(one[0]), at, number)),
    );
    const left = shown.length - from - PART;
    const show = (event) => (event.target.remove(), more(from + PART));
    append(place, [
      left > 0 &&
      h("button", { type: "button", onclick: show }, `Show more: ${count(left, "finding is", "findings are")} left`),
    ]);
  };
  more(0);
  return [h("p", { role: "status" }, `${total}.`), place];
}

function finding(data, [name, cells, parts], entry, at, number) {
  const format = at[2];
  return h(
    "article",
    { class: "finding" },
    h("p", { class: "told" }, coded(parts)),
    entry?.reason && h("p", {}, linked(entry.reason)),
    entry?.authority && h("p", { class: "written" }, "Authority: ", linked(entry.authority)),
    h(
      "p",
      { class: "written" },
      name
        ? ["Pinned by ", h("code", {}, name), entry?.where && ` (${entry.where}), ${entry.nature}`]
        : "No entry states it.",
    ),
    later(count(cells, "cell"), async () => {
      const numbers = [at[0], at[1], format].reduce((one, key) => one[key], await block("trip-cells"))[number];
      return list(data, format, numbers);
    }),
  );
}

// A part whose content is made when it is first opened.
function later(summary, make) {
  const place = h("div");
  const open = async () => {
    if (details.open && !place.firstChild) replace(place, await make());
  };
  const details = h("details", { ontoggle: open }, h("summary", {}, summary), place);
  return details;
}

function list(data, format, numbers) {
  const cells = [];
  for (let at = 0; at < numbers.length && at < 3 * PART; at += 3) {
    const [writer, reader] = [data.codecs[numbers[at + 1]], data.codecs[numbers[at + 2]]];
    const name = data.cases[numbers[at]];
    cells.push(h("li", {}, h("a", { href: cellLink(data, format, numbers, at) }, name), `: ${writer} to ${reader}`));
  }
  const left = numbers.length / 3 - PART;
  return [h("ul", {}, cells), left > 0 && h("p", {}, `and ${count(left, "more cell", "more cells")}.`)];
}

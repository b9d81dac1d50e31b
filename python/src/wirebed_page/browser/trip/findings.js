// Two languages and a format: what was read of each kind of value, and the findings in words with their cells.

import { linked } from "wirebed/cell/entry.js";
import { link } from "wirebed/lib/address.js";
import { block, rows, unique } from "wirebed/lib/data.js";
import { a, append, code, coded, count, h, later, p } from "wirebed/lib/dom.js";
import { filtered, hasWords, matches } from "wirebed/lib/filters.js";
import { EXACT, mark } from "wirebed/lib/signs.js";
import { plainTable } from "wirebed/lib/table.js";
import { isValue, written } from "wirebed/trip/kinds.js";
import { ALL, cellAddress, title } from "wirebed/trip/trip.js";

const PART = 50; // findings, and cells of one, that are shown at once

export async function show(data, words, [writes, reads, format], query) {
  const entries = new Map(rows(await block("interop-entries")).map((entry) => [entry.name, entry]));
  const at = [writes, reads, format];
  const squares = data.squares[writes]?.[reads]?.[format] ?? [];
  const all = (words[writes]?.[reads]?.[format] ?? []).map(([name, cells, sentence], number) => ({
    name,
    cells,
    sentence,
    entry: entries.get(name),
    open: () => cellsOf(data, at, number),
  }));
  const natures = unique(all.map(({ entry }) => entry?.nature)).sort();
  const choices = [["text", "With the text"], ["nature", "Comes from", natures]];
  const content = [
    writes === ALL
      ? p(a(link(["trip"]), "All languages"))
      : p(a(link(["trip", writes, reads]), `${title(writes, reads)} in every format`)),
    squares.length > 0 && later("What was read of each kind of value", () => readings(data, at, squares)),
    h("h2", "In words"),
    all.length > 0 ? filtered(choices, query, (now) => findings(all, now)) : p("Everything is read exactly."),
  ];
  return { title: `${title(writes, reads)} in ${format}`, content };
}

function readings(data, at, squares) {
  const bodies = squares.map(([kind, , pairs, of]) => {
    const { name } = data.kinds[kind];
    const head = h(
      "th",
      { scope: "rowgroup", rowspan: of.length },
      name,
      written(data.kinds[kind]),
      h("div.written", pairs),
    );
    return h("tbody", of.map((reading, number) => h("tr", number === 0 && head, cellsOfReading(data, at, reading))));
  });
  const heads = ["kind of value", "sign", "what was read", "cells", "pinned by"];
  return plainTable("What was read of each kind of value", heads, bodies, { kind: "readings" });
}

function cellsOfReading(data, at, [sign, read, entries, cells]) {
  const text = sign === EXACT ? "as written" : isValue(sign) ? code(read) : read;
  const pinned = entries.map((entry) => h("div", a(link(["trip", ...at], { text: entry }), entry)));
  const opened = later(count(cells.length / 3, "cell"), () => list(data, at[2], cells));
  return [mark(sign), text, opened, pinned].map((content) => h("td", content));
}

function findings(all, { text = "", nature }) {
  const shown = all.filter(({ name, sentence, entry }) =>
    matches({ nature }, { nature: entry?.nature }) &&
    hasWords(`${name} ${entry?.reason ?? ""} ${sentence.join("")}`, text)
  );
  const total = count(all.length, "finding");
  const place = h("div");
  const more = (from) => {
    append(place, shown.slice(from, from + PART).map(finding));
    const left = shown.length - from - PART;
    const onclick = ({ target }) => (target.remove(), more(from + PART));
    const text = `Show more: ${count(left, "finding is", "findings are")} left`;
    append(place, [left > 0 && h("button", { type: "button", onclick }, text)]);
  };
  more(0);
  return [
    h("p", { role: "status" }, shown.length === all.length ? `${total}.` : `${shown.length} of ${total}.`),
    place,
  ];
}

function finding({ name, cells, sentence, entry, open }) {
  const place = entry?.where && ` (${entry.where}), ${entry.nature}`;
  return h(
    "article.finding",
    h("p.sentence", coded(sentence)),
    entry?.reason && p(linked(entry.reason)),
    entry?.authority && h("p.written", "Authority: ", linked(entry.authority)),
    h("p.written", name ? ["Pinned by ", code(name), place] : "No entry states it."),
    later(count(cells, "cell"), open),
  );
}

async function cellsOf(data, [writes, reads, format], number) {
  return list(data, format, (await block("trip-cells"))[writes][reads][format][number]);
}

function list(data, format, numbers) {
  const items = [];
  for (let at = 0; at < numbers.length && at < 3 * PART; at += 3) {
    const [writer, reader] = [data.codecs[numbers[at + 1]], data.codecs[numbers[at + 2]]];
    items.push(h("li", a(cellAddress(data, format, numbers, at), data.cases[numbers[at]]), `: ${writer} to ${reader}`));
  }
  const left = numbers.length / 3 - PART;
  return [h("ul", items), left > 0 && p(`and ${count(left, "more cell")}.`)];
}

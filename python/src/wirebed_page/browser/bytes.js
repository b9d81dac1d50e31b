// The bytes of a cell as an annotated dump, beside what another writer wrote for the same case.

import { pairWriter, writerName } from "wirebed/address.js";
import { align, firstDifference, REORDERED } from "wirebed/align.js";
import { count, h, replace } from "wirebed/dom.js";
import { folded } from "wirebed/folded.js";
import { pieces } from "wirebed/pieces.js";
import { switchOf } from "wirebed/settings.js";

const MANY = 40; // rows: of more, only what differs is shown at first

export async function section(run, row, reader, settings) {
  const format = run.at("format", row);
  const one = await run.bytes(format, run.columns.bytes[row]);
  if (one === undefined) return null;
  const head = h("h2", {}, "Bytes");
  if (one.size === null) return [head, h("p", {}, "The values beside the report do not have these bytes.")];
  const others = beside(run, row, reader);
  const first = usual(run, row, others);
  const place = h("div");
  const fill = async () => {
    const chosen = others.find(({ id }) => id === settings.get("beside")) ?? first;
    const other = chosen && await run.bytes(format, run.columns.bytes[chosen.row]);
    replace(place, shown(run, row, one, chosen?.row, other, settings, fill));
  };
  const choose = (id) => (settings.set("beside", id), fill());
  await fill();
  return [head, others.length > 0 && chooser(run, others, row, settings.get("beside") ?? first.id, choose), place];
}

// Another writer's bytes, or those of a golden, of the same case: a row for each. Where this reader read them, it is the
// row that says what became of them.
function beside(run, row, reader) {
  const found = new Map();
  for (const other of run.like(row, "case", "format", "leg", "relay")) {
    const id = [run.at("writer", other), run.at("source", other)].filter(Boolean).join(" ");
    if (other === row || run.columns.bytes[other] < 0 || same(run, row, other, "writer", "source")) continue;
    if (!found.has(id) || run.readers(other).includes(reader)) {
      found.set(id, { id, row: other, isRead: run.readers(other).includes(reader) });
    }
  }
  return [...found.values()];
}

function same(run, row, other, ...columns) {
  return columns.every((name) => run.columns[name][row] === run.columns[name][other]);
}

// Other bytes that this reader reads with another result tell the most.
function usual(run, row, others) {
  const sign = run.detail(row).sign;
  const score = (one) =>
    2 * !same(run, row, one.row, "bytes") + (one.isRead && run.detail(one.row).sign !== sign) +
    (one.isRead && run.detail(one.row).sign === "=");
  return others.toSorted((one, other) => score(other) - score(one))[0];
}

function chooser(run, others, row, chosen, choose) {
  const text = (one) =>
    [
      writerName(run, one.row),
      one.isRead && run.detail(one.row).sign,
      same(run, row, one.row, "bytes") && "the same bytes",
    ].filter(Boolean).join("  ");
  const options = others.map((one) => h("option", { value: one.id, selected: one.id === chosen }, text(one)));
  const change = (event) => choose(event.target.value);
  return h("p", {}, h("label", {}, "B, beside it: ", h("select", { onchange: change }, options)));
}

function shown(run, row, one, otherRow, other, settings, fill) {
  const a = origin(run, "A", row, one);
  if (!other?.data) return [h("p", {}, a), table(["A"], pieces(one).map((piece) => [piece, null, ""]), -1)];
  const rows = align(pieces(one), pieces(other), [one.whole, other.whole]);
  const different = rows.filter(([, , state]) => state);
  // Another order alone is the lesser difference.
  const first = different.find(([, , state]) => state !== REORDERED) ?? different[0];
  const onlyDifferent = settings.get("bytes") ? settings.get("bytes") === "differ" : rows.length > MANY;
  const kept = onlyDifferent && different.length ? different : rows.slice(0, onlyDifferent ? MANY : rows.length);
  return [
    h("p", {}, a, h("br"), origin(run, "B", otherRow, other)),
    h("p", {}, verdict(one, other, different)),
    kept.length < rows.length || settings.get("bytes")
      ? switchOf(
        different.length ? "only the rows that differ" : `only the first ${MANY} rows`,
        onlyDifferent,
        (on) => (settings.set("bytes", on ? "differ" : "all"), fill()),
        `${kept.length} of ${count(rows.length, "row")}`,
      )
      : null,
    table(["A", "B"], kept, kept.indexOf(first)),
  ];
}

function origin(run, side, row, payload) {
  const source = run.at("source", row);
  const text = `${side}: ${pairWriter(run, run.at("writer", row))}, ${size(payload)}`;
  return source ? [text, ", ", h("code", {}, source)] : text;
}

function size({ size, data, whole }) {
  const all = count(size, "byte");
  if (data.length < size) return `cut at ${count(data.length, "byte")} of ${all}`;
  return whole ? all : `${all}, of which the dump has the beginning`;
}

function verdict(one, other, different) {
  const at = firstDifference(one.data, other.data);
  if (at === undefined) return one.size === other.size ? "The same bytes." : "What is shown of both is the same.";
  const moved = different.filter(([, , state]) => state === REORDERED).length;
  return [
    different.length > 0 && `${count(different.length, "row differs", "rows differ")}`,
    moved > 0 && `, ${moved} of them only in their order`,
    different.length > 0 && ". ",
    `The first byte that differs is byte ${at} (0x${at.toString(16)}).`,
  ];
}

// What a refused write left in the output of its user.
export async function left(run, row) {
  const { left } = run.detail(row);
  const found = await run.bytes(run.at("format", row), left?.bytes ?? -1);
  if (!found?.data) return null;
  return alone("What was half-written", { ...found, size: left.size });
}

// What a relay passed on.
export async function relayed(run, row) {
  const format = run.data.legs[run.at("leg", row)].into || run.at("format", row);
  const found = await run.bytes(format, run.columns.relayed[row]);
  if (!found?.data) return null;
  const title = `What ${run.name(run.at("relay", row))} passed on, ${format}`;
  const same = format === run.at("format", row) && await run.bytes(format, run.columns.bytes[row]);
  return alone(
    title,
    found,
    same?.data && firstDifference(same.data, found.data) === undefined && ": the bytes that it read",
  );
}

function alone(title, found, more) {
  return [
    h("h2", {}, title),
    h("p", {}, size(found), more),
    table(["bytes"], pieces(found).map((one) => [one, null, ""]), -1),
  ];
}

function table(heads, rows, first) {
  const two = heads.length > 1;
  const columns = two ? [...heads, "difference"] : heads;
  const head = h("tr", {}, columns.map((one) => h("th", { scope: "col" }, one)));
  const body = rows.map(([one, other, state], at) =>
    h(
      "tr",
      { class: at === first ? "first-difference" : state && "different" },
      piece(one),
      two && piece(other),
      two && h("td", { class: "state" }, at === first && h("b", {}, "first difference: "), state),
    )
  );
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": "bytes" },
    h("table", { class: "dump" }, h("thead", {}, head), h("tbody", {}, body)),
  );
}

function piece(one) {
  if (!one) return h("td", { class: "empty" });
  return h(
    "td",
    { style: `--depth: ${Math.min(one.depth, 12)}` },
    folded(one.what, { class: "what" }),
    one.how && h("span", { class: "how" }, one.how),
    h("div", { class: "raw" }, `${one.offset.toString(16).padStart(4, "0")} `, folded(one.raw)),
  );
}

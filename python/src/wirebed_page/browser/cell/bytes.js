// The bytes of a cell as an annotated dump, beside what another writer wrote for the same case.

import { align, firstDifference, REORDERED } from "wirebed/cell/align.js";
import { payload } from "wirebed/cell/payload.js";
import * as places from "wirebed/cell/places.js";
import { code, count, folded, h, p, replace } from "wirebed/lib/dom.js";
import { onlyDifferent, switchOf } from "wirebed/lib/filters.js";
import { EXACT } from "wirebed/lib/signs.js";
import { plainTable } from "wirebed/lib/table.js";

const MANY = 40; // rows: of more, only those with a mark are shown at first
const IN_VALUE = "◆ the value differs";

export async function section(run, row, reader, settings) {
  const bytesOf = (row) => payload(run, run.at("format", row), run.columns.bytes[row]);
  const own = await bytesOf(row);
  if (own === undefined) return null;
  const head = h("h2", "Bytes");
  if (own.size === null) return [head, p("The values beside the report do not have these bytes.")];
  const others = beside(run, row, reader);
  const first = mostTelling(run, row, others);
  const place = h("div");
  const fill = async () => {
    const chosen = others.find(({ id }) => id === settings.get("beside")) ?? first;
    const other = chosen && await bytesOf(chosen.row);
    replace(place, compared(run, [row, own], [chosen?.row, other], settings, fill));
  };
  await fill();
  const choose = ({ target }) => (settings.set("beside", target.value), fill());
  return [head, others.length > 0 && chooser(run, others, row, settings.get("beside") ?? first.id, choose), place];
}

// Another writer's bytes, or those of a golden, of the same case: a row for each. Where this reader read them, it is the
// row that says what became of them.
function beside(run, row, reader) {
  const rows = new Map();
  for (const other of run.like(row, "case", "format", "leg", "relay")) {
    const id = [run.at("writer", other), run.at("source", other)].filter(Boolean).join(" ");
    if (other === row || run.columns.bytes[other] < 0 || run.same(row, other, "writer", "source")) continue;
    const isRead = run.readers(other).includes(reader);
    if (!rows.has(id) || isRead) rows.set(id, { id, row: other, isRead });
  }
  return [...rows.values()];
}

// Other bytes that this reader reads with another result tell the most.
function mostTelling(run, row, others) {
  const score = ({ row: other, isRead }) =>
    2 * !run.same(row, other, "bytes") + (isRead && run.sign(other) !== run.sign(row)) +
    (isRead && run.sign(other) === EXACT);
  return others.toSorted((one, other) => score(other) - score(one))[0];
}

function chooser(run, others, row, chosen, onchange) {
  const option = ({ id, row: other, isRead }) => {
    const same = run.same(row, other, "bytes") && "the same bytes";
    const text = [run.writer(other), isRead && run.sign(other), same].filter(Boolean).join("  ");
    return h("option", { value: id, selected: id === chosen }, text);
  };
  return p(h("label", "B, beside it: ", h("select", { onchange }, others.map(option))));
}

function compared(run, [row, own], [otherRow, other], settings, fill) {
  const a = origin(run, "A", row, own);
  const { reject, differences = [] } = run.detail(row);
  const paths = reject ? [] : differences.map(({ path }) => path);
  const inValue = new Set([own, other].flatMap((one) => [...places.at(paths, one?.pieces ?? [])]));
  if (!other?.data) return [p(a), marks(paths, inValue, []), dump(own.pieces, inValue)];
  const rows = align(own.pieces, other.pieces, [own.whole, other.whole]);
  const different = rows.filter(([, , state]) => state);
  const marked = rows.filter(([one, other, state]) => state || inValue.has(one) || inValue.has(other));
  const isShort = onlyDifferent(settings, "bytes", rows.length > MANY);
  const kept = !isShort ? rows : marked.length ? marked : rows.slice(0, MANY);
  const text = marked.length ? "only the rows with a mark" : `only the first ${MANY} rows`;
  // Another order alone is the lesser difference.
  const first = different.find(([, , state]) => state !== REORDERED) ?? different[0];
  const heads = ["A", "B", "difference"];
  return [
    p(a, h("br"), origin(run, "B", otherRow, other)),
    p(inWords(own, other, different)),
    marks(paths, inValue, different),
    (kept.length < rows.length || settings.get("bytes")) &&
    switchOf(settings, "bytes", isShort, fill, text, `${kept.length} of ${count(rows.length, "row")}`),
    plainTable("bytes", heads, kept.map((row) => alignedLine(row, row === first, inValue)), { kind: "dump" }),
  ];
}

// What the marks of the rows say: where the value differs that was read from A, and where the bytes of B do.
function marks(paths, inValue, different) {
  return [
    paths.length > 0 && !inValue.size && p("No row of the dump is of a place where the value differs."),
    inValue.size + different.length > 0 && h("ul.legend", [
      inValue.size > 0 && h("li", h("span.in-value", IN_VALUE), " A was read otherwise at this place"),
      different.length > 0 && h("li.different", h("span", "B has other bytes")),
      different.length > 0 && h("li.first-difference", h("span", "the first of these rows")),
    ]),
  ];
}

function origin(run, side, row, bytes) {
  const source = run.at("source", row);
  const text = `${side}: ${run.name(run.at("writer", row))}, ${size(bytes)}`;
  return source ? [text, ", ", code(source)] : text;
}

function size({ size, data, whole }) {
  const all = count(size, "byte");
  if (data.length < size) return `cut at ${count(data.length, "byte")} of ${all}`;
  return whole ? all : `${all}, of which the dump has the beginning`;
}

function inWords(own, other, different) {
  const at = firstDifference(own.data, other.data);
  if (at === undefined) return own.size === other.size ? "The same bytes." : "What is shown of both is the same.";
  const moved = different.filter(([, , state]) => state === REORDERED).length;
  return [
    different.length > 0 && count(different.length, "row differs", "rows differ"),
    moved > 0 && `, ${moved} of them only in their order`,
    different.length > 0 && ". ",
    `The first byte that differs is byte ${at} (0x${at.toString(16)}).`,
  ];
}

// What a refused write left in the output of its user.
export async function left(run, row) {
  const { left } = run.detail(row);
  const bytes = await payload(run, run.at("format", row), left?.bytes ?? -1);
  return bytes?.data && alone("What was half-written", { ...bytes, size: left.size });
}

// What a relay passed on.
export async function relayed(run, row) {
  const format = run.data.legs?.[run.at("leg", row)].into || run.at("format", row);
  const bytes = await payload(run, format, run.columns.relayed[row]);
  if (!bytes?.data) return null;
  const read = format === run.at("format", row) && await payload(run, format, run.columns.bytes[row]);
  const isSame = read?.data && firstDifference(read.data, bytes.data) === undefined;
  const title = `What ${run.name(run.at("relay", row))} passed on, ${format}`;
  return alone(title, bytes, isSame && ": the bytes that it read");
}

function alone(title, bytes, more) {
  return [h("h2", title), p(size(bytes), more), dump(bytes.pieces)];
}

function dump(pieces, inValue) {
  return plainTable("bytes", ["bytes"], pieces.map((one) => h("tr", piece(one, inValue))), { kind: "dump" });
}

function alignedLine([own, other, state], isFirst, inValue) {
  const difference = h("td.state", isFirst && h("b", "first difference: "), state);
  const pieces = [own, other].map((one) => piece(one, inValue));
  return h("tr", { class: isFirst ? "first-difference" : state && "different" }, pieces, difference);
}

function piece(one, inValue) {
  if (!one) return h("td.empty");
  const isMarked = inValue?.has(one);
  return h(
    "td",
    { style: `--depth: ${Math.min(one.depth, 12)}`, class: isMarked && "in-value" },
    isMarked && h("div", h("b", IN_VALUE)),
    folded(one.what, { class: "what" }),
    one.how && h("span.how", one.how),
    h("div.raw", `${one.offset.toString(16).padStart(4, "0")} `, folded(one.raw)),
  );
}

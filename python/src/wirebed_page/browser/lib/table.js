// Tables: as they are, of facts about one thing, and those that sort by their heads and show long lists in parts.

import { count, h, p, replace } from "wirebed/lib/dom.js";
import { figure, whole } from "wirebed/lib/figures.js";

// What may be wider than the page scrolls on its own. It is a group and no landmark: a view has many tables, and a section
// around one has its name already.
export function wide(label, ...content) {
  return h("div.wide", { tabindex: 0, role: "group", "aria-label": label }, content);
}

// `rows`: lists of contents, of which the first heads its row, or elements such as a whole `tbody`.
export function plainTable(label, heads, rows, { kind, caption } = {}) {
  const bodies = rows.some((row) => row.tagName === "TBODY") ? rows : h("tbody", rows.map(line));
  const head = heads.length > 0 && h("thead", h("tr", heads.map((one) => cell("th", one, "col"))));
  return wide(label, h("table", { class: kind }, caption && h("caption", caption), head, bodies));
}

function line(row) {
  if (row instanceof Element) return row;
  return h("tr", row.map((content, at) => at ? cell("td", content) : cell("th", content, "row")));
}

function cell(tag, content, scope) {
  return content instanceof HTMLTableCellElement ? content : h(tag, { scope }, content);
}

// What is known of one thing: [head, content]; what is empty is left out.
export function facts(caption, pairs) {
  const known = pairs.filter(([, content]) => content !== null && content !== undefined && content !== "");
  return plainTable(caption, [], known, { kind: "facts", caption });
}

// A column of a table that sorts: its head, the text of a row by which it is sorted, and the content where it is another.
export function column(head, text, content = text) {
  return { head, text, content };
}

export function numbers(head, text, content = (row) => whole(text(row))) {
  return { head, text, content, isNumber: true };
}

// With three digits; empty where there is no number.
export function figures(head, text) {
  return numbers(head, text, (row) => text(row) === undefined || text(row) === null ? "" : figure(text(row)));
}

const PART = 200;

// `by`: the column that it is sorted by at first, and `down` whether from the greatest.
export function table(columns, rows, { caption, by = -1, down = false } = {}) {
  let shown = PART;
  const [body, more] = [h("tbody"), h("p")];
  const sortBy = (at) => () => {
    down = by === at && !down;
    by = at;
    show();
  };
  const heads = columns.map(({ head }, at) =>
    h("th", { scope: "col" }, h("button", { type: "button", onclick: sortBy(at) }, head))
  );
  const showMore = () => (shown += 10 * PART, show());
  const show = () => {
    const sorted = by < 0 ? rows : order(rows, columns[by], down);
    heads.forEach((head, at) => head.setAttribute("aria-sort", at !== by ? "none" : down ? "descending" : "ascending"));
    replace(body, sorted.slice(0, shown).map((row) => line(columns.map((one) => cellOf(one, row)))));
    const left = count(rows.length - shown, "row is", "rows are");
    replace(
      more,
      rows.length > shown && h("button", { type: "button", onclick: showMore }, `Show more: ${left} left`),
    );
  };
  show();
  return [wide(caption, h("table", caption && h("caption", caption), h("thead", h("tr", heads)), body)), more];
}

function cellOf({ content, isNumber }, row) {
  return isNumber ? h("td.number", content(row)) : content(row);
}

function order(rows, { text, isNumber }, down) {
  const compare = isNumber
    ? (one, other) => (text(one) ?? -Infinity) - (text(other) ?? -Infinity)
    : (one, other) => String(text(one)).localeCompare(String(text(other)), "en", { numeric: true });
  return rows.toSorted((one, other) => down ? compare(other, one) : compare(one, other));
}

// `No cell matches these filters.`, or what there is.
export function orNone(rows, what, make) {
  return rows.length ? make(rows) : p(`No ${what} matches these filters.`);
}

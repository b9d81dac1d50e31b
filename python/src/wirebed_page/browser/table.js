// Tables that sort by their heads, and that show long lists in parts.

import { count, h, replace } from "wirebed/dom.js";

const PART = 200;

// `columns`: {head, text(row), content(row), number: true}; `content` is what is shown where it is not the text.
// `by`: the column that it is sorted by at first, and `down` whether from the greatest.
export function table(columns, rows, { caption, by = -1, down = false } = {}) {
  const state = { by, down, shown: PART };
  const body = h("tbody");
  const heads = columns.map((column, at) => {
    const sort = () => {
      state.down = state.by === at && !state.down;
      state.by = at;
      show();
    };
    return h("th", { scope: "col" }, h("button", { type: "button", onclick: sort }, column.head));
  });
  const more = h("p");
  const show = () => {
    const sorted = state.by < 0 ? rows : order(rows, columns[state.by], state.down);
    heads.forEach((head, at) =>
      head.setAttribute("aria-sort", at !== state.by ? "none" : state.down ? "descending" : "ascending")
    );
    replace(body, sorted.slice(0, state.shown).map((row) => line(columns, row)));
    const left = rows.length - state.shown;
    replace(
      more,
      left > 0 &&
        h(
          "button",
          { type: "button", onclick: () => ((state.shown += 10 * PART), show()) },
          `Show more: ${count(left, "row is", "rows are")} left`,
        ),
    );
  };
  show();
  const head = h("thead", {}, h("tr", {}, heads));
  return [
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": caption },
      h("table", {}, caption && h("caption", {}, caption), head, body),
    ),
    more,
  ];
}

function line(columns, row) {
  return h(
    "tr",
    {},
    columns.map((column, at) => {
      const content = column.content ? column.content(row) : column.text(row);
      return at ? h("td", { class: column.number && "number" }, content) : h("th", { scope: "row" }, content);
    }),
  );
}

function order(rows, { text, number }, down) {
  const compare = number
    ? (one, other) => (text(one) ?? -Infinity) - (text(other) ?? -Infinity)
    : (one, other) => String(text(one)).localeCompare(String(text(other)), "en", { numeric: true });
  return [...rows].sort((one, other) => down ? compare(other, one) : compare(one, other));
}

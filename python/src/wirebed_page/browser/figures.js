// Figures as text, as the terminal writes them: 0.238, 71.7, 1,234.

import { h } from "wirebed/dom.js";

export function figure(value, digits = 3) {
  if (value === null || value === undefined) return "unknown";
  return value >= 10 ** (digits - 1)
    ? Math.round(value).toLocaleString("en")
    : String(Number(value.toPrecision(digits)));
}

// A number with all its digits; empty where there is none.
export function whole(value) {
  return value === null || value === undefined ? "" : value.toLocaleString("en");
}

// `108 [101, 116]`; an interval without an end is left out.
export function between(value, low, high) {
  const ends = low === null || low === undefined || high === null || high === undefined || low === high;
  return ends ? figure(value) : `${figure(value)} [${figure(low)}, ${figure(high)}]`;
}

// A table of what is known of one thing: [head, content]; what is empty is left out.
export function facts(caption, pairs) {
  const known = pairs.filter(([, content]) => content !== null && content !== undefined && content !== "");
  return h(
    "div",
    { class: "wide" },
    h(
      "table",
      { class: "facts" },
      h("caption", {}, caption),
      h(
        "tbody",
        {},
        known.map(([head, content]) => h("tr", {}, h("th", { scope: "row" }, head), h("td", {}, content))),
      ),
    ),
  );
}

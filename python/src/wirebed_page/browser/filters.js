// A row of choices, which stand in the address: a filtered view can be linked.

import { h } from "wirebed/dom.js";
import { setQuery } from "wirebed/route.js";

// `choices`: [name, label, options, none]; `changed` is called with the new query. An option is a text, or [value, text];
// `none` is the text where nothing is chosen, and null where one is always chosen.
export function filters(choices, query, changed) {
  const now = { ...query };
  const change = (name) => (event) => {
    now[name] = event.target.value;
    setQuery(now);
    changed({ ...now });
  };
  return h(
    "form",
    { class: "filters", onsubmit: (event) => event.preventDefault() },
    choices.map(([name, label, options, none]) =>
      h(
        "label",
        {},
        `${label} `,
        options ? select(name, options, now[name], change(name), none) : text(now[name], change(name)),
      )
    ),
  );
}

function select(name, options, chosen, change, none = "all") {
  const all = [...(none === null ? [] : [["", none]]), ...options.map((one) => Array.isArray(one) ? one : [one, one])];
  return h(
    "select",
    { name, onchange: change },
    all.map(([value, text]) => h("option", { value, selected: value === (chosen ?? "") }, text)),
  );
}

function text(value, change) {
  return h("input", { type: "search", value: value ?? "", oninput: change });
}

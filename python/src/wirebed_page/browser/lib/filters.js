// What a person chooses in a view. It stands in the address, so that a link shows the same.

import { setQuery } from "wirebed/lib/address.js";
import { h, replace } from "wirebed/lib/dom.js";

// A row of choices, and below it what `show` makes of the query, again after each choice. `choices`: [name, label,
// options, none]. An option is a text, or [value, text]; without options the choice is a text that is typed. `none` is the
// text where nothing is chosen, and null where one is always chosen.
export function filtered(choices, query, show, kind) {
  const place = h("div", { class: kind });
  const fill = (now) => replace(place, show(now));
  fill(query);
  return [filters(choices, query, fill), place];
}

export function filters(choices, query, changed) {
  const now = { ...query };
  const change = ({ target }) => {
    now[target.name] = target.value;
    setQuery(now);
    changed({ ...now });
  };
  const control = (name, options, none) =>
    options
      ? select(name, options, now[name], change, none)
      : h("input", { type: "search", name, value: now[name] ?? "", oninput: change });
  const labels = choices.filter(Boolean).map(([name, label, options, none]) =>
    h("label", `${label} `, control(name, options, none))
  );
  return h("form.filters", { onsubmit: (event) => event.preventDefault() }, labels);
}

function select(name, options, chosen, onchange, none = "all") {
  const all = [...(none === null ? [] : [["", none]]), ...options.map((one) => Array.isArray(one) ? one : [one, one])];
  const option = ([value, text]) => h("option", { value, selected: value === (chosen ?? "") }, text);
  return h("select", { name, onchange }, all.map(option));
}

// Whether a thing has what the query asks for under these names.
export function matches(query, thing) {
  for (const name of Object.keys(thing)) if (query[name] && query[name] !== thing[name]) return false;
  return true;
}

// Whether a text has all words of another one, also as parts of its own words.
export function hasWords(text, words = "") {
  return words.toLowerCase().split(/[\s,;]+/).every((word) => text.toLowerCase().includes(word));
}

// What is chosen in one part of a view.
export function settingsOf(query) {
  const chosen = { ...query };
  return {
    get: (name) => chosen[name],
    set(name, value) {
      chosen[name] = value;
      setQuery(chosen);
    },
  };
}

// Whether only what differs is to be shown. Where nothing is chosen, it is as `usual`.
export function onlyDifferent(settings, name, usual) {
  return settings.get(name) ? settings.get(name) === "differ" : usual;
}

// A box that shows only what differs or all; `fill` shows it anew.
export function switchOf(settings, name, on, fill, text, more) {
  const onchange = ({ target }) => (settings.set(name, target.checked ? "differ" : "all"), fill());
  const box = h("input", { type: "checkbox", checked: on, onchange });
  return h("p.switch", h("label", box, ` ${text}`), ` (${more})`);
}

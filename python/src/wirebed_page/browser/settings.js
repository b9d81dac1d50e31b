// What a person chooses within a view. It stands in the address, so that a link shows the same.

import { h } from "wirebed/dom.js";
import { setQuery } from "wirebed/route.js";

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

// A box that is ticked or not; `changed` is called with whether it is.
export function switchOf(text, on, changed, more) {
  const box = h("input", { type: "checkbox", checked: on, onchange: (event) => changed(event.target.checked) });
  return h("p", { class: "switch" }, h("label", {}, box, ` ${text}`), more && ` (${more})`);
}

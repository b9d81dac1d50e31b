// Deviation entries: what each states, why, and by what authority.

import { h } from "wirebed/dom.js";

const ADDRESS = /(https:\/\/[^\s<>"'()]*[^\s<>"'().,;:])/;

export async function section(run, row) {
  const { entries = [] } = run.detail(row);
  const found = await run.entries(entries);
  return found.length > 0 && [h("h2", {}, "Pinned by"), found.map(entry)];
}

export function entry({ name, states, nature, reason, authority, where }) {
  const head = h("h3", {}, h("code", {}, name));
  if (states === undefined) {
    return h("article", { class: "entry" }, head, h("p", {}, "The bed no longer has this entry."));
  }
  return h(
    "article",
    { class: "entry" },
    head,
    h("p", {}, h("b", {}, nature), `, states: ${states}`),
    h("p", {}, linked(reason)),
    h("p", { class: "quiet" }, "Authority: ", linked(authority)),
    where && h("p", { class: "quiet" }, h("code", {}, where)),
  );
}

// A text with its https addresses as links; anything else stays text.
export function linked(text) {
  return text.split(ADDRESS).map((part, at) => at % 2 ? h("a", { href: part, rel: "noreferrer" }, part) : part);
}

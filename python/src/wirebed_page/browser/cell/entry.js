// Deviation entries: what each states, why, and by what authority.

import { code, h, p } from "wirebed/lib/dom.js";

const ADDRESS = /(https:\/\/[^\s<>"'()]*[^\s<>"'().,;:])/;

export async function list(run, numbers = []) {
  return (await run.entries(numbers)).map(entry);
}

export function entry({ name, states, nature, reason, authority, where }) {
  const head = h("h3", code(name));
  if (states === undefined) return h("article.entry", head, p("The bed no longer has this entry."));
  return h(
    "article.entry",
    head,
    p(h("b", nature), `, states: ${states}`),
    p(linked(reason)),
    h("p.quiet", "Authority: ", linked(authority)),
    where && h("p.quiet", code(where)),
  );
}

// A text with its https addresses as links; anything else stays text.
export function linked(text) {
  return text.split(ADDRESS).map((part, at) => at % 2 ? h("a", { href: part, rel: "noreferrer" }, part) : part);
}

// The signs under which cells count, with their words and styles (page/signs.py). Each has a sign beside its colour.

import { block } from "wirebed/data.js";
import { h } from "wirebed/dom.js";

// The best first: {sign, name, words}.
export const SIGNS = await block("signs");
const BY_SIGN = new Map(SIGNS.map((one, rank) => [one.sign, { ...one, rank }]));

export function rank(sign) {
  return BY_SIGN.get(sign).rank;
}

export function words(sign) {
  return BY_SIGN.get(sign).words;
}

export function style(sign) {
  return `sign-${BY_SIGN.get(sign).name}`;
}

// The worst sign of a map of counts.
export function worst(counts) {
  return [...counts.keys()].reduce((one, other) => rank(other) > rank(one) ? other : one);
}

export function mark(sign) {
  return h("span", { class: `sign ${style(sign)}`, title: words(sign) }, sign);
}

export function legend() {
  return h("ul", { class: "legend" }, SIGNS.map(({ sign, words }) => h("li", {}, mark(sign), ` ${words}`)));
}

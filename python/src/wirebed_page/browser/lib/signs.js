// The signs under which cells count, with their words and styles (wirebed_page/signs.py). Each has a sign beside its colour.

import { block } from "wirebed/lib/data.js";
import { a, count, h } from "wirebed/lib/dom.js";

// The best first: {sign, name, words}.
export const SIGNS = await block("signs");
export const EXACT = SIGNS[0].sign;
const BY_SIGN = new Map(SIGNS.map((one, rank) => [one.sign, { ...one, rank }]));

export const rank = (sign) => BY_SIGN.get(sign).rank;
export const style = (sign) => `sign-${BY_SIGN.get(sign).name}`;

export function mark(sign) {
  return h("span.sign", { class: style(sign), title: BY_SIGN.get(sign).words }, sign);
}

export function legend() {
  return h("ul.legend", SIGNS.map(({ sign, words }) => h("li", mark(sign), ` ${words}`)));
}

// What a filter by sign offers.
export function options(isShown = () => true) {
  return SIGNS.filter(({ sign }) => isShown(sign)).map(({ sign, words }) => [sign, `${sign} ${words}`]);
}

// The signs of a map of counts, the best first.
export function inOrder(counts) {
  return SIGNS.filter(({ sign }) => counts.has(sign)).map(({ sign, words }) => [sign, counts.get(sign), words]);
}

// A cell of a table for counts by sign: the worst, and `9≠ 6✗`, or a number alone where all are exact; then `more`.
export function square(counts, href, ...more) {
  if (!counts) return h("td.empty");
  const each = inOrder(counts);
  const [worst] = each.at(-1);
  const total = each.reduce((sum, [, number]) => sum + number, 0);
  const text = worst === EXACT ? total : each.map(([sign, number]) => `${number}${sign}`).join(" ");
  const content = [mark(worst), ` ${text}`];
  return h("td", { class: style(worst), title: count(total, "cell") }, href ? a(href, content) : content, more);
}

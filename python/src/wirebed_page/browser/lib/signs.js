// The signs under which cells count, with their words and styles (wirebed_page/signs.py). Each has a sign beside its colour.

import { block } from "wirebed/lib/data.js";
import { count, h } from "wirebed/lib/dom.js";

// In the order of columns and legends: {sign, name, words, rank}.
export const SIGNS = await block("signs");
export const EXACT = SIGNS[0].sign;
// A refusal by code of the bed says nothing of a library. It is the sign and the colour of a square only where there is
// nothing else.
const OURS = SIGNS.find(({ name }) => name === "ours").sign;
const BY_SIGN = new Map(SIGNS.map((one) => [one.sign, one]));

// How harmful a sign is, from 0 for the best one.
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

// The signs of a map of counts, in their order.
export function inOrder(counts) {
  return SIGNS.filter(({ sign }) => counts.has(sign)).map(({ sign, words }) => [sign, counts.get(sign), words]);
}

function mostHarmful(signs) {
  const judged = signs.filter((sign) => sign !== OURS);
  return judged.length ? judged.reduce((one, other) => rank(other) > rank(one) ? other : one) : OURS;
}

// A cell of a table for counts by sign: the share that is exact, how many of how many, the others by sign, and the most
// harmful one in the corner; then `more`. A screen reader hears the counts in words.
export function square(counts, href, ...more) {
  if (!counts) return h("td.empty");
  const each = inOrder(counts);
  const worst = mostHarmful([...counts.keys()]);
  const total = each.reduce((sum, [, number]) => sum + number, 0);
  const exact = counts.get(EXACT) ?? 0;
  const others = each.filter(([sign]) => sign !== EXACT).map(([sign, number]) => `${number}${sign}`).join(" ");
  const content = [
    h("span.corner", worst),
    h("b", `${Math.floor(100 * exact / total)} %`),
    h("small", ` of ${total}`),
    others && h("small.others", others),
  ];
  const words = each.map(([, number, words]) => `${number.toLocaleString("en")} ${words}`).join(", ");
  const title = `${count(total, "cell")}: ${words}`;
  const labelled = href
    ? h("a", { href, "aria-label": title }, content)
    : [h("span.heard", title), h("span", { "aria-hidden": "true" }, content)];
  return h("td.square", { class: style(worst), title }, labelled, more);
}

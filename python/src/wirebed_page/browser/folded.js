// Long texts: their beginning, and the whole by a click.

import { h } from "wirebed/dom.js";

const LONG = 150; // characters; a cut leaves surrogate pairs whole

export function folded(text, attributes = {}) {
  if (text.length <= LONG) return h("code", attributes, text);
  return h("details", attributes, h("summary", {}, h("code", {}, short(text))), h("code", {}, text));
}

export function short(text) {
  return text.length <= LONG ? text : `${[...text].slice(0, LONG).join("")} …`;
}

// Elements. Text becomes text nodes alone, so a value of a payload is never read as HTML.

// h("p.quiet", { title }, "text", element): a tag with its classes, its attributes if it has any, and its children, which
// are texts, elements, or lists of these. What is null, undefined or false is left out. `onclick` and the like listen.
export function h(tag, ...content) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  const attributes = content[0]?.constructor === Object ? content.shift() : {};
  for (const [name, value] of Object.entries(attributes)) {
    if (isNothing(value)) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  if (classes.length) element.classList.add(...classes);
  append(element, content);
  return element;
}

function isNothing(thing) {
  return thing === null || thing === undefined || thing === false;
}

export const p = (...content) => h("p", content);
export const a = (href, ...content) => h("a", { href }, content);
export const code = (text) => h("code", text);

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (!isNothing(child)) element.append(child instanceof Node ? child : visible(String(child)));
  }
}

export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

// Controls, marks of direction and lone surrogates as escapes: they would hide what a value has, or turn the line around.
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function visible(text) {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);
}

// Parts of a text that are text and code in turn, beginning with text.
export function coded(parts) {
  return parts.map((part, at) => at % 2 ? code(part) : part);
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

const LONG = 150; // characters; a cut leaves surrogate pairs whole

// A long text by its beginning, and the whole by a click.
export function folded(text, attributes = {}) {
  if (text.length <= LONG) return h("code", attributes, text);
  return h("details", attributes, h("summary", code(short(text))), code(text));
}

export function short(text) {
  return text.length <= LONG ? text : `${[...text].slice(0, LONG).join("")} …`;
}

// A part whose content is made when it is first opened.
export function later(summary, make) {
  const place = h("div");
  const open = async (event) => {
    if (event.target.open && !place.firstChild) replace(place, await make());
  };
  return h("details", { ontoggle: open }, h("summary", summary), place);
}

// Files of the repository are links where the page lies in its build/report, as it does where it was made; that of another
// bed lies two folders deeper.
const IN_REPOSITORY = /\/build\/report\/(beds\/[^/]*\/)?[^/]*$/.exec(location.pathname);
const TO_ROOT = IN_REPOSITORY?.[1] ? "../../../.." : "../..";

export function file(path) {
  return IN_REPOSITORY ? a(`${TO_ROOT}/${path.split("/").map(encodeURIComponent).join("/")}`, code(path)) : code(path);
}

// Elements. Text becomes text nodes alone, so a value of a payload is never read as HTML.

// An element with its attributes and children: strings, numbers, elements, or lists of these; null and false are left
// out. An attribute that begins with `on` is a listener; `false` and null leave an attribute out.
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
}

export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

// Controls, marks of direction and lone surrogates as escapes: they would hide what a value has, or turn the line around.
const HIDDEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function visible(text) {
  return text.replace(HIDDEN, (found) => `\\u{${found.codePointAt(0).toString(16)}}`);
}

// Parts of a text that are text and code in turn, beginning with text.
export function coded(parts) {
  return parts.map((part, at) => at % 2 ? h("code", {}, part) : part);
}

export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

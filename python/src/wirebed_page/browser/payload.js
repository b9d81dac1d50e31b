// The bytes that a writer wrote, cut where they are long, with the lines of their annotated dump (page/payloads.py).

// `size` is that of the whole; null where the values beside the report do not have the bytes. `data` may be cut, and so
// may the lines; `whole` says that neither is.
export function payload({ size, text, hex, labels, lines }, number) {
  if (size[number] === null) return { size: null };
  const isText = text[number] !== null;
  const data = isText ? new TextEncoder().encode(text[number]) : fromHex(hex[number]);
  const found = annotated(labels, lines, number);
  const end = found.length ? found.at(-1).offset + found.at(-1).length : data.length;
  return { size: size[number], isText, data, lines: found, whole: data.length >= size[number] && end >= data.length };
}

function annotated(labels, { step, length, depth, label, value }, number) {
  let offset = 0;
  return step[number].map((steps, at) => {
    offset += steps;
    const [name, how] = labels[label[number][at]];
    return { offset, length: length[number][at], depth: depth[number][at], label: name, value: value[number][at], how };
  });
}

function fromHex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

export function toHex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

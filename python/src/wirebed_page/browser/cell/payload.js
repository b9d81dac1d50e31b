// The bytes that a writer wrote, cut where they are long (page/payloads.py), in pieces that can be compared: the lines of
// the annotated dump, the parts of a text, or rows of plain hex.

import { elements } from "wirebed/cell/text_places.js";
import { block } from "wirebed/lib/data.js";

const ROW = 16;

// `size` is that of the whole; null where the values beside the report do not have the bytes. `data` may be cut, and so
// may the pieces; `whole` says that neither is. Undefined where the page has none.
export async function payload(run, format, number) {
  if (number < 0) return undefined;
  const { size: sizes, text, hex, labels, lines } = await block(`${run.suite}-bytes-${format}`);
  const size = sizes[number];
  if (size === null) return { size };
  const isText = text[number] !== null;
  const data = isText ? new TextEncoder().encode(text[number]) : fromHex(hex[number]);
  const dump = annotated(labels, lines, number, data, isText);
  const last = dump.at(-1) ?? { offset: 0, length: data.length };
  const whole = data.length >= size && last.offset + last.length >= data.length;
  const bare = dump.length ? dump : isText ? parts(data) : hexRows(data);
  return { size, data, whole, pieces: numbered(bare, data) };
}

// Each piece has its `offset`, `length`, `data` and `depth`; the `key` by which it is aligned; `what` it is, `how` it is
// encoded, and its `raw` bytes as they are shown; in an annotated dump the `path` of its place in the value, and in a
// text its `elements`. One with the same key and another `what` is `unlike`: `another value`.
function numbered(pieces, data) {
  const met = new Map();
  return pieces.map((piece) => {
    const times = (met.get(piece.key) ?? 0) + 1;
    met.set(piece.key, times);
    const own = data.slice(piece.offset, piece.offset + piece.length);
    return { depth: 0, how: "", raw: "", ...piece, data: own, key: `${piece.key}\n${times}` };
  });
}

// The key is the labels of the lines above, and its own.
function annotated(labels, lines, number, data, isText) {
  const above = [];
  let offset = 0;
  return lines.step[number].map((step, at) => {
    offset += step;
    const [length, depth, value] = ["length", "depth", "value"].map((name) => lines[name][number][at]);
    const [label, how, path] = labels[lines.label[number][at]];
    above.length = depth;
    above.push(label);
    const own = data.slice(offset, offset + length);
    const raw = isText ? decode(own).trimEnd() : toHex(own);
    const what = value ? `${label} = ${value}` : label;
    return { offset, length, depth, path, key: above.join("\n"), what, how, raw, unlike: "another value" };
  });
}

// A text breaks at its line ends and between two tags; the key is the word or the tag with which a part begins.
function parts(data) {
  let offset = 0;
  const texts = decode(data).split(/(?<=\n)|(?<=>)(?=<)/).filter(Boolean);
  const elementsOf = elements(texts);
  return texts.map((part, number) => {
    const key = /^\s*<?\/?[^\s:>/={]*/.exec(part)[0].trim();
    const length = new TextEncoder().encode(part).length;
    offset += length;
    const what = part.replace(/\n$/, "");
    return { offset: offset - length, length, key, what, elements: elementsOf[number], unlike: "another text" };
  });
}

function hexRows(data) {
  return Array.from({ length: Math.ceil(data.length / ROW) }, (_, at) => {
    const own = data.slice(at * ROW, (at + 1) * ROW);
    const what = Array.from(own, (byte) => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".").join("");
    return { offset: at * ROW, length: own.length, key: `${at}`, what, raw: toHex(own), unlike: "other bytes" };
  });
}

function decode(data) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
}

function fromHex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

function toHex(data) {
  return Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}

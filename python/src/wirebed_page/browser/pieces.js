// Bytes in pieces that can be compared: the lines of a dump, the parts of a text, or rows of plain hex.

import { toHex } from "wirebed/payload.js";

const ROW = 16;

// Each piece has its `offset`, `length`, `data` and `depth`; the `key` by which it is aligned; `what` it is, `how` it is
// encoded, and its `raw` bytes as they are shown. One with the same key and another `what` is `unlike`: `another value`.
export function pieces(payload) {
  const found = payload.lines.length ? annotated(payload) : payload.isText ? text(payload) : rows(payload);
  const met = new Map();
  return found.map((piece) => {
    const times = (met.get(piece.key) ?? 0) + 1;
    met.set(piece.key, times);
    const data = payload.data.slice(piece.offset, piece.offset + piece.length);
    return { depth: 0, how: "", raw: "", ...piece, data, key: `${piece.key}\n${times}` };
  });
}

// The key is the path: the labels of the lines above, and its own.
function annotated({ lines, data, isText }) {
  const above = [];
  return lines.map((line) => {
    const { offset, length, depth, label, value, how } = line;
    above.length = depth;
    above.push(label);
    const piece = data.slice(offset, offset + length);
    const raw = isText ? decode(piece).trimEnd() : toHex(piece);
    const what = value ? `${label} = ${value}` : label;
    return { offset, length, depth, key: above.join("\n"), what, how, raw, unlike: "another value" };
  });
}

// A text breaks at its line ends and between two tags; the key is the word or the tag with which a part begins.
function text({ data }) {
  let offset = 0;
  return decode(data).split(/(?<=\n)|(?<=>)(?=<)/).filter(Boolean).map((part) => {
    const key = /^\s*<?\/?[^\s:>/={]*/.exec(part)[0].trim();
    const length = new TextEncoder().encode(part).length;
    offset += length;
    return { offset: offset - length, length, key, what: part.replace(/\n$/, ""), unlike: "another text" };
  });
}

function rows({ data }) {
  return Array.from({ length: Math.ceil(data.length / ROW) }, (_, at) => {
    const piece = data.slice(at * ROW, (at + 1) * ROW);
    const what = Array.from(piece, (byte) => byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".").join("");
    return { offset: at * ROW, length: piece.length, key: `${at}`, what, raw: toHex(piece), unlike: "other bytes" };
  });
}

function decode(data) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
}

// Where the path of a value leads in XML and in protobuf's text format: among the elements, or among the fields.

const TAG = /<(?<end>\/?)(?<name>[^\s<>/!?]+)(?:[^<>"']|"[^"]*"|'[^']*')*?(?<empty>\/?)>(?<text>[^<]*)/g;
// A string may hold braces, so it is matched as a whole.
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const FIELD = new RegExp(
  String.raw`(?<end>\})|(?<name>\[[^\]]*\]|[\w.]+)\s*(?::?\s*(?<open>\{)|:\s*(?<text>${STRING}|[^\s,;{}]+))|${STRING}`,
  "g",
);
const STEP = /\["(?<text>(?:[^"\\]|\\.)*)"\]|\[(?<number>-?\d+|true|false)\]|\.?(?<name>\[[^\]]*\]|[^.[\]]+)/gy;
const NAMED = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
// What the key of an entry is that protobuf's text does not show.
const DEFAULTS = ["", "0", "false"];

// For each part of a text the elements that begin in it, or else the one that it is in. `within` leads from each to the
// outermost one, which is the whole text.
export function elements(parts) {
  const isXml = parts.join("").trimStart().startsWith("<");
  let open = { name: "", children: [], isXml };
  return parts.map((part) => {
    const around = open, own = [];
    for (const { groups: { name, text, end, empty, open: opens } } of part.matchAll(isXml ? TAG : FIELD)) {
      if (end) {
        open = open.within ?? open;
        continue;
      }
      if (!name) continue;
      const begun = { name: bare(name), text: isXml ? ofXml(text) : ofString(text), within: open, children: [], isXml };
      open.children.push(begun);
      own.push(begun);
      if (isXml ? !empty : opens) open = begun;
    }
    return own.length ? own : [around];
  });
}

// The elements at a path, or the closest ones around it. It is none where that would be the whole value.
export function at(path, [inner]) {
  let whole = inner;
  while (whole.within) whole = whole.within;
  // The root of XML stands for the value.
  let within = whole.isXml ? whole.children : [whole];
  let found = [];
  const steps = [...path.matchAll(STEP)].map(({ groups }) => groups);
  for (const [number, step] of steps.entries()) {
    const [next, inside] = step.name ? named(within, step.name) : held(within, step, steps[number + 1]?.name);
    if (!next.length) break;
    [found, within] = [next, inside];
  }
  return new Set(found);
}

// Whether one of the elements of a part is one of these, or in one of them.
export function isAmong(found, elements) {
  const isIn = (one) => found.has(one) || (one.within !== undefined && isIn(one.within));
  return elements.some(isIn);
}

function named(within, name) {
  const found = within.flatMap(({ children }) => children.filter((child) => child.name === bare(name)));
  return [found, found];
}

// The entry of a map, or the element of a list, and where the names after it are looked up. All of a list has the name
// of the field: elements beside each other, or one around them.
function held(within, { text, number }, nextName) {
  const [first] = within;
  const inFirst = within.length === 1 && first.isXml ? first.children : [];
  const wanted = text === undefined ? [number] : [fromJson(text)];
  const entries = [...within, ...inFirst].filter((one) =>
    isEntry(one) && key(one).some((known) => wanted.includes(known))
  );
  // A map has a key once.
  if (entries.length === 1) return [entries, entries[0].children.slice(-1)];
  if (text !== undefined || inFirst.some(isEntry)) return [[], []];
  const index = Number(number);
  const isAround = inFirst.length > 0 && (index > 0 || isList(inFirst, nextName));
  const found = (isAround ? inFirst : within).slice(index, index + 1);
  return [found, found];
}

// Whether these are the elements of a list and not the fields of its only element.
function isList(elements, nextName) {
  const names = new Set(elements.map(({ name }) => name));
  return names.size === 1 && !names.has(bare(nextName ?? ""));
}

function isEntry({ name, isXml, children }) {
  return isXml
    ? name === "entry"
    : children.length > 0 && children.every((child) => ["key", "value"].includes(child.name));
}

function key({ isXml, children: [first] }) {
  if (isXml) return first ? [first.text] : [];
  return first?.name === "key" ? [first.text] : DEFAULTS;
}

function ofXml(text) {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return NAMED[name] ?? whole;
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

// A string of protobuf's text format, whose escapes are those of C; anything else as it is.
function ofString(text = "") {
  if (!text.startsWith('"')) return text;
  const bytes = [];
  for (
    const [, octal, hex, letter, plain] of text.slice(1, -1).matchAll(
      /\\([0-7]{1,3})|\\x([\da-f]{1,2})|\\(.)|([^\\]+)/gi,
    )
  ) {
    if (octal) bytes.push(Number.parseInt(octal, 8));
    else if (hex) bytes.push(Number.parseInt(hex, 16));
    else bytes.push(...new TextEncoder().encode(plain ?? { n: "\n", r: "\r", t: "\t" }[letter] ?? letter));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

function fromJson(text) {
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    return null; // a key that is cut
  }
}

// A dump has the names of its bytes: `fUint32` for the field f_uint32, and `k` for the key of `map["k"]`.
export function bare(path) {
  return path.replaceAll(/\["(.*?)"\]/g, ".$1").replaceAll("_", "").toLowerCase();
}

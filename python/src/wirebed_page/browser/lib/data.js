// The data of the page. A block is unpacked when it is first asked for (page/packed.py packs it).

const unpacked = new Map();

// The data of a block; null where the page has no such block.
export function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, unpack(name));
  return unpacked.get(name);
}

async function unpack(name) {
  const element = document.getElementById(`block-${name}`);
  if (element === null) return null;
  const bytes = Uint8Array.from(atob(element.textContent), (char) => char.charCodeAt(0));
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

// A column of numbers: as they are, or by runs (page/number_runs.py).
export function whole(column) {
  if (Array.isArray(column)) return Int32Array.from(column);
  const { runs, lengths } = column;
  const numbers = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  runs.forEach((number, at) => numbers.fill(number, end, end += lengths[at]));
  return numbers;
}

// A list of objects with the same keys (page/number_runs.py).
export function rows({ length, columns }) {
  const objects = Array.from({ length }, () => ({}));
  for (const [name, { things, numbers }] of Object.entries(columns)) {
    whole(numbers).forEach((number, at) => {
      if (number >= 0) objects[at][name] = things[number];
    });
  }
  return objects;
}

export function add(counts, key, number = 1) {
  counts.set(key, (counts.get(key) ?? 0) + number);
  return counts;
}

export function unique(things) {
  return [...new Set(things)].filter((one) => one !== undefined && one !== "");
}

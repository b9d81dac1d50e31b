// The data of the page. A block is unpacked when it is first asked for (page/packed.py packs it).

const unpacked = new Map();

// The data of a block; null where the page has no such block.
export function block(name) {
  if (!unpacked.has(name)) unpacked.set(name, unpack(name));
  return unpacked.get(name);
}

export function has(name) {
  return document.getElementById(`block-${name}`) !== null;
}

async function unpack(name) {
  const text = await unpackText(name);
  return text === null ? null : JSON.parse(text);
}

export async function unpackText(name) {
  const element = document.getElementById(`block-${name}`);
  if (element === null) return null;
  const bytes = Uint8Array.from(atob(element.textContent), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return await new Response(stream).text();
}

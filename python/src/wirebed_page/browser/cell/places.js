// Which pieces of a dump or of a text are of the places at which a value differs.

import * as text from "wirebed/cell/text_places.js";

// The pieces at these paths or below them. Where a path has none, those of the closest place that holds it: the text of a
// date has no row for its nanoseconds. What names no place, as plain hex does, is of none.
export function at(paths, pieces) {
  return pieces[0]?.elements ? inText(paths, pieces) : inDump(paths, pieces);
}

function inText(paths, pieces) {
  const places = paths.map((path) => text.at(path, pieces[0].elements));
  return new Set(pieces.filter(({ elements }) => places.some((found) => text.isAmong(found, elements))));
}

function inDump(paths, pieces) {
  const named = pieces.filter(({ path }) => path !== undefined).map((piece) => ({
    piece,
    path: text.bare(piece.path),
  }));
  return new Set(paths.flatMap((path) => closest(named, text.bare(path))).map(({ piece }) => piece));
}

function closest(named, path) {
  const within = named.filter((one) => isIn(one.path, path));
  if (within.length) return within;
  // A row of the whole value would say nothing.
  const around = named.filter((one) => one.path && isIn(path, one.path));
  const longest = Math.max(...around.map((one) => one.path.length));
  return around.filter((one) => one.path.length === longest);
}

function isIn(path, outer) {
  return !outer || path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

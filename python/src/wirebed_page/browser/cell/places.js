// Which pieces of a dump are of the places at which a value differs.

// The pieces at these paths or below them. Where a path has none, those of the closest place that holds it: the text of a
// date has no row for its nanoseconds. What names no place, as plain hex does, is of none.
export function at(paths, pieces) {
  const named = pieces.filter(({ path }) => path !== undefined).map((piece) => ({ piece, path: bare(piece.path) }));
  return new Set(paths.flatMap((path) => closest(named, bare(path))).map(({ piece }) => piece));
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

// A dump has the names of its bytes: `fUint32` for the field f_uint32, and `k` for the key of `map["k"]`.
function bare(path) {
  return path.replaceAll(/\["(.*?)"\]/g, ".$1").replaceAll("_", "").toLowerCase();
}

// Long lists in few bytes (page/columns.py).

// A column of numbers: as they are, or by runs.
export function whole(column) {
  if (Array.isArray(column)) return Int32Array.from(column);
  const { runs, lengths } = column;
  const found = new Int32Array(lengths.reduce((sum, length) => sum + length, 0));
  let end = 0;
  runs.forEach((number, at) => found.fill(number, end, end += lengths[at]));
  return found;
}

// A list of objects with the same keys.
export function rows({ length, columns }) {
  const found = Array.from({ length }, () => ({}));
  for (const [name, { things, numbers }] of Object.entries(columns)) {
    whole(numbers).forEach((number, at) => {
      if (number >= 0) found[at][name] = things[number];
    });
  }
  return found;
}

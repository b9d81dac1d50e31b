// The pieces of one writer beside those of another, aligned by their keys.

export const REORDERED = "in another order";

// Rows of [piece, other piece, state]. They have the order of `ones`; what only the others have follows what it follows
// there. `state` is empty where both are the same. Of what is cut (not `whole`), no piece is said to be missing.
export function align(ones, others, [oneWhole, otherWhole]) {
  const byKey = new Map(others.map((other, at) => [other.key, at]));
  const known = new Set(ones.map(({ key }) => key));
  const inOrder = longestRise(ones.map(({ key }) => byKey.get(key)).filter((at) => at !== undefined));
  const rows = [];
  const alone = (at) => {
    for (; at < others.length && !known.has(others[at].key); at++) {
      rows.push([null, others[at], only("B", "A", oneWhole)]);
    }
  };
  alone(0);
  for (const one of ones) {
    const at = byKey.get(one.key);
    if (at === undefined) {
      rows.push([one, null, only("A", "B", otherWhole)]);
    } else {
      rows.push([one, others[at], compare(one, others[at]) || (inOrder.has(at) ? "" : REORDERED)]);
      alone(at + 1);
    }
  }
  return rows;
}

function only(side, other, whole) {
  return whole ? `only in ${side}` : `not in what is shown of ${other}`;
}

function compare(one, other) {
  if (one.what !== other.what) return one.unlike;
  return one.length === other.length && firstDifference(one.data, other.data) === undefined ? "" : "encoded otherwise";
}

// The offset of the first byte that is not the same in both; undefined where there is none.
export function firstDifference(one, other) {
  const both = Math.min(one.length, other.length);
  for (let at = 0; at < both; at++) if (one[at] !== other[at]) return at;
  return one.length === other.length ? undefined : both;
}

// The most of these numbers that stand in rising order.
function longestRise(numbers) {
  const before = [], length = [];
  numbers.forEach((number, at) => {
    [before[at], length[at]] = [-1, 1];
    for (let i = 0; i < at; i++) {
      if (numbers[i] < number && length[i] >= length[at]) [before[at], length[at]] = [i, length[i] + 1];
    }
  });
  const found = new Set();
  for (let at = length.indexOf(Math.max(...length)); at >= 0; at = before[at]) found.add(numbers[at]);
  return found;
}

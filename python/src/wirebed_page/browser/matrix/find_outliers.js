// What only one codec does, of the cells of a run.
//
// Two readers of the same bytes agree where they read the same value, or where both end with the same outcome and read
// none. One is alone where at least two others agree, and it does otherwise. A writer is alone in a case where, for each
// of its readers, at least two other writers give one result, and it gives another.

import { add } from "wirebed/lib/data.js";

const known = new WeakMap();

// `cells`: {role, codec, row, reader, other, others}, where `other` is a row of those that agree, which are `others`
// many; `compared`: role -> codec -> the number of payloads, or of cases, in which it was compared.
export function outliers(run) {
  if (!known.has(run)) {
    const results = Array.from({ length: run.length }, (_, row) => result(run, row));
    const reader = ofReaders(run, results), writer = ofWriters(run, results);
    const compared = { reader: reader.compared, writer: writer.compared };
    known.set(run, { cells: [...reader.cells, ...writer.cells], compared });
  }
  return known.get(run);
}

function ofReaders(run, results) {
  const cells = [], compared = new Map();
  const weight = (row) => run.readers(row).length;
  for (const rows of grouped(run, ["case", "leg", "format", "writer", "relay", "source"]).values()) {
    if (rows.reduce((sum, row) => sum + weight(row), 0) < 3) continue;
    for (const codec of rows.flatMap((row) => run.readers(row))) add(compared, codec);
    const outlier = outlierOf(rows, results, weight);
    if (!outlier) continue;
    const [reader] = run.readers(outlier.row);
    cells.push({ role: "reader", codec: reader, reader, ...outlier });
  }
  return { cells, compared };
}

function ofWriters(run, results) {
  const cells = [], compared = new Map();
  for (const rows of grouped(run, ["case", "leg", "format", "relay"]).values()) {
    if (rows.length < 3) continue;
    const here = new Map(), outliers = new Map();
    for (const [reader, written] of byReader(run, rows)) {
      if (written.length < 3) continue;
      for (const row of written) add(here, run.at("writer", row));
      const outlier = outlierOf(written, results, () => 1);
      if (outlier) push(outliers, run.at("writer", outlier.row), { reader, ...outlier });
    }
    for (const codec of here.keys()) add(compared, codec);
    for (const [codec, [first, ...more]] of outliers) {
      if (1 + more.length === here.get(codec)) cells.push({ role: "writer", codec, ...first });
    }
  }
  return { cells, compared };
}

// The rows that were written in the run, by each of their readers: one for each writer.
function byReader(run, rows) {
  const lists = new Map();
  for (const row of rows.filter((row) => run.kind(row) === "now")) {
    for (const reader of run.readers(row)) push(lists, reader, row);
  }
  return lists;
}

// The row that has another result than all others, which agree and are at least two. A row counts as `weight`.
function outlierOf(rows, results, weight) {
  if (rows.every((row) => results[row] === results[rows[0]])) return undefined;
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(results[row]);
    if (group) group.count += weight(row);
    else groups.set(results[row], { row, count: weight(row) });
  }
  if (groups.size !== 2) return undefined;
  const [fewer, more] = [...groups.values()].sort((one, other) => one.count - other.count);
  if (fewer.count > 1 || more.count < 2) return undefined;
  return { row: fewer.row, other: more.row, others: more.count };
}

// The number of what was read, or the outcome.
function result(run, row) {
  const view = run.read(row);
  return view < 0 ? run.detail(row).outcome : view;
}

// The rows, by what they have in these columns.
function grouped(run, names) {
  const columns = names.map((name) => run.columns[name]);
  const sizes = names.map((name) => run.things[name].length + 1);
  const lists = new Map();
  for (let row = 0; row < run.length; row++) {
    push(lists, columns.reduce((key, column, at) => key * sizes[at] + column[row] + 1, 0), row);
  }
  return lists;
}

function push(map, key, item) {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

// What only one codec does, of the cells of a run.
//
// Two readers of the same bytes agree where they read the same value, or where both end with the same outcome and read
// none. One is alone where at least two others agree, and it does otherwise. A writer is alone in a case where, for each
// of its readers, at least two other writers give one result, and it gives another.

import { kind } from "wirebed/listed.js";

const known = new WeakMap();

// `ones`: {role, codec, row, reader, other, others}, where `other` is a row of those that agree, which are `others` many;
// `compared`: role -> codec -> the number of payloads, or of cases, in which it was compared.
export function alone(run) {
  if (!known.has(run)) {
    const results = Array.from({ length: run.length }, (_, row) => result(run, row));
    const reader = ofReaders(run, results), writer = ofWriters(run, results);
    const compared = { reader: reader.compared, writer: writer.compared };
    known.set(run, { ones: [...reader.ones, ...writer.ones], compared });
  }
  return known.get(run);
}

function ofReaders(run, results) {
  const found = { ones: [], compared: {} };
  const weight = (row) => run.readers(row).length;
  for (const rows of grouped(run, ["case", "leg", "format", "writer", "relay", "source"]).values()) {
    if (rows.reduce((sum, row) => sum + weight(row), 0) < 3) continue;
    for (const row of rows) for (const codec of run.readers(row)) increment(found.compared, codec);
    const one = lone(rows, results, weight);
    if (!one) continue;
    const [reader] = run.readers(one.row);
    found.ones.push({ role: "reader", codec: reader, reader, ...one });
  }
  return found;
}

function ofWriters(run, results) {
  const found = { ones: [], compared: {} };
  for (const rows of grouped(run, ["case", "leg", "format", "relay"]).values()) {
    if (rows.length < 3) continue;
    const compared = {}, times = {}, first = {};
    for (const [reader, written] of byReader(run, rows)) {
      if (written.length < 3) continue;
      for (const row of written) increment(compared, run.at("writer", row));
      const one = lone(written, results, () => 1);
      if (!one) continue;
      const codec = run.at("writer", one.row);
      increment(times, codec);
      first[codec] ??= { role: "writer", codec, reader, ...one };
    }
    for (const codec of Object.keys(compared)) increment(found.compared, codec);
    found.ones.push(...Object.values(first).filter(({ codec }) => times[codec] === compared[codec]));
  }
  return found;
}

// The rows that were written in the run, by each of their readers: one for each writer.
function byReader(run, rows) {
  const found = new Map();
  for (const row of rows) {
    if (kind(run, row) === "now") { for (const reader of run.readers(row)) push(found, reader, row); }
  }
  return found;
}

// The row of the one that does otherwise than all others, which agree and are at least two. A row counts as `weight`.
function lone(rows, results, weight) {
  if (rows.every((row) => results[row] === results[rows[0]])) return undefined;
  const found = new Map();
  for (const row of rows) {
    const number = results[row];
    const group = found.get(number);
    if (group) group.count += weight(row);
    else found.set(number, { row, count: weight(row) });
  }
  if (found.size !== 2) return undefined;
  const [fewer, more] = [...found.values()].sort((one, other) => one.count - other.count);
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
  const found = new Map();
  for (let row = 0; row < run.length; row++) {
    push(found, columns.reduce((key, column, at) => key * sizes[at] + column[row] + 1, 0), row);
  }
  return found;
}

function push(map, key, item) {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function increment(counts, key) {
  counts[key] = (counts[key] ?? 0) + 1;
}

// The cells of one writer and one reader: what was written now, then goldens and given bytes, each the worst first.

import { rank } from "wirebed/signs.js";

// What the list can be filtered by; the links to its cells keep it.
const FILTERS = ["message", "sign", "case", "kind"];
export const KINDS = [["now", "written in this run"], ["given", "goldens, vectors and given bytes"]];

export function filterOf(query) {
  return Object.fromEntries(FILTERS.map((name) => [name, query[name]]));
}

export function kind(run, row) {
  return run.at("source", row) === undefined && run.at("writer", row).includes(":") ? "now" : "given";
}

export function takes(run, row, { message, sign, writer }) {
  return (!message || run.messages[run.columns.case[row]] === message) &&
    (!sign || run.detail(row).sign === sign) &&
    (!writer || run.data.codecs[run.at("writer", row)]?.language === writer);
}

// All rows of the pair.
export function ofPair(run, [format, writer, reader]) {
  return [...run.rows({ format, writer })].filter((row) => run.readers(row).includes(reader));
}

export function listed(run, rows, query) {
  const { message, sign, case: text, kind: wanted } = query;
  return rows
    .filter((row) =>
      takes(run, row, { message, sign }) && (!wanted || kind(run, row) === wanted) &&
      (!text || run.at("case", row).toLowerCase().includes(text.toLowerCase()))
    )
    .toSorted((one, other) =>
      (kind(run, one) === "given") - (kind(run, other) === "given") ||
      rank(run.detail(other).sign) - rank(run.detail(one).sign)
    );
}

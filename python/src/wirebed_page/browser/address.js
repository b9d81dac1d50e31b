// The addresses of cells.

import { h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { mark } from "wirebed/signs.js";

// The address of a cell. `query` keeps the filter of the list in which it stands.
export function cellAddress(run, row, reader, query = {}) {
  const source = run.at("source", row);
  if (run.suite === "evolution") {
    const [step, sample] = run.at("case", row).split("/");
    const relay = run.at("relay", row) ?? NO_RELAY;
    const parts = [step, run.at("format", row), run.at("leg", row), sample, run.at("writer", row), relay, reader];
    return link(["evolution", ...parts, ...(source ? [source] : [])], query);
  }
  const parts = [
    run.at("format", row),
    run.at("writer", row),
    reader,
    run.at("case", row),
    ...(source ? [source] : []),
  ];
  return link(["interop", ...parts], query);
}

// What stands in an address where no relay is between writer and reader.
export const NO_RELAY = "-";

// A link to a cell, with its sign before it.
export function cellLink(run, row, reader, text, query) {
  return h(
    "a",
    { class: "to-cell", href: cellAddress(run, row, reader, query) },
    run.mark?.(row) ?? mark(run.detail(row).sign),
    ` ${text}`,
  );
}

// What stands in the place of a writer where the bed has the bytes.
const GIVEN = { bytes: "bytes that the case gives", given: "given bytes" };

// Who wrote the bytes of a row: `java/gson`, `java/gson (golden python-msgspec-1a2b.json)`.
export function writerName(run, row) {
  return pairWriter(run, run.at("writer", row)) + golden(run, row);
}

export function pairWriter(run, writer) {
  return GIVEN[writer] ?? run.name(writer);
}

// ` (golden java-gson-1a2b.json)`; empty for what was written in the run.
export function golden(run, row) {
  const source = run.at("source", row);
  return source ? ` (golden ${source.split("/").at(-1)})` : "";
}

// One writer and one reader of a format: their cases, the worst first.

import * as cell from "wirebed/cell.js";
import { count, h } from "wirebed/dom.js";
import { takes } from "wirebed/interop.js";
import { link } from "wirebed/route.js";
import { mark, rank } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

// `parts`: format, writer, reader, and for one cell its case and, of a golden, the source.
export async function show(run, parts, query) {
  const [format, writer, reader, ...rest] = parts;
  if (rest.length) return await cell.show(run, parts);
  const rows = [...run.rows({ format, writer })].filter((row) =>
    run.readers(row).includes(reader) && takes(run, row, query)
  );
  if (!rows.length) return null;
  const entries = await run.entries(rows.flatMap((row) => run.detail(row).entries ?? []));
  const named = new Map(
    rows.flatMap((row) => run.detail(row).entries ?? []).map((number, at) => [number, entries[at]]),
  );
  const columns = [
    { head: "case", text: (row) => run.at("case", row), content: (row) => address(run, row, parts) },
    { head: "", text: (row) => rank(run.detail(row).sign), content: (row) => mark(run.detail(row).sign), number: true },
    { head: "what happened", text: (row) => happened(run.detail(row)) },
    {
      head: "pinned by",
      text: (row) => (run.detail(row).entries ?? []).map((number) => named.get(number).name).join(", "),
    },
    { head: "bytes", text: (row) => run.columns.size[row], number: true },
  ];
  const name = (codec) => run.data.codecs[codec]?.name ?? codec;
  const content = [
    h("p", {}, h("a", { href: link(["interop"], { ...query, format }) }, "All pairs of this format")),
    h("p", {}, `${count(rows.length, "cell")}. A case opens its values, its bytes and its reason.`),
    table(columns, rows, { caption: "cases", by: 1, down: true }),
  ];
  return { title: `${format}: ${name(writer)} to ${name(reader)}`, content };
}

function address(run, row, parts) {
  const source = run.at("source", row);
  const name = run.at("case", row);
  return h("a", { href: link(["interop", ...parts, name, ...(source ? [source] : [])]) }, name, source && " (golden)");
}

// `rejected at parse (untyped, by the library)`, as the terminal says it.
export function happened({ outcome, side, stage, manner, by, lost }) {
  const who = side ? ` by the ${side}` : "";
  const how = manner ? ` (${manner}, by the ${by})` : "";
  const inexact = outcome === "equal" && lost ? `, not exact: ${lost.join(", ")}` : "";
  return outcome + who + (stage ? ` at ${stage}` : "") + how + inexact;
}

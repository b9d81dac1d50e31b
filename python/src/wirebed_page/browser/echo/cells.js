// The cells of echo as a list, and one of them with what came back of its values.

import { entry } from "wirebed/cell/entry.js";
import { choices, name, takes } from "wirebed/echo/echo.js";
import { link } from "wirebed/lib/address.js";
import { a, code, count, h, p } from "wirebed/lib/dom.js";
import { whole } from "wirebed/lib/figures.js";
import { filtered } from "wirebed/lib/filters.js";
import { mark, rank } from "wirebed/lib/signs.js";
import { column, facts, numbers, orNone, table } from "wirebed/lib/table.js";

export function show(data, parts, query) {
  const all = data.cells.flatMap((cell) =>
    cell.readers.map((server, at) => ({ ...cell, server, at, client: cell.writer }))
  );
  if (parts.length) return ofCell(data, all.find((cell) => String(address(cell)) === String(parts)));
  const content = [
    p(a(link(["echo"], query), "All transports and formats")),
    filtered(choices(data), query, (now) => list(data, all.filter((cell) => takes(data, cell, now))), "words"),
  ];
  return { title: "Echo: cells", content };
}

function address({ leg, format, case: payload, client, server }) {
  return [leg, format, payload, client, server];
}

function values({ objects }) {
  return Object.entries(objects ?? {}).map(([outcome, number]) => `${number} ${outcome}`).join(", ");
}

function list(data, cells) {
  const client = (cell) => name(data, cell.client);
  const columns = [
    column("client", client, (cell) => a(link(["echo", "cells", ...address(cell)]), client(cell))),
    column("server", (cell) => name(data, cell.server)),
    numbers("sign", (cell) => rank(cell.sign), (cell) => mark(cell.sign)),
    column("format", (cell) => cell.format),
    column("transport", (cell) => cell.leg),
    column("payload", (cell) => cell.case),
    column("what happened", (cell) => cell.happened),
    column("values", values),
    numbers("bytes there", (cell) => cell.sent),
    numbers("bytes back", (cell) => cell.received),
    column("pinned by", (cell) => cell.entries.map((number) => data.entries[number].name).join(", ")),
  ];
  return orNone(cells, "cell", () => [
    p(`${count(cells.length, "cell")}.`),
    table(columns, cells, { caption: "cells, the worst first", by: 2, down: true }),
  ]);
}

function ofCell(data, cell) {
  if (cell === undefined) return null;
  const about = [
    ["outcome", [mark(cell.sign), ` ${cell.happened}`]],
    ["client", cell.client],
    ["server", cell.server],
    ["transport", cell.leg],
    ["payload", cell.case],
    ["values", values(cell)],
    ["lost on the way, by bytes or by objects", cell.lost?.join(", ")],
    ["what the library says", cell.reason],
    ["bytes there, back", cell.sent === undefined ? "" : `${whole(cell.sent)}, ${whole(cell.received)}`],
    ["to repeat it", code(cell.repeat[cell.at])],
  ];
  const { leg, format } = cell;
  const content = [
    p(a(link(["echo", "cells"], { leg, format }), "All cells of this format and transport")),
    facts("What came back", about),
    differences(cell),
    cell.entries.length > 0 && [h("h2", "Pinned by"), cell.entries.map((number) => entry(data.entries[number]))],
  ];
  return { title: `Echo: ${format} over ${leg}, ${name(data, cell.client)} to ${name(data, cell.server)}`, content };
}

function differences({ differences, more_differences: more }) {
  if (!differences?.length) return null;
  const columns = ["path", "kind", "expected", "actual"].map((key) => column(key, (one) => one[key] ?? ""));
  return [
    h("h2", "Differences of the first value that came back otherwise"),
    table(columns, differences, { caption: more ? `${count(more, "more difference")} not shown` : "differences" }),
  ];
}

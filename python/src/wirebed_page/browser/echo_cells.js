// The cells of echo as a list, and one of them with what came back of its values.

import { count, h, replace } from "wirebed/dom.js";
import { choices, takes } from "wirebed/echo.js";
import { entry } from "wirebed/entry.js";
import { facts, whole } from "wirebed/figures.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { mark, rank } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

export function show(data, parts, query) {
  const all = data.cells.flatMap((cell) =>
    cell.readers.map((server, at) => ({ ...cell, server, at, client: cell.writer }))
  );
  if (parts.length) return one(data, all.find((cell) => String(address(cell)) === String(parts)));
  const place = h("div", { class: "words" });
  const fill = (now) => replace(place, list(data, all.filter((cell) => takes(data, cell, now))));
  fill(query);
  const back = h("p", {}, h("a", { href: link(["echo"], query) }, "All transports and formats"));
  return { title: "Echo: cells", content: [back, filters(choices(data), query, fill), place] };
}

function address({ leg, format, case: payload, client, server }) {
  return [leg, format, payload, client, server];
}

function name(data, codec) {
  return data.codecs[codec]?.name ?? codec;
}

function pinned(data, cell) {
  return cell.entries.map((number) => data.entries[number].name).join(", ");
}

function values({ objects }) {
  return Object.entries(objects ?? {}).map(([outcome, number]) => `${number} ${outcome}`).join(", ");
}

function list(data, cells) {
  const open = (cell) => h("a", { href: link(["echo", "cells", ...address(cell)]) }, name(data, cell.client));
  const columns = [
    { head: "client", text: (cell) => name(data, cell.client), content: open },
    { head: "server", text: (cell) => name(data, cell.server) },
    { head: "sign", text: (cell) => rank(cell.sign), content: (cell) => mark(cell.sign), number: true },
    { head: "format", text: (cell) => cell.format },
    { head: "transport", text: (cell) => cell.leg },
    { head: "payload", text: (cell) => cell.case },
    { head: "what happened", text: (cell) => cell.happened },
    { head: "values", text: values },
    { head: "bytes there", text: (cell) => cell.sent, content: (cell) => whole(cell.sent), number: true },
    { head: "bytes back", text: (cell) => cell.received, content: (cell) => whole(cell.received), number: true },
    { head: "pinned by", text: (cell) => pinned(data, cell) },
  ];
  return cells.length
    ? [
      h("p", {}, `${count(cells.length, "cell")}.`),
      table(columns, cells, { caption: "cells, the worst first", by: 2, down: true }),
    ]
    : h("p", {}, "No cell matches these filters.");
}

function one(data, cell) {
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
    ["bytes there, back", `${whole(cell.sent)}, ${whole(cell.received)}`],
    ["to repeat it", h("code", {}, cell.repeat[cell.at])],
  ];
  const title = `Echo: ${cell.format} over ${cell.leg}, ${name(data, cell.client)} to ${name(data, cell.server)}`;
  const { leg, format } = cell;
  const back = h(
    "p",
    {},
    h("a", { href: link(["echo", "cells"], { leg, format }) }, "All cells of this format and transport"),
  );
  return { title, content: [back, facts("What came back", about), differences(cell), entries(data, cell)] };
}

function differences({ differences, more_differences: more }) {
  if (!differences?.length) return null;
  const columns = ["path", "kind", "expected", "actual"].map((key) => ({ head: key, text: (one) => one[key] ?? "" }));
  return [
    h("h2", {}, "Differences of the first value that came back otherwise"),
    table(columns, differences, { caption: more ? `${count(more, "more difference")} not shown` : "differences" }),
  ];
}

function entries(data, cell) {
  if (!cell.entries.length) return null;
  return [h("h2", {}, "Pinned by"), cell.entries.map((number) => entry(data.entries[number]))];
}

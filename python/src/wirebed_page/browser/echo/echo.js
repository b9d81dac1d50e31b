// Echo: a client sends a value to a server over a real connection, and the server's copy of it comes back.

import * as cells from "wirebed/echo/cells.js";
import * as times from "wirebed/echo/times.js";
import { link } from "wirebed/lib/address.js";
import { add, block, rows, unique } from "wirebed/lib/data.js";
import { h, p } from "wirebed/lib/dom.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { legend, square } from "wirebed/lib/signs.js";
import { orNone, plainTable } from "wirebed/lib/table.js";

export async function show([part, ...rest], query) {
  const found = await block("echo");
  if (found === null) return null;
  const data = { ...found, entries: rows(found.entries) };
  if (part === "cells") return cells.show(data, rest, query);
  if (part === "times") return times.ofRow(data, rest);
  if (part !== undefined) return null;
  const intro = p(
    "A client writes a value and sends it to a server. The server reads it, writes that object anew and sends it back. The " +
      "client reads what comes back. A cell is a client, a transport, a server and a payload of many values.",
  );
  const shown = (now) => [outcomes(data, now), times.show(data, now)];
  return { title: "Echo", content: [intro, filtered(choices(data), query, shown, "words")] };
}

export function choices(data) {
  const languages = unique(Object.values(data.codecs).map((codec) => codec.language));
  return [
    ["leg", "Transport", data.legs],
    ["format", "Format", data.formats],
    ["client", "Client in", languages],
    ["server", "Server in", languages],
  ];
}

// Whether a client and a server, in a format and over a transport, are those of the query.
export function takes(data, { leg, format, client, server }, query) {
  const language = (codec) => data.codecs[codec]?.language;
  return matches(query, { leg, format, client: language(client), server: language(server) });
}

export function name(data, codec) {
  return data.codecs[codec]?.name ?? codec;
}

function outcomes(data, query) {
  // Format -> transport -> sign -> number of cells.
  const tally = {};
  for (const cell of data.cells) {
    for (const server of cell.readers) {
      if (!takes(data, { ...cell, client: cell.writer, server }, query)) continue;
      add((tally[cell.format] ??= {})[cell.leg] ??= new Map(), cell.sign);
    }
  }
  const formats = data.formats.filter((format) => tally[format]);
  const legs = data.legs.filter((leg) => formats.some((format) => tally[format][leg]));
  const { client, server } = query;
  const address = (leg, format) => link(["echo", "cells"], { leg, format, client, server });
  const lines = formats.map((
    format,
  ) => [format, ...legs.map((leg) => square(tally[format][leg], address(leg, format)))]);
  const caption = "Cells by outcome; a square has the sign of its worst cell and opens them all";
  return orNone(formats, "cell", () => [
    h("h2", "What came back"),
    legend(),
    plainTable("Outcomes by format and transport", ["format", ...legs], lines, { kind: "matrix", caption }),
  ]);
}

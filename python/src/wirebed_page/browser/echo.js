// Echo: a client sends a value to a server over a real connection, and the server's copy of it comes back.

import { rows } from "wirebed/columns.js";
import { block } from "wirebed/data.js";
import { count, h, replace } from "wirebed/dom.js";
import * as cells from "wirebed/echo_cells.js";
import * as times from "wirebed/echo_times.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { legend, mark, SIGNS, style, worst } from "wirebed/signs.js";

export async function show([part, ...rest], query) {
  const found = await block("echo");
  if (found === null) return null;
  const data = { ...found, entries: rows(found.entries) };
  if (part === "cells") return cells.show(data, rest, query);
  if (part === "times") return times.one(data, rest);
  if (part !== undefined) return null;
  const place = h("div", { class: "words" });
  const fill = (now) => replace(place, outcomes(data, now), times.show(data, now));
  fill(query);
  return { title: "Echo", content: [intro(), filters(choices(data), query, fill), place] };
}

function intro() {
  return h(
    "p",
    {},
    "A client writes a value and sends it to a server. The server reads it, writes that object anew and sends it back. The " +
      "client reads what comes back. A cell is a client, a transport, a server and a payload of many values.",
  );
}

export function choices(data) {
  const languages = [...new Set(Object.values(data.codecs).map((codec) => codec.language))];
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
  return (!query.leg || leg === query.leg) && (!query.format || format === query.format) &&
    (!query.client || language(client) === query.client) && (!query.server || language(server) === query.server);
}

// Format -> transport -> sign -> number of cells.
function tally(data, query) {
  const found = {};
  for (const cell of data.cells) {
    for (const server of cell.readers) {
      if (!takes(data, { ...cell, client: cell.writer, server }, query)) continue;
      const counts = (found[cell.format] ??= {})[cell.leg] ??= new Map();
      counts.set(cell.sign, (counts.get(cell.sign) ?? 0) + 1);
    }
  }
  return found;
}

function outcomes(data, query) {
  const found = tally(data, query);
  const formats = data.formats.filter((format) => found[format]);
  const legs = data.legs.filter((leg) => formats.some((format) => found[format][leg]));
  if (!formats.length) return h("p", {}, "No cell matches these filters.");
  const head = ["format", ...legs].map((text) => h("th", { scope: "col" }, text));
  const rows = formats.map((format) =>
    h("tr", {}, h("th", { scope: "row" }, format), legs.map((leg) => square(format, leg, found[format][leg], query)))
  );
  return [
    h("h2", {}, "What came back"),
    legend(),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "Outcomes by format and transport" },
      h(
        "table",
        { class: "matrix" },
        h("caption", {}, "Cells by outcome; a square has the sign of its worst cell and opens them all"),
        h("thead", {}, h("tr", {}, head)),
        h("tbody", {}, rows),
      ),
    ),
  ];
}

function square(format, leg, counts, query) {
  if (!counts) return h("td", { class: "empty" });
  const total = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const each = SIGNS.filter(({ sign }) => counts.has(sign)).map(({ sign }) => `${counts.get(sign)}${sign}`);
  const text = counts.size === 1 ? total : each.join(" ");
  const { client, server } = query;
  const href = link(["echo", "cells"], { leg, format, client, server });
  return h(
    "td",
    { class: style(worst(counts)) },
    h("a", { href, title: count(total, "cell") }, mark(worst(counts)), ` ${text}`),
  );
}

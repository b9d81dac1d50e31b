// One cell of a step: what its reader made of a sample, the bytes on the way, the expectation that pins it.

import { cellLink } from "wirebed/address.js";
import * as around from "wirebed/around.js";
import * as bytes from "wirebed/bytes.js";
import { h } from "wirebed/dom.js";
import * as entry from "wirebed/entry.js";
import { happened } from "wirebed/happened.js";
import { NO_RELAY } from "wirebed/address.js";
import * as places from "wirebed/places.js";
import * as repeat from "wirebed/repeat.js";
import { link } from "wirebed/route.js";
import { settingsOf } from "wirebed/settings.js";
import { failure } from "wirebed/verdict.js";

// `parts`: the step, format, leg, sample, writer, relay, reader and, of a golden, the source.
export async function show(all, run, parts, query) {
  const [step, format, leg, sample, writer, relay, reader, source] = parts;
  const row = [...run.rows({ case: `${step}/${sample}`, format, leg, writer })].find((one) =>
    (run.at("relay", one) ?? NO_RELAY) === relay && run.at("source", one) === source &&
    run.readers(one).includes(reader)
  );
  if (row === undefined) return null;
  const settings = settingsOf(query);
  const content = [
    h(
      "nav",
      { class: "way", "aria-label": "Around this cell" },
      h("a", { href: link(["evolution", step], { format }) }, all.find(step)?.change ?? step),
      h("a", { href: link(["evolution", step, format, leg]) }, `${format}, ${leg}`),
    ),
    path(run, row, reader),
    verdict(all, run, row, reader),
    await places.section(run, row, reader, settings),
    await entry.section(run, row),
    await bytes.section(run, row, reader, settings),
    await bytes.relayed(run, row),
    await bytes.left(run, row),
    repeat.section(run, row, reader),
    around.section(run, row, reader),
    otherRelays(run, row, reader),
  ];
  const who = [writer, relay === NO_RELAY ? null : relay, reader].filter(Boolean).map((one) => run.name(one));
  return { title: `${sample}, ${format}: ${who.join(" to ")}`, content };
}

// Who did what, at which version.
function path(run, row, reader) {
  const of = run.data.legs[run.at("leg", row)];
  const relay = run.at("relay", row);
  return h(
    "p",
    {},
    `${run.name(run.at("writer", row))} wrote ${of.writer}`,
    relay && `, ${run.name(relay)} relayed it at ${of.relay}`,
    relay && of.into && ` as ${of.into}`,
    `, ${run.name(reader)} read it at ${of.reader}.`,
  );
}

function verdict(all, run, row, reader) {
  const detail = run.detail(row);
  const said = [
    ["Outcome", [all.letter(detail), ` ${happened(detail)}`]],
    ...(detail.differences ?? []).map(({ path, kind, expected, actual }) => [
      kind,
      `${path || "the value"}: expected ${expected}, read ${actual}`,
    ]),
    ...(detail.derived
      ? [["Derived", "no effect of the change: the objects of a language hold the value in neither version"]]
      : []),
    ...(run.at("source", row) ? [["Golden", `${run.at("source", row)}; it does not count for the verdict`]] : []),
    ...failure(run, row, reader),
    ...(detail.problems ?? []).map((text) => ["Not as pinned", text]),
  ];
  return h("dl", { class: "verdict" }, said.map(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

// The same bytes by all other relays, to the same reader.
function otherRelays(run, row, reader) {
  if (!run.at("relay", row)) return null;
  const found = run.like(row, "case", "leg", "format", "writer", "source").filter((other) =>
    other !== row && run.at("relay", other) !== run.at("relay", row) && run.readers(other).includes(reader)
  );
  return found.length > 0 && [
    h("h2", {}, `The same bytes by other relays, read by ${run.name(reader)}`),
    h(
      "ul",
      { class: "cells" },
      found.map((other) => h("li", {}, cellLink(run, other, reader, run.name(run.at("relay", other))))),
    ),
  ];
}

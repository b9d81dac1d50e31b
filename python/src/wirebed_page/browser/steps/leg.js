// The cells of a step in one format, on one leg or on all: who wrote, relayed and read each sample, the worst first.

import * as cell from "wirebed/cell/cell.js";
import { link } from "wirebed/lib/address.js";
import { NO_RELAY } from "wirebed/lib/cells.js";
import { unique } from "wirebed/lib/data.js";
import { a, code, count, h, p } from "wirebed/lib/dom.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { column, numbers, orNone, table } from "wirebed/lib/table.js";
import { ALL } from "wirebed/steps/steps.js";

// `parts`: the step, the format and, where there is one, the leg; then what leads to a cell.
export async function show(all, parts, query) {
  const [name, format, leg, ...rest] = parts;
  const run = await all.cells();
  const step = all.find(name);
  if (rest.length) return step && await cellOf(step, run, parts, query);
  const legs = leg && all.legs(leg);
  if (!step || (leg && !legs)) return null;
  const severity = (row) => all.severity(run.detail(row));
  const rows = run.ofStep(name)
    .filter((row) => run.at("format", row) === format && (!legs || legs.includes(run.at("leg", row))))
    .sort((one, other) => severity(other) - severity(one));
  if (!rows.length) return null;
  const takes = (row, { sample, letter, party }) =>
    matches({ sample, letter }, { sample: sampleOf(run, row), letter: run.detail(row).letter }) &&
    (!party || parties(run, row).includes(party));
  const content = [
    p(a(link(["evolution", name], { format }), step.change), " ", code(name)),
    way(all, name, format, leg),
    verdict(all, name, format, leg),
    filtered(
      choices(all, run, rows),
      query,
      (now) => orNone(rows.filter((row) => takes(row, now)), "cell", (some) => list(all, run, some)),
      "steps",
    ),
  ];
  return { title: [step.change, format, leg].filter(Boolean).join(", "), content };
}

function way(all, step, format, now) {
  const links = all.ran(step, format).filter((name) => name !== ALL).map((name) =>
    h("a", { href: link(["evolution", step, format, name]), "aria-current": name === now }, name)
  );
  const every = h("a", { href: link(["evolution", step, format]), "aria-current": !now }, "every cell");
  return h("nav.legs", { "aria-label": "Legs of this format" }, every, links);
}

function verdict(all, step, format, leg) {
  const square = leg && all.square(step, format, leg);
  if (!square?.verdict) return null;
  const cells = ` in ${count(square.cells, "cell")} `;
  return h("div.of-leg", all.mark(square), " ", all.verdict(square.verdict), cells, all.witnessed(format, square));
}

function sampleOf(run, row) {
  return run.at("case", row).split("/")[1];
}

function parties(run, row) {
  return [run.at("writer", row), run.at("relay", row), ...run.readers(row)];
}

function choices(all, run, rows) {
  const letters = unique(rows.map((row) => run.detail(row).letter));
  const codecs = unique(rows.flatMap((row) => parties(run, row))).sort();
  return [
    ["sample", "Sample", unique(rows.map((row) => sampleOf(run, row))).sort()],
    ["letter", "Shows", letters.map((letter) => [letter, `${letter} ${all.words(letter)}`])],
    ["party", "Writer, relay or reader", codecs.map((codec) => [codec, run.name(codec)])],
  ];
}

function list(all, run, rows) {
  const number = rows.reduce((sum, row) => sum + run.readers(row).length, 0);
  const name = (role) => (row) => run.at(role, row) ? run.name(run.at(role, row)) : "";
  const source = (row) => run.golden(row) && h("small", run.golden(row));
  const readers = (row) =>
    run.readers(row).map((reader, at) => [at > 0 && ", ", a(run.address(row, reader), run.name(reader))]);
  const columns = [
    column("sample", (row) => sampleOf(run, row)),
    new Set(rows.map((row) => run.at("leg", row))).size > 1 && column("leg", (row) => run.at("leg", row)),
    column("writer", name("writer"), (row) => [name("writer")(row), source(row)]),
    rows.some((row) => run.at("relay", row)) && column("relay", name("relay")),
    column("readers", (row) => run.readers(row).map((one) => run.name(one)).join(", "), readers),
    numbers("code", (row) => all.severity(run.detail(row)), (row) => run.mark(row)),
    column("what happened", (row) => run.detail(row).shown ?? failure(run.detail(row))),
  ];
  return [
    h("p", { role: "status" }, count(number, "cell")),
    table(columns.filter(Boolean), rows, { caption: "A row is one writer's bytes; each reader opens its cell." }),
  ];
}

function failure({ happened, reason }) {
  return happened + (reason ? `: ${reason.slice(0, 200)}` : "");
}

// One cell. `parts`: the step, format, leg, sample, writer, relay, reader and, of a golden, the source.
async function cellOf(step, run, parts, query) {
  const [name, format, leg, sample, writer, relay, reader, source] = parts;
  const row = run.rows({ case: `${name}/${sample}`, format, leg, writer }).find((one) =>
    (run.at("relay", one) ?? NO_RELAY) === relay && run.at("source", one) === source &&
    run.readers(one).includes(reader)
  );
  if (row === undefined) return null;
  const way = [
    a(link(["evolution", name], { format }), step.change),
    a(link(["evolution", name, format, leg]), `${format}, ${leg}`),
  ];
  const of = run.data.legs[leg];
  const relayed = relay !== NO_RELAY &&
    `, ${run.name(relay)} relayed it at ${of.relay}${of.into ? ` as ${of.into}` : ""}`;
  const path = p(
    `${run.writer(row)} wrote ${of.writer}`,
    relayed,
    `, ${run.name(reader)} read it at ${of.reader}.`,
  );
  const who = [writer, relay, reader].filter((codec) => codec !== NO_RELAY).map((codec) => run.name(codec));
  const title = `${sample}, ${format}: ${who.join(" to ")}`;
  return { title, content: await cell.content(run, row, reader, query, way, path) };
}

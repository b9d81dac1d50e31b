// The cells of a step in one format, on one leg or on all: who wrote, relayed and read each sample, the worst first.

import { cellAddress } from "wirebed/address.js";
import { count, h, replace } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import { happened } from "wirebed/happened.js";
import { link } from "wirebed/route.js";
import * as stepCell from "wirebed/step_cell.js";
import { table } from "wirebed/table.js";
import { ALL } from "wirebed/steps.js";

// `parts`: the step, the format and, where there is one, the leg; then what leads to a cell.
export async function show(all, parts, query) {
  const [name, format, leg, ...rest] = parts;
  const run = await all.cells();
  const step = all.find(name);
  if (rest.length) return step && await stepCell.show(all, run, parts, query);
  const legs = leg && all.legs(leg);
  if (!step || (leg && !legs)) return null;
  const rows = of(run, name, format, legs);
  if (!rows.length) return null;
  const place = h("div", { class: "steps" });
  const fill = (chosen) => replace(place, list(all, run, rows.filter((row) => takes(run, row, chosen))));
  fill(query);
  const content = [
    h("p", {}, h("a", { href: link(["evolution", name], { format }) }, step.change), " ", h("code", {}, name)),
    way(all, name, format, leg),
    verdict(all, name, format, leg),
    filters(choices(all, run, rows), query, fill),
    place,
  ];
  return { title: [step.change, format, leg].filter(Boolean).join(", "), content };
}

// The rows of a step; `legs`: only of these.
function of(run, step, format, legs) {
  const ofStep = run.things.case.map((name) => name.split("/")[0] === step);
  const rows = [...run.rows({ format })].filter((row) =>
    ofStep[run.columns.case[row]] && (!legs || legs.includes(run.at("leg", row)))
  );
  return rows.sort((one, other) => run.detail(other).severity - run.detail(one).severity);
}

function way(all, step, format, now) {
  const links = all.ran(step, format).filter((name) => name !== ALL).map((name) =>
    h("a", { href: link(["evolution", step, format, name]), "aria-current": name === now }, name)
  );
  return h(
    "nav",
    { class: "legs", "aria-label": "Legs of this format" },
    h("a", { href: link(["evolution", step, format]), "aria-current": !now }, "every cell"),
    links,
  );
}

function verdict(all, step, format, leg) {
  const found = leg && all.square(step, format, leg);
  return found?.verdict &&
    h(
      "div",
      { class: "of-leg" },
      all.mark(found),
      " ",
      all.verdict(found.verdict),
      ` in ${count(found.cells, "cell")} `,
      all.witnessed(format, found),
    );
}

function takes(run, row, { sample, letter, party }) {
  return (!sample || sampleOf(run, row) === sample) && (!letter || run.detail(row).letter === letter) &&
    (!party || [run.at("writer", row), run.at("relay", row), ...run.readers(row)].includes(party));
}

function sampleOf(run, row) {
  return run.at("case", row).split("/")[1];
}

function choices(all, run, rows) {
  const unique = (things) => [...new Set(things)].filter((one) => one !== undefined).sort();
  const letters = new Set(rows.map((row) => run.detail(row).letter));
  const parties = unique(rows.flatMap((row) => [run.at("writer", row), run.at("relay", row), ...run.readers(row)]));
  return [
    ["sample", "Sample", unique(rows.map((row) => sampleOf(run, row)))],
    ["letter", "Shows", [...letters].map((code) => [code, `${code} ${all.words(code)}`])],
    ["party", "Writer, relay or reader", parties.map((one) => [one, run.name(one)])],
  ];
}

function list(all, run, rows) {
  if (!rows.length) return h("p", {}, "No cell matches these filters.");
  const cellCount = rows.reduce((sum, row) => sum + run.readers(row).length, 0);
  return [
    h("p", { role: "status" }, count(cellCount, "cell")),
    table(columns(all, run, rows), rows, { caption: "A row is one writer's bytes; each reader opens its cell." }),
  ];
}

function columns(all, run, rows) {
  const withRelay = rows.some((row) => run.at("relay", row));
  const legs = new Set(rows.map((row) => run.at("leg", row)));
  return [
    { head: "sample", text: (row) => sampleOf(run, row) },
    legs.size > 1 && { head: "leg", text: (row) => run.at("leg", row) },
    { head: "writer", text: (row) => run.name(run.at("writer", row)), content: (row) => writer(run, row) },
    withRelay && { head: "relay", text: (row) => run.at("relay", row) ? run.name(run.at("relay", row)) : "" },
    {
      head: "readers",
      text: (row) => run.readers(row).map((one) => run.name(one)).join(", "),
      content: (row) => readers(run, row),
    },
    {
      head: "code",
      text: (row) => run.detail(row).severity,
      content: (row) => all.letter(run.detail(row)),
      number: true,
    },
    { head: "what happened", text: (row) => said(run.detail(row)) },
  ].filter(Boolean);
}

function writer(run, row) {
  const source = run.at("source", row);
  return [run.name(run.at("writer", row)), source && h("small", {}, ` golden ${source.split("/").at(-1)}`)];
}

function readers(run, row) {
  return run.readers(row).map((
    reader,
    at,
  ) => [at > 0 && ", ", h("a", { href: cellAddress(run, row, reader) }, run.name(reader))]);
}

// `a narrowed, expected 5, read 4`, or how it failed and the library's words.
export function said(detail) {
  const { differences, reason } = detail;
  if (!differences) return happened(detail) + (reason ? `: ${reason.slice(0, 200)}` : "");
  const [{ path, kind, expected, actual }] = differences;
  const more = differences.length + (detail.more_differences ?? 0) - 1;
  return `${path || "the value"} ${kind}, expected ${expected}, read ${actual}` + (more ? `; ${more} more` : "");
}

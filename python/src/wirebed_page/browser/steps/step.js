// One step: its schemas, the verdict of each format with its witness, what was predicted, samples and outcomes.

import { link } from "wirebed/lib/address.js";
import { add, block, unique } from "wirebed/lib/data.js";
import { a, code, h, p } from "wirebed/lib/dom.js";
import { whole } from "wirebed/lib/figures.js";
import { plainTable } from "wirebed/lib/table.js";
import { ofStep } from "wirebed/steps/predictions.js";
import * as schemas from "wirebed/steps/schemas.js";
import { ALL } from "wirebed/steps/steps.js";

export async function show(all, name, query) {
  const step = all.find(name);
  if (!step) return null;
  const text = (await block("evolution-schemas"))[name];
  const content = [
    p(a(link(["evolution"]), "All steps"), " ", code(name)),
    schemas.change(step, text),
    verdicts(all, step, query.format),
    await ofStep(all, name),
    schemas.samples(text),
    legs(all, step.step),
    outcomes(await all.cells(), step.step),
  ];
  return { title: step.change, content };
}

// A row for each format, each direction that ran a column.
function verdicts(all, step, chosen) {
  const directions = [...all.columns, ...all.others(step.step)];
  const rows = all.formatsOf(step.step).map((format) => {
    const worst = all.square(step.step, format, ALL);
    const docs = step.docs?.[format];
    return h(
      "tr",
      { class: format === chosen && "chosen", "aria-current": format === chosen && "true" },
      h("th", { scope: "row" }, format),
      h("td", worst?.verdict ? all.verdict(worst.verdict) : "–"),
      h("td.witness", worst && all.witnessed(format, worst)),
      directions.map((direction) => h("td", all.link(step.step, format, direction, { inWords: true }))),
      h("td", docs && h("a", { href: docs.at, rel: "noreferrer" }, docs.says)),
    );
  });
  const caption = `The verdict is the worst of ${all.columns.join(", ")}. A code opens its cells.`;
  const heads = ["format", "verdict", "witness", ...directions, "documents"];
  return [
    h("h2", "Verdicts"),
    plainTable("verdicts by format", heads, rows, { kind: "verdicts", caption }),
    all.legend(),
    step.unchanged && p(
      `A schema that does not change shows some of this too (${
        step.unchanged.join(", ")
      }); it is no harm of this change, `,
      "and predictions are not held to it.",
    ),
  ];
}

// The code of each leg in each format.
function legs(all, step) {
  const formats = all.formatsOf(step);
  const names = all.directions.filter(({ name, legs }) => legs.length === 1 && legs[0] === name)
    .map(({ name }) => name).filter((name) => formats.some((format) => all.square(step, format, name)));
  const rows = formats.map((format) => [format, ...names.map((leg) => all.link(step, format, leg))]);
  const caption = "The worst of each leg. A code opens its cells.";
  return [h("h2", "Legs"), plainTable("codes of each leg", ["format", ...names], rows, { kind: "counts", caption })];
}

// How many cells of each format had which outcome.
function outcomes(run, step) {
  const tally = new Map();
  for (const row of run.ofStep(step)) {
    const format = run.at("format", row);
    if (!tally.has(format)) tally.set(format, new Map());
    add(tally.get(format), run.detail(row).outcome, run.readers(row).length);
  }
  const outcomes = unique([...tally.values()].flatMap((counts) => [...counts.keys()]));
  const rows = [...tally].map(([format, counts]) => {
    const total = [...counts.values()].reduce((sum, number) => sum + number, 0);
    return [
      a(link(["evolution", step, format]), format),
      ...[total, ...outcomes.map((one) => counts.get(one))].map(whole),
    ];
  });
  const how = { kind: "counts", caption: "Cells of all legs, goldens too." };
  return [h("h2", "Outcomes"), plainTable("cells by outcome", ["format", "cells", ...outcomes], rows, how)];
}

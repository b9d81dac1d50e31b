// The legs of a step: the code of each in each format, and how many cells had which outcome.

import { h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { square } from "wirebed/step.js";

export function section(all, step, run) {
  const { outcomes, rows } = tally(run, step);
  const formats = all.formats.filter((format) => all.ran(step.step, format).length);
  const legs = all.directions.filter(({ name, legs }) => legs.length === 1 && legs[0] === name)
    .map(({ name }) => name).filter((name) => formats.some((format) => all.square(step.step, format, name)));
  return [
    h("h2", {}, "Legs"),
    wide(
      "codes of each leg",
      ["format", ...legs],
      formats.map((format) => [format, ...legs.map((leg) => square(all, step, format, leg))]),
      "The worst of each leg. A code opens its cells.",
    ),
    h("h2", {}, "Outcomes"),
    wide("cells by outcome", ["format", "cells", ...outcomes], rows, "Cells of all legs, goldens too."),
  ];
}

// The outcomes of a step, and a row for each format.
function tally(run, { step }) {
  const found = new Map();
  const ofStep = run.things.case.map((name) => name.split("/")[0] === step);
  for (let row = 0; row < run.length; row++) {
    if (!ofStep[run.columns.case[row]]) continue;
    const format = run.at("format", row);
    const { outcome } = run.detail(row);
    if (!found.has(format)) found.set(format, new Map());
    found.get(format).set(outcome, (found.get(format).get(outcome) ?? 0) + run.readers(row).length);
  }
  const outcomes = [...new Set([...found.values()].flatMap((counts) => [...counts.keys()]))];
  const rows = [...found].map(([format, counts]) => [
    h("a", { href: link(["evolution", step, format]) }, format),
    ...[[...counts.values()].reduce((sum, one) => sum + one, 0), ...outcomes.map((one) => counts.get(one))]
      .map((number) => number?.toLocaleString("en")),
  ]);
  return { outcomes, rows };
}

function wide(label, heads, lines, caption) {
  return h(
    "div",
    { class: "wide counts", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h(
        "tbody",
        {},
        lines.map(([head, ...rest]) =>
          h("tr", {}, h("th", { scope: "row" }, head), rest.map((one) => h("td", {}, one)))
        ),
      ),
    ),
  );
}

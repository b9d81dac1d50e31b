// The legs of a step: the code of each in each format, and how many cells had which outcome.

import { h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { mark, SIGNS } from "wirebed/signs.js";
import { square } from "wirebed/step.js";

export function section(all, step, run) {
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
    wide(
      "cells by outcome",
      ["format", "cells", ...shown(counts(run, step)).map(({ sign, words }) => [mark(sign), ` ${words}`])],
      rows(step, counts(run, step)),
      "Cells of all legs, goldens too.",
    ),
  ];
}

// Format -> sign -> number of cells.
function counts(run, { step }) {
  const found = new Map();
  const ofStep = run.things.case.map((name) => name.split("/")[0] === step);
  for (let row = 0; row < run.length; row++) {
    if (!ofStep[run.columns.case[row]]) continue;
    const format = run.at("format", row);
    const { sign } = run.detail(row);
    if (!found.has(format)) found.set(format, new Map());
    found.get(format).set(sign, (found.get(format).get(sign) ?? 0) + run.readers(row).length);
  }
  return found;
}

function shown(counts) {
  return SIGNS.filter(({ sign }) => [...counts.values()].some((one) => one.has(sign)));
}

function rows({ step }, counts) {
  const signs = shown(counts);
  return [...counts].map(([format, of]) => {
    const whole = [...of.values()].reduce((sum, one) => sum + one, 0);
    const numbers = [whole, ...signs.map(({ sign }) => of.get(sign) ?? "")];
    return [
      h("a", { href: link(["evolution", step, format]) }, format),
      ...numbers.map((one) => one.toLocaleString("en")),
    ];
  });
}

function wide(label, heads, lines, caption) {
  return h(
    "div",
    { class: "wide steps", tabindex: 0, role: "region", "aria-label": label },
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

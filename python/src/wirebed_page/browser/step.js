// One step: the verdict of each format with its witness, what was predicted, its schemas, samples and outcomes.

import { block } from "wirebed/data.js";
import { h } from "wirebed/dom.js";
import * as outcomes from "wirebed/outcomes.js";
import { ofStep } from "wirebed/predictions.js";
import { link } from "wirebed/route.js";
import * as schemas from "wirebed/schemas.js";
import { ALL } from "wirebed/steps.js";

export async function show(all, name, query) {
  const step = all.find(name);
  if (!step) return null;
  const text = (await block("evolution-schemas"))[name];
  const content = [
    h("p", {}, h("a", { href: link(["evolution"]) }, "All steps"), " ", h("code", {}, name)),
    verdicts(all, step, query.format),
    await ofStep(all, name),
    schemas.section(step, text),
    outcomes.section(all, step, await all.cells()),
  ];
  return { title: step.change, content };
}

// A row for each format, each direction that ran a column.
function verdicts(all, step, chosen) {
  const ran = all.formats.filter((format) => all.ran(step.step, format).length);
  const others = all.others(step.step);
  const heads = ["format", "verdict", "witness", ...all.columns, ...others, "documents"];
  const rows = ran.map((format) => {
    const found = all.square(step.step, format, ALL);
    return h(
      "tr",
      { class: format === chosen && "chosen", "aria-current": format === chosen },
      h("th", { scope: "row" }, format),
      h("td", {}, found?.verdict ? all.verdict(found.verdict) : "–"),
      h("td", { class: "witness" }, found && all.witnessed(format, found)),
      [...all.columns, ...others].map((direction) => h("td", {}, square(all, step, format, direction))),
      h("td", {}, says(step.docs?.[format])),
    );
  });
  return [
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "verdicts by format" },
      h(
        "table",
        { class: "verdicts" },
        h("caption", {}, "The verdict is the worst of ", all.columns.join(", "), ". A code opens its cells."),
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, rows),
      ),
    ),
    all.legend(),
    step.unchanged &&
    h(
      "p",
      {},
      `A schema that does not change shows some of this too (${
        step.unchanged.join(", ")
      }); it is no harm of this change, and predictions are not held to it.`,
    ),
  ];
}

export function square(all, step, format, direction) {
  const found = all.square(step.step, format, direction);
  const text = () => all.isGiven(direction) ? "goldens" : all.mark(found);
  return found && h("a", { href: link(["evolution", step.step, format, direction]) }, text());
}

function says(docs) {
  return docs && h("a", { href: docs.at, rel: "noreferrer" }, docs.says);
}

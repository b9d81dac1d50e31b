// Evolution: a heat map of all steps, formats and directions, and the way from there to a step and to a cell.

import { h } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import { heat } from "wirebed/heat.js";
import * as leg from "wirebed/leg.js";
import { link } from "wirebed/route.js";
import * as step from "wirebed/step.js";
import { ALL, steps } from "wirebed/steps.js";

// `parts`: none, or the step, and then the format, the leg, and what leg.js says.
export async function show(parts, query) {
  const all = await steps();
  if (all === null) return null;
  if (parts.length > 1) return await leg.show(all, parts, query);
  if (parts.length) return await step.show(all, parts[0], query);
  const { content, fill } = heat(all);
  fill(query);
  return { title: "Evolution", content: [intro(all), filters(choices(all), query, fill), all.legend(), content] };
}

function intro(all) {
  return h(
    "p",
    {},
    `Each step is one change of a schema. A square has the worst of all its cells, for ${all.columns.join(", ")}. `,
    "It opens the step with its values. ",
    h("a", { href: link(["predictions"]) }, "What documents and buf said, and what happened"),
  );
}

function choices(all) {
  const letters = all.letters.map(({ code, word }) => [code, `${code} ${word}`]);
  const others = all.directions.map(({ name }) => name).filter((name) => name !== ALL && !all.isGiven(name));
  return [
    ["words", "Words of the change"],
    ["format", "Format", all.formats],
    ["direction", "Direction", [[ALL, all.label(ALL)], ...others], all.columns.join(", ")],
    ["verdict", "Verdict", all.verdicts.map(({ name }) => name)],
    ["letter", "Shows", letters],
  ];
}

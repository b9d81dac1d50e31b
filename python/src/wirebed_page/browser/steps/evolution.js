// Evolution: a heat map of all steps, formats and directions, and the way from there to a step and to a cell.

import { link } from "wirebed/lib/address.js";
import { a, p } from "wirebed/lib/dom.js";
import { filters } from "wirebed/lib/filters.js";
import { heatMap } from "wirebed/steps/heat_map.js";
import * as leg from "wirebed/steps/leg.js";
import * as step from "wirebed/steps/step.js";
import { ALL, steps } from "wirebed/steps/steps.js";

// `parts`: none, or the step, and then the format, the leg, and what leg.js says.
export async function show(parts, query) {
  const all = await steps();
  if (all === null) return null;
  if (parts.length > 1) return await leg.show(all, parts, query);
  if (parts.length) return await step.show(all, parts[0], query);
  const { content, fill } = heatMap(all);
  fill(query);
  const intro = p(
    `Each step is one change of a schema. A square has the worst of all its cells, for ${all.columns.join(", ")}. `,
    "It opens the step with its values. ",
    a(link(["predictions"]), "What documents and buf said, and what happened"),
  );
  const others = all.directions.map(({ name }) => name).filter((name) => name !== ALL && !all.isGiven(name));
  const choices = [
    ["words", "Words of the change"],
    ["format", "Format", all.formats],
    ["direction", "Direction", [[ALL, all.label(ALL)], ...others], all.columns.join(", ")],
    ["verdict", "Verdict", all.verdicts.map(({ name }) => name)],
    ["letter", "Shows", all.letters.map(({ code, word }) => [code, `${code} ${word}`])],
  ];
  return { title: "Evolution", content: [intro, filters(choices, query, fill), all.legend(), content] };
}

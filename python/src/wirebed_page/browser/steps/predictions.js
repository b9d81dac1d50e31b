// Predictions against observations: what documents and buf say of each step, and what happened (evolution/predict.py).

import { link } from "wirebed/lib/address.js";
import { block, unique } from "wirebed/lib/data.js";
import { a, h, p } from "wirebed/lib/dom.js";
import { filtered, hasWords, matches } from "wirebed/lib/filters.js";
import { column, orNone, table } from "wirebed/lib/table.js";
import { steps } from "wirebed/steps/steps.js";

export const within = "evolution";

// The level where none is chosen.
const STRICT = "strict";

export async function show(parts, query) {
  const all = await steps();
  const data = await block("evolution-predictions");
  if (parts.length || all === null) return null;
  const title = "Prediction against observation";
  if (data.nothing) return { title, content: p(data.nothing) };
  const levels = Object.entries(data.levels).map(([level, harm]) => [level, harm.join(", ")]);
  const choices = [
    ["words", "Words of the change"],
    ["checker", "Checker", data.checkers],
    ["format", "Format", unique(data.rows.map(({ format }) => format))],
    ["level", "Harm", levels.slice(1), levels[0][1]],
    ["said", "Said", data.order.map((number) => [String(number), data.words[number]])],
  ];
  const content = [
    p(a(link(["evolution"]), "All steps"), data.version && `. buf ${data.version}.`),
    p(
      "The numbers count steps. A checker is the documentation, or a set of rules of buf breaking. Missed: it passes a " +
        "step that did harm. False alarm: it flags a step that did none. Steps of three versions do not count, nor does " +
        "what an unchanged schema shows, too.",
    ),
    filtered(choices, query, (now) => shown(all, data, { ...now, level: now.level || STRICT }), "steps"),
    all.legend(),
  ];
  return { title, content };
}

function shown(all, data, query) {
  return [counts(data, query), h("h2", "Step by step"), list(all, data, query)];
}

// The numbers open the steps that they count.
function counts(data, { level, checker, format }) {
  const first = data.heads.length - data.words.length;
  const opened = (row, at) => {
    const [checker, format, level] = row;
    return a(link(["predictions"], { checker, format, level, said: String(at - first) }), row[at]);
  };
  const columns = data.heads.map((head, at) => {
    const content = (row) => at >= first && row[at] ? opened(row, at) : row[at];
    return { ...column(head, (row) => row[at], content), isNumber: at >= first - 1 };
  });
  const rows = data.counts.filter((row) =>
    row[2] === level && matches({ checker, format }, { checker: row[0], format: row[1] })
  );
  return table(columns, rows, { caption: "Steps by verdict of each checker" });
}

function list(all, data, { words, checker, format, level, said }) {
  const of = (row) => Object.entries(row.said[level]).filter(([one]) => !checker || one === checker);
  const rows = data.rows.filter((row) =>
    of(row).length && matches({ format }, row) &&
    (!said || of(row).some(([, numbers]) => numbers.includes(Number(said)))) &&
    hasWords(`${row.step} ${all.find(row.step).change}`, words)
  ).toSorted((one, other) => rank(data, of(one)) - rank(data, of(other)));
  const caption = `${rows.length} rows, of a step and a format`;
  return orNone(rows, "step", () => table(columns(all, data, of), rows, { caption }));
}

function columns(all, data, of) {
  const rulesOf = (row) => rules(data, row);
  const step = (row) => [
    a(link(["evolution", row.step], { format: row.format }), all.find(row.step).change),
    h("small", ` ${row.step}`),
  ];
  return [
    column("step", (row) => row.step, step),
    column("format", (row) => row.format),
    column("said", (row) => rank(data, of(row)), (row) => said(data, of(row))),
    column(
      "documents",
      (row) => row.docs?.says ?? "",
      ({ docs }) => docs && h("a", { href: docs.at, rel: "noreferrer" }, docs.says),
    ),
    column("buf", rulesOf, (row) => h("div.rules", rulesOf(row))),
    column(
      "observed",
      (row) => all.verdicts.findIndex(({ name }) => name === row.verdict),
      (row) => [all.verdict(row.verdict), " ", all.mark(row)],
    ),
    column("witness", (row) => row.witness?.shown ?? "", (row) => all.witnessed(row.format, row)),
  ];
}

// The place of a step in the table: what was said wrongly comes first. `said`: checkers with what they say.
function rank(data, said) {
  return Math.min(...said.map(([, numbers]) => data.order.indexOf(numbers.at(-1))));
}

// `missed: documents, buf WIRE`.
function said(data, said) {
  return data.order.map((number) => {
    const checkers = said.filter(([, numbers]) => numbers.at(-1) === number).map(([checker]) => checker);
    return checkers.length > 0 && h("div", h("b", data.words[number]), `: ${checkers.join(", ")}`);
  });
}

// The rules that a step breaks, with the categories of buf that have each.
function rules(data, { step, said }) {
  if (Object.keys(said[STRICT]).every((one) => one === data.documents)) return "";
  const of = data.buf[step];
  if (!of) return data.refused[step] ? "buf cannot read this schema" : "";
  const pairs = of.flatMap((ids, at) => ids.map((id) => ({ id, category: data.categories[at] })));
  const byRule = Object.entries(Object.groupBy(pairs, ({ id }) => id));
  const texts = byRule.map(([id, some]) => `${id} (${some.map(({ category }) => category).join(", ")})`);
  return texts.join(", ") || "no rule is broken";
}

// What was said of one step.
export async function ofStep(all, step) {
  const data = await block("evolution-predictions");
  const rows = data.rows.filter((row) => row.step === step);
  if (!rows.length) return null;
  const of = (row) => Object.entries(row.said[STRICT]);
  const caption = `Harm: ${data.levels[STRICT].join(", ")}`;
  return [
    h("h2", "Prediction against observation"),
    h("div.steps", table(columns(all, data, of).slice(1), rows, { caption })),
  ];
}

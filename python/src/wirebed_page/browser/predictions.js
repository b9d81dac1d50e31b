// Predictions against observations: what documents and buf say of each step, and what happened (evolution/predict.py).

import { block } from "wirebed/data.js";
import { h, replace } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { steps } from "wirebed/steps.js";
import { table } from "wirebed/table.js";

export async function show(parts, query) {
  const all = await steps();
  const data = await block("evolution-predictions");
  if (parts.length || all === null) return null;
  const title = "Prediction against observation";
  if (data.nothing) return { title, content: h("p", {}, data.nothing) };
  const place = h("div", { class: "steps" });
  const fill = (chosen) => replace(place, shown(all, data, { ...chosen, level: chosen.level || STRICT }));
  fill(query);
  const content = [
    h("p", {}, h("a", { href: link(["evolution"]) }, "All steps"), data.version && `. buf ${data.version}.`),
    h("p", {}, about()),
    filters(choices(data), query, fill),
    place,
    all.legend(),
  ];
  return { title, content };
}

// The level where none is chosen.
const STRICT = "strict";

function shown(all, data, query) {
  return [counts(data, query), h("h2", {}, "Step by step"), list(all, data, query)];
}

function about() {
  return "The numbers count steps. A checker is the documentation, or a set of rules of buf breaking. Missed: it passes a " +
    "step that did harm. False alarm: it flags a step that did none. Steps of three versions do not count, nor does what " +
    "an unchanged schema shows, too.";
}

// The numbers open the steps that they count.
function counts(data, query) {
  const first = data.heads.length - data.words.length;
  const columns = data.heads.map((head, at) => ({
    head,
    number: at >= first - 1,
    text: (row) => row[at],
    content: (row) => at >= first && row[at] ? opened(row, at - first, row[at]) : row[at],
  }));
  const rows = data.counts.filter(([checker, format, level]) =>
    level === query.level && (!query.checker || checker === query.checker) && (!query.format || format === query.format)
  );
  return table(columns, rows, { caption: "Steps by verdict of each checker" });
}

function opened([checker, format, level], said, number) {
  return h("a", { href: link(["predictions"], { checker, format, level, said: String(said) }) }, number);
}

function choices(data) {
  const levels = Object.entries(data.levels).map(([level, harm]) => [level, harm.join(", ")]);
  return [
    ["words", "Words of the change"],
    ["checker", "Checker", data.checkers],
    ["format", "Format", [...new Set(data.rows.map(({ format }) => format))]],
    ["level", "Harm", levels.slice(1), levels[0][1]],
    ["said", "Said", data.order.map((number) => [String(number), data.words[number]])],
  ];
}

function list(all, data, { words = "", checker, format, level, said }) {
  const of = (row) => Object.entries(row.said[level]).filter(([one]) => !checker || one === checker);
  const text = (row) => `${row.step} ${all.find(row.step).change}`.toLowerCase();
  const rows = data.rows.filter((row) =>
    of(row).length && (!format || row.format === format) &&
    (!said || of(row).some(([, numbers]) => numbers.includes(Number(said)))) &&
    words.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).every((word) => text(row).includes(word))
  ).toSorted((one, other) => rank(data, of(one)) - rank(data, of(other)));
  if (!rows.length) return h("p", {}, "No step matches these filters.");
  return table(columns(all, data, of), rows, { caption: `${rows.length} rows, of a step and a format` });
}

function columns(all, data, of) {
  return [
    {
      head: "step",
      text: (row) => row.step,
      content: (
        row,
      ) => [
        h("a", { href: link(["evolution", row.step], { format: row.format }) }, all.find(row.step).change),
        h("small", {}, ` ${row.step}`),
      ],
    },
    { head: "format", text: (row) => row.format },
    { head: "said", text: (row) => rank(data, of(row)), content: (row) => said(data, of(row)) },
    {
      head: "documents",
      text: (row) => row.docs?.says ?? "",
      content: (row) => row.docs && h("a", { href: row.docs.at, rel: "noreferrer" }, row.docs.says),
    },
    { head: "buf", text: (row) => rules(data, row), content: (row) => h("div", { class: "rules" }, rules(data, row)) },
    {
      head: "observed",
      text: (row) => all.verdicts.findIndex(({ name }) => name === row.verdict),
      content: (row) => [all.verdict(row.verdict), " ", all.mark(row)],
    },
    { head: "witness", text: (row) => row.witness?.shown ?? "", content: (row) => all.witnessed(row.format, row) },
  ];
}

// The place of a step in the table: what was said wrongly comes first. `found`: checkers with what they say.
function rank(data, found) {
  return Math.min(...found.map(([, numbers]) => data.order.indexOf(numbers.at(-1))));
}

// `missed: documents, buf WIRE`.
function said(data, found) {
  return data.order.map((number) => [
    data.words[number],
    found.filter(([, numbers]) => numbers.at(-1) === number).map(([checker]) => checker),
  ])
    .filter(([, checkers]) => checkers.length)
    .map(([word, checkers]) => h("div", {}, h("b", {}, word), `: ${checkers.join(", ")}`));
}

// The rules that a step breaks, with the categories of buf that have each.
function rules(data, { step, said }) {
  if (Object.keys(said[STRICT]).every((one) => one === data.documents)) return "";
  const found = new Map();
  const of = data.buf[step];
  if (!of) return data.refused[step] ? "buf cannot read this schema" : "";
  of.forEach((ids, at) => ids.forEach((id) => found.set(id, [...(found.get(id) ?? []), data.categories[at]])));
  return [...found].map(([id, categories]) => `${id} (${categories.join(", ")})`).join(", ") || "no rule is broken";
}

// What was said of one step.
export async function ofStep(all, step) {
  const data = await block("evolution-predictions");
  const rows = data.rows.filter((row) => row.step === step);
  if (!rows.length) return null;
  const of = (row) => Object.entries(row.said[STRICT]);
  return [
    h("h2", {}, "Prediction against observation"),
    h(
      "div",
      { class: "steps" },
      table(columns(all, data, of).slice(1), rows, { caption: `Harm: ${data.levels[STRICT].join(", ")}` }),
    ),
  ];
}

// The schemas of a step as diffs, what is the same under another name, its samples and mutations.

import { h } from "wirebed/dom.js";

// A sign beside each colour.
const MARKS = { same: " ", gone: "-", new: "+" };

export function section(step, text) {
  if (!text) return h("p", {}, "The bed no longer has this step.");
  return [
    h("h2", {}, "Schemas"),
    text.class && about(text.class),
    text.diffs.map(diff),
    text.migrations && migrations(step.versions, text.migrations),
    h("h2", {}, "Samples"),
    text.defaults && h("p", {}, "Absent fields are compared by the default that a reader shows for them."),
    Object.entries(text.initial ?? {}).map(([version, value]) =>
      h("p", {}, `A new object of ${version} holds `, value ? h("code", {}, value) : "nothing", ".")
    ),
    samples(text.samples),
    text.mutations && mutations(text.mutations),
    h("p", { class: "quiet" }, "In ", h("code", {}, text.place)),
  ];
}

function about(name) {
  return h(
    "p",
    {},
    "The step is about a class that was written by hand, ",
    h("code", {}, name),
    ". The schemas describe its fields.",
  );
}

function diff({ old, new: now, lines }) {
  return h(
    "figure",
    {},
    h("figcaption", {}, "- ", h("code", {}, old), " + ", h("code", {}, now)),
    h(
      "pre",
      { class: "diff", tabindex: 0 },
      lines.map(([kind, line]) => h("span", { class: kind }, `${MARKS[kind]} ${line}\n`)),
    ),
  );
}

function migrations(versions, all) {
  const of = ({ renamed, apart }, at) => [
    Object.entries(renamed).map(([old, now]) =>
      h("li", {}, `${versions[at]} `, h("code", {}, old), ` is ${versions[at + 1]} `, h("code", {}, now))
    ),
    apart.map((name) =>
      h("li", {}, h("code", {}, name), ` is not the same in ${versions[at]} and ${versions[at + 1]}`)
    ),
  ];
  const found = all.map(of).flat(Infinity);
  return [
    h("h2", {}, "Migration"),
    found.length ? h("ul", {}, found) : h("p", {}, "What has the same name in both versions is the same thing."),
  ];
}

function samples(all) {
  const ought = (one) => Object.entries(one.ought ?? {});
  const columns = [
    ["sample", (one) => h("code", {}, one.name.split("/")[1])],
    ["value", (one) => one.text ? h("code", {}, one.text) : "nothing is set"],
    all.some((one) => one.ought) && [
      "what another version ought to see",
      (one) => ought(one).map(([version, value]) => h("div", {}, `${version}: `, h("code", {}, value))),
    ],
    all.some((one) => one.about) && ["about", (one) => one.about],
    all.some((one) => one.formats) && ["only in", (one) => one.formats?.join(", ")],
  ];
  return table(columns.filter(Boolean), all, "samples");
}

function mutations(all) {
  const columns = [
    ["sample", (one) => h("code", {}, one.name.split("/")[1])],
    ["relay", (one) => one.relay],
    ["sets", (one) => one.set && h("code", {}, one.set)],
    ["clears", (one) => one.clear.join(", ")],
    ["what it gives", (one) => h("code", {}, one.gives)],
  ];
  return [h("h2", {}, "What relays change"), table(columns, all, "mutations")];
}

// `columns`: [head, content of a thing]; the first one heads its row.
function table(columns, things, label) {
  const row = (one) =>
    h("tr", {}, columns.map(([, content], at) => h(at ? "td" : "th", { scope: at ? null : "row" }, content(one))));
  return h(
    "div",
    { class: "wide", tabindex: 0, role: "region", "aria-label": label },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, columns.map(([head]) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, things.map(row)),
    ),
  );
}

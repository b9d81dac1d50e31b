// The schemas of a step as diffs, what is the same under another name, its samples and mutations.

import { code, h, p } from "wirebed/lib/dom.js";
import { plainTable } from "wirebed/lib/table.js";

// A sign beside each colour.
const MARKS = { same: " ", gone: "-", new: "+" };

// What changes; `text` is undefined where the bed no longer has the step.
export function change(step, text) {
  if (!text) return p("The bed no longer has this step.");
  return [
    h("h2", "Schemas"),
    text.class &&
    p("The step is about a class that was written by hand, ", code(text.class), ". The schemas describe its fields."),
    text.diffs.map(diff),
    text.migrations && migrations(step.versions, text.migrations),
  ];
}

// What is written, and what relays change in it.
export function samples(text) {
  if (!text) return null;
  const initial = Object.entries(text.initial ?? {}).map(([version, value]) =>
    p(`A new object of ${version} holds `, value ? code(value) : "nothing", ".")
  );
  return [
    h("h2", "Samples"),
    text.defaults && p("Absent fields are compared by the default that a reader shows for them."),
    initial,
    sampleTable(text.samples),
    text.mutations && mutations(text.mutations),
    h("p.quiet", "In ", code(text.place)),
  ];
}

function diff({ old, new: now, lines }) {
  const spans = lines.map(([kind, line]) => h("span", { class: kind }, `${MARKS[kind]} ${line}\n`));
  const caption = h("figcaption", "- ", code(old), " + ", code(now));
  return h("figure", caption, h("pre.diff", { tabindex: 0 }, spans));
}

function migrations(versions, all) {
  const items = all.flatMap(({ renamed, apart }, at) => {
    const [was, is] = versions.slice(at, at + 2);
    return [
      ...Object.entries(renamed).map(([old, now]) => h("li", `${was} `, code(old), ` is ${is} `, code(now))),
      ...apart.map((name) => h("li", code(name), ` is not the same in ${was} and ${is}`)),
    ];
  });
  const none = p("What has the same name in both versions is the same thing.");
  return [h("h2", "Migration"), items.length ? h("ul", items) : none];
}

function sampleTable(all) {
  const ought = ({ ought = {} }) =>
    Object.entries(ought).map(([version, value]) => h("div", `${version}: `, code(value)));
  const columns = [
    ["sample", nameOf],
    ["value", (one) => one.text ? code(one.text) : "nothing is set"],
    all.some((one) => one.ought) && ["what another version ought to see", ought],
    all.some((one) => one.about) && ["about", (one) => one.about],
    all.some((one) => one.formats) && ["only in", (one) => one.formats?.join(", ")],
  ];
  return table("samples", columns.filter(Boolean), all);
}

function mutations(all) {
  const columns = [
    ["sample", nameOf],
    ["relay", (one) => one.relay],
    ["sets", (one) => one.set && code(one.set)],
    ["clears", (one) => one.clear.join(", ")],
    ["what it gives", (one) => code(one.gives)],
  ];
  return [h("h2", "What relays change"), table("mutations", columns, all)];
}

function nameOf({ name }) {
  return code(name.split("/")[1]);
}

function table(label, columns, things) {
  const rows = things.map((one) => columns.map(([, content]) => content(one)));
  return plainTable(label, columns.map(([head]) => head), rows);
}

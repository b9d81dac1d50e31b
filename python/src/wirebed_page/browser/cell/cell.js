// One cell: what happened, the value, the entry that pins it, the bytes, the command that repeats it, and what is around.
// What the cell means is in words of its detail; here they are laid out.

import * as around from "wirebed/cell/around.js";
import * as bytes from "wirebed/cell/bytes.js";
import * as entry from "wirebed/cell/entry.js";
import * as value from "wirebed/cell/value.js";
import { command } from "wirebed/lib/copy.js";
import { h, p } from "wirebed/lib/dom.js";
import { settingsOf } from "wirebed/lib/filters.js";

const NONE = "none"; // the format of the codecs without bytes

// `way`: the links to what is around in the lists, and `more` what a suite says of its cells before all else.
export async function content(run, row, reader, query, way, more) {
  const settings = settingsOf(query);
  const { entries = [] } = run.detail(row);
  return [
    h("nav.way", { "aria-label": "Around this cell" }, way),
    more,
    said(run, row),
    await value.section(run, row, reader, settings),
    entries.length > 0 && [h("h2", "Pinned by"), await entry.list(run, entries)],
    await withoutBytes(run, row, reader),
    await bytes.section(run, row, reader, settings),
    await bytes.relayed(run, row),
    await bytes.left(run, row),
    h("h2", "Repeat it"),
    command(`${run.data.command} ${chosen(run, row, reader)}`, "runs this cell again"),
    command(`${run.data.why} ${chosen(run, row, reader)}`, "explains this cell on the terminal"),
    around.section(run, row, reader),
    run.suite === "interop" && await around.inFormats(run, row, reader),
  ];
}

function said(run, row) {
  const { happened, said, reason, problems = [] } = run.detail(row);
  const terms = [
    ["Outcome", [run.mark(row), ` ${happened}`]],
    ...said,
    ...(reason ? [["In its words", h("pre.said", reason)]] : []),
    ...problems.map((text) => ["Not as pinned", text]),
  ];
  return h("dl.verdict", terms.map(([term, text]) => [h("dt", term), h("dd", text)]));
}

// Where the languages' own objects lose the value: the cells of the codec `none`.
async function withoutBytes(run, row, reader) {
  if (!run.detail(row).objects || run.suite !== "interop") return null;
  const codecs = [run.at("writer", row), reader].map((codec) => {
    const model = run.data.codecs[codec]?.model;
    return model && `${codec.split(":")[0]}:${NONE}/${model}`;
  });
  const others = run.rows({ format: NONE, case: run.at("case", row) })
    .filter((other) => codecs.includes(run.at("writer", other)));
  const cells = others.map(async (other) => {
    const { happened, reason = "", entries } = run.detail(other);
    const codec = run.at("writer", other);
    const text = `, without bytes: ${happened} ${reason}`;
    return [p(run.link(other, codec, run.name(codec)), text), await entry.list(run, entries)];
  });
  return [
    h("h2", "The format is not to blame"),
    p(`${run.data.not_to_blame}.`),
    await Promise.all(cells),
    !others.length && command(`${run.data.why} ${chosen(run, row, null, NONE)}`, "shows it on the terminal"),
  ];
}

// The variables that choose a cell, as the terminal gives them (report/load.py, `repeat`). The name of the case is as a
// shell needs it.
function chosen(run, row, reader, format = run.at("format", row)) {
  const [name, leg, writer] = ["case", "leg", "writer"].map((column) => run.at(column, row));
  const quoted = Object.hasOwn(run.data.quoted, name) ? run.data.quoted[name] : name;
  const words = [`${run.suite === "evolution" ? "STEP" : "CASE"}=${quoted}`, `FORMAT=${format}`];
  if (leg) words.push(`LEG=${leg}`);
  if (reader && writer.includes(":")) words.push(`WRITER=${run.name(writer)}`);
  if (reader) words.push(`READER=${run.name(reader)}`);
  return words.join(" ");
}

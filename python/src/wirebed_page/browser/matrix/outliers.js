// What only one codec does: which codec to distrust, and for what.

import { list as entryList } from "wirebed/cell/entry.js";
import { link } from "wirebed/lib/address.js";
import { cells } from "wirebed/lib/cells.js";
import { add } from "wirebed/lib/data.js";
import { a, count, h, p } from "wirebed/lib/dom.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { EXACT, inOrder, legend, mark, options, rank } from "wirebed/lib/signs.js";
import { column, numbers, table } from "wirebed/lib/table.js";
import { outliers } from "wirebed/matrix/find_outliers.js";

export const within = "interop";

const FEW = 12; // cells of a group that are shown without a click

// `parts`: for one codec its role and its name.
export async function show(parts, query) {
  const run = await cells("interop");
  if (run === null) return null;
  if (parts.length) return await ofCodec(run, parts, query);
  const intro = [
    p(
      "A reader is alone where at least two other readers of the same bytes all have one result, and it has another. ",
      "A writer is alone in a case where every reader gets another result from it than from all other writers, and at least ",
      "two others agree. The result is what was read, or that nothing was.",
    ),
    p(
      "Alone does not mean wrong: a codec with = is the only one that is exact. ",
      "Choose a codec to see its cells, grouped by the entry that explains them.",
    ),
  ];
  const choices = [
    ["format", "Format", run.data.formats],
    ["language", "Language", run.languages],
    ["role", "As", ["reader", "writer"]],
    ["sign", "Outcome", options()],
  ];
  const content = [intro, legend(), filtered(choices, query, (now) => list(run, now))];
  return { title: "What only one codec does", content };
}

function list(run, query) {
  const rows = byCodec(run, query);
  if (!rows.length) return p("No codec is alone like that.");
  const { compared } = outliers(run);
  const columns = [
    column(
      "codec",
      ({ codec }) => run.name(codec),
      ({ role, codec }) => a(link(["odd", role, codec], { sign: query.sign }), run.name(codec)),
    ),
    column("format", ({ codec }) => run.data.codecs[codec]?.format),
    column("as", ({ role }) => role),
    numbers("alone, not exact", ({ inexact }) => inexact),
    numbers("alone exact", ({ exact }) => exact),
    numbers("compared in", ({ role, codec }) => compared[role].get(codec)),
    column("how", ({ inexact }) => inexact, signs),
  ];
  return [
    p(`${count(rows.length, "codec and role", "codecs and roles")}.`),
    table(columns, rows, { caption: "payloads read alone, and cases written alone", by: 3, down: true }),
  ];
}

// For each role and codec, how often it is alone under each sign.
function byCodec(run, query) {
  const chosen = outliers(run).cells.filter(({ role, codec, row }) => {
    const { format, language } = run.data.codecs[codec] ?? {};
    return matches(query, { role, format, language, sign: run.sign(row) });
  });
  return Object.values(Object.groupBy(chosen, ({ role, codec }) => `${role} ${codec}`)).map((cells) => {
    const counts = cells.reduce((counts, { row }) => add(counts, run.sign(row)), new Map());
    const exact = counts.get(EXACT) ?? 0;
    return { role: cells[0].role, codec: cells[0].codec, counts, exact, inexact: cells.length - exact };
  });
}

function signs({ role, codec, counts }) {
  return inOrder(counts).toReversed().map(([sign, number]) => [
    a(link(["odd", role, codec], { sign }), mark(sign), ` ${number}`),
    " ",
  ]);
}

// Where one codec is alone: its cells, by the entries that give the reason.
async function ofCodec(run, [role, codec], { sign }) {
  const { cells, compared } = outliers(run);
  const times = compared[role]?.get(codec);
  if (times === undefined) return null;
  const some = cells.filter((one) =>
    one.role === role && one.codec === codec && matches({ sign }, { sign: run.sign(one.row) })
  );
  const what = role === "reader"
    ? `${count(times, "payload")} that it read with at least two other readers`
    : `${count(times, "case")} that it wrote with at least two other writers`;
  const content = [
    p(a(link(["odd"]), "What only one codec does")),
    p(`Alone in ${some.length} of ${what}.`),
    sign && p("Only ", mark(sign), ". ", a(link(["odd", role, codec]), "All of them")),
    await Promise.all(grouped(run, some).map((group) => section(run, group))),
  ];
  return { title: `Alone as a ${role}: ${run.name(codec)}, ${run.data.codecs[codec]?.format ?? ""}`, content };
}

// By sign and entries, or by what happened where there are none; the worst first, and the largest of these. Of a codec
// that alone is exact, the entries are those of the others.
function grouped(run, cells) {
  const groups = new Map();
  for (const cell of cells) {
    const { sign, happened } = run.detail(cell.row);
    const isExact = sign === EXACT;
    const entries = run.detail(isExact ? cell.other : cell.row).entries ?? [];
    const key = `${sign} ${entries.length ? entries.join(" ") : happened}`;
    if (!groups.has(key)) groups.set(key, { sign, happened, entries, isExact, cells: [] });
    groups.get(key).cells.push(cell);
  }
  return [...groups.values()].sort((one, other) =>
    rank(other.sign) - rank(one.sign) || other.cells.length - one.cells.length
  );
}

async function section(run, { sign, happened, entries, isExact, cells }) {
  const links = cells.map((one) => h("li", cellLink(run, one)));
  const left = links.length - FEW;
  return h(
    "section",
    h("h2", mark(sign), ` ${count(links.length, "cell")}: ${happened}`),
    entries.length > 0 && p(isExact ? "What the others do is pinned by:" : "Pinned by:"),
    await entryList(run, entries),
    h("ul.cells", links.slice(0, FEW)),
    left > 0 && h("details", h("summary", count(left, "more cell")), h("ul.cells", links.slice(FEW))),
  );
}

function cellLink(run, { role, row, reader, other, others }) {
  const name = run.at("case", row);
  const text = role === "reader" ? `${name} by ${run.writer(row)}` : `${name} read by ${run.name(reader)}`;
  return [run.link(row, reader, text), ` (${others} others `, run.mark(other), ")"];
}

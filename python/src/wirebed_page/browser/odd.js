// What only one codec does: which codec to distrust, and for what.

import { alone } from "wirebed/alone.js";
import { cells } from "wirebed/cells.js";
import { count, h, replace } from "wirebed/dom.js";
import { filters } from "wirebed/filters.js";
import * as lone from "wirebed/lone.js";
import { link } from "wirebed/route.js";
import { legend, mark, SIGNS } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

// `parts`: for one codec its role and its name.
export async function show(parts, query) {
  const run = await cells("interop");
  if (run === null) return null;
  if (parts.length) return await lone.show(run, parts, query);
  const place = h("div");
  const fill = (chosen) => replace(place, shown(run, chosen));
  fill(query);
  return { title: "What only one codec does", content: [intro(), filters(choices(run), query, fill), legend(), place] };
}

function intro() {
  return [
    h(
      "p",
      {},
      "A reader is alone where at least two other readers of the same bytes all have one result, and it has another. ",
      "A writer is alone in a case where every reader gets another result from it than from all other writers, and at least ",
      "two others agree. The result is what was read, or that nothing was.",
    ),
    h(
      "p",
      {},
      "Alone does not mean wrong: a codec with = is the only one that is exact. ",
      "Choose a codec to see its cells, grouped by the entry that explains them.",
    ),
  ];
}

function choices(run) {
  const languages = [...new Set(Object.values(run.data.codecs).map(({ language }) => language))];
  return [
    ["format", "Format", run.data.formats],
    ["language", "Language", languages],
    ["role", "As", ["reader", "writer"]],
    ["sign", "Outcome", SIGNS.map(({ sign, words }) => [sign, `${sign} ${words}`])],
  ];
}

function shown(run, query) {
  const { compared } = alone(run);
  const rows = [...groups(run, query).values()];
  if (!rows.length) return h("p", {}, "No codec is alone like that.");
  const address = ({ role, codec }) => link(["odd", role, codec], { sign: query.sign });
  const columns = [
    {
      head: "codec",
      text: ({ codec }) => run.name(codec),
      content: (one) => h("a", { href: address(one) }, run.name(one.codec)),
    },
    { head: "format", text: ({ codec }) => run.data.codecs[codec]?.format },
    { head: "as", text: ({ role }) => role },
    { head: "alone, not exact", text: ({ inexact }) => inexact, number: true },
    { head: "alone exact", text: ({ exact }) => exact, number: true },
    { head: "compared in", text: ({ role, codec }) => compared[role][codec], number: true },
    { head: "how", text: ({ inexact }) => inexact, content: signs },
  ];
  return [
    h("p", {}, `${count(rows.length, "codec and role", "codecs and roles")}.`),
    table(columns, rows, { caption: "payloads read alone, and cases written alone", by: 3, down: true }),
  ];
}

// For each role and codec, how often it is alone under each sign.
function groups(run, { format, language, role, sign }) {
  const found = new Map();
  for (const one of alone(run).ones) {
    const of = run.data.codecs[one.codec];
    const shownSign = run.detail(one.row).sign;
    if (format && of?.format !== format || language && of?.language !== language) continue;
    if (role && one.role !== role || sign && shownSign !== sign) continue;
    const key = `${one.role} ${one.codec}`;
    if (!found.has(key)) found.set(key, { role: one.role, codec: one.codec, exact: 0, inexact: 0, counts: new Map() });
    const group = found.get(key);
    group.counts.set(shownSign, (group.counts.get(shownSign) ?? 0) + 1);
    if (shownSign === "=") group.exact++;
    else group.inexact++;
  }
  return found;
}

function signs({ role, codec, counts }) {
  return SIGNS.filter(({ sign }) => counts.has(sign)).reverse().map(({ sign }) => [
    h("a", { href: link(["odd", role, codec], { sign }) }, mark(sign), ` ${counts.get(sign)}`),
    " ",
  ]);
}

// The figures that the seed articles published, beside ours.

import { link } from "wirebed/lib/address.js";
import { chart } from "wirebed/lib/chart.js";
import { bars, dots } from "wirebed/lib/chart_specs.js";
import { unique } from "wirebed/lib/data.js";
import { a, code, h, p } from "wirebed/lib/dom.js";
import { between, figure } from "wirebed/lib/figures.js";
import { column, numbers, table } from "wirebed/lib/table.js";

const OURS = "ours";

export function show(data) {
  const shown = data.articles.filter((one) => one.bars.length).map(article);
  const content = h("div.words", p(a(link(["cost"]), "Cost of one value")), shown, absent(data));
  return { title: "Cost: the articles' figures beside ours", content };
}

function article({ name, title, source, protocol, unit, measure, bars: rows }) {
  const years = unique(rows.flatMap((bar) => Object.keys(bar.published)));
  const series = [...years, OURS];
  const isTime = measure === "time";
  const values = rows.flatMap(({ label, published, ours, low, high }) => [
    ...Object.entries(published).map(([year, value]) => ({ label, series: year, value })),
    { label, series: OURS, value: ours, ...(isTime && { low, high }) },
  ]);
  const axis = isTime ? ", on a logarithmic axis; a line is our 95 % interval" : "";
  const about = `${title}: ${unit}, published and ours${axis}. The table has the same figures.`;
  const shown = (bar) => isTime ? between(bar.ours, bar.low, bar.high) : figure(bar.ours);
  const ours = (bar) => bar.disturbed ? `${shown(bar)} †` : shown(bar);
  const columns = [
    column("serializer", (bar) => bar.label),
    ...years.map((year) => numbers(year, (bar) => bar.published[year])),
    numbers(OURS, (bar) => bar.ours, ours),
    column("our codec", (bar) => bar.codec ?? "the copy constructor"),
    column("our value", (bar) => bar.case),
  ];
  return h(
    "section",
    { "aria-label": title },
    h("h2", title),
    p(`${source}. ${protocol}`),
    rows.length > 1 && chart((isTime ? dots : bars)(values, { about, series, unit }), `article-${name}`),
    table(columns, rows, { caption: `${title}, ${unit}` }),
    rows.some(({ disturbed }) => disturbed) && p("† marks a time of which other programs disturbed a process."),
  );
}

function absent({ articles }) {
  const missing = articles.filter((one) => !one.bars.length).map((one) => one.title).join("; ");
  const command = code("make bench MESSAGE=default,articles");
  return missing && h("p.missing", `This result has no row for: ${missing}. `, command, " measures them.");
}

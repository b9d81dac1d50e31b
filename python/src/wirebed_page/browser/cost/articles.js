// The figures that the seed articles published, beside ours, and the seven figures of S0 over n.

import { link } from "wirebed/lib/address.js";
import { chart } from "wirebed/lib/chart.js";
import { bars, curves, dots } from "wirebed/lib/chart_specs.js";
import { unique } from "wirebed/lib/data.js";
import { a, code, h, p } from "wirebed/lib/dom.js";
import { between, figure } from "wirebed/lib/figures.js";
import { column, numbers, table } from "wirebed/lib/table.js";

const OURS = "ours";

export function show(data) {
  const shown = data.articles.filter((one) => one.bars.length).map(article);
  const content = h("div.words", p(a(link(["cost"]), "Cost of one value")), shown, absent(data), sweeps(data));
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
  const ours = (bar) => isTime ? between(bar.ours, bar.low, bar.high) : figure(bar.ours);
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
  );
}

function absent({ articles }) {
  const missing = articles.filter((one) => !one.bars.length).map((one) => one.title).join("; ");
  const command = code("make bench MESSAGE=default,articles");
  return missing && h("p.missing", `This result has no row for: ${missing}. `, command, " measures them.");
}

function sweeps({ sweeps }) {
  return sweeps.length > 0 && [
    h("h2", "Java, protobuf and XStream over n"),
    p(
      "These curves repeat X. Llorà, Efficient serialization for Java (and beyond), 2009. JMH measures them after a warm-up, each in a process of its own.",
    ),
    sweeps.map(curve),
  ];
}

function curve({ sweep, number, label, log, points }) {
  const about = `${sweep}: ${label} over n. The table has the same figures.`;
  const caption = `${sweep}, ${label}`;
  const columns = [
    column("series", (point) => point.series),
    numbers("n", (point) => point.n),
    numbers(label, (point) => point.value, (point) => between(point.value, point.low, point.high)),
  ];
  return h(
    "section",
    { "aria-label": caption },
    chart(
      curves(points, { about, unit: label, log, of: "n (texts, and as many numbers)" }),
      `${sweep}-${number}`.replaceAll("/", "-"),
    ),
    h("details", h("summary", `Figures: ${caption}`), table(columns, points, { caption })),
  );
}

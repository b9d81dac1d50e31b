// The figures that the seed articles published, beside ours, and the seven figures of S0 over n.

import { chart } from "wirebed/chart.js";
import { bars, curves, dots } from "wirebed/specs.js";
import { h } from "wirebed/dom.js";
import { between, figure, whole } from "wirebed/figures.js";
import { link } from "wirebed/route.js";
import { table } from "wirebed/table.js";

const OURS = "ours";

export function show(data) {
  const back = h("p", {}, h("a", { href: link(["cost"]) }, "Cost of one value"));
  const shown = data.articles.filter((one) => one.bars.length);
  return {
    title: "Cost: the articles' figures beside ours",
    content: h("div", { class: "words" }, back, shown.map(article), absent(data), sweeps(data)),
  };
}

function article({ name, title, source, protocol, unit, measure, bars: found }) {
  const series = [...new Set(found.flatMap((bar) => Object.keys(bar.published))), OURS];
  const values = found.flatMap(({ label, published, ours, low, high }) => [
    ...Object.entries(published).map(([year, value]) => ({ label, series: year, value })),
    { label, series: OURS, value: ours, ...(measure === "time" && { low, high }) },
  ]);
  const log = measure === "time";
  const about =
    `${title}: ${unit}, published and ours${log ? ", on a logarithmic axis; a line is our 95 % interval" : ""}. ` +
    "The table has the same figures.";
  const columns = [
    { head: "serializer", text: (bar) => bar.label },
    ...series.slice(0, -1).map((year) => ({
      head: year,
      text: (bar) => bar.published[year],
      content: (bar) => whole(bar.published[year]),
      number: true,
    })),
    {
      head: OURS,
      text: (bar) => bar.ours,
      content: (bar) => log ? between(bar.ours, bar.low, bar.high) : figure(bar.ours),
      number: true,
    },
    { head: "our codec", text: (bar) => bar.codec ?? "the copy constructor" },
    { head: "our value", text: (bar) => bar.case },
  ];
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    h("p", {}, `${source}. ${protocol}`),
    found.length > 1 && chart((log ? dots : bars)(values, { about, series, unit }), `article-${name}`),
    table(columns, found, { caption: `${title}, ${unit}` }),
  );
}

function absent({ articles }) {
  const missing = articles.filter((one) => !one.bars.length);
  return missing.length > 0 && h(
    "p",
    { class: "missing" },
    `This result has no row for: ${missing.map((one) => one.title).join("; ")}. `,
    h("code", {}, "make bench MESSAGE=default,articles"),
    " measures them.",
  );
}

function sweeps({ sweeps }) {
  if (!sweeps.length) return null;
  return [
    h("h2", {}, "Java, protobuf and XStream over n"),
    h(
      "p",
      {},
      "These curves repeat X. Llorà, Efficient serialization for Java (and beyond), 2009. JMH measures them after a warm-up, each in a process of its own.",
    ),
    sweeps.map(curve),
  ];
}

function curve({ sweep, number, label, log, points }) {
  const about = `${sweep}: ${label} over n. The table has the same figures.`;
  const columns = [
    { head: "series", text: (point) => point.series },
    { head: "n", text: (point) => point.n, number: true },
    {
      head: label,
      text: (point) => point.value,
      content: (point) => between(point.value, point.low, point.high),
      number: true,
    },
  ];
  return h(
    "section",
    { "aria-label": `${sweep}, ${label}` },
    chart(curves(points, { about, unit: label, log }), `${sweep}-${number}`.replaceAll("/", "-")),
    h(
      "details",
      {},
      h("summary", {}, `Figures: ${sweep}, ${label}`),
      table(columns, points, { caption: `${sweep}, ${label}` }),
    ),
  );
}

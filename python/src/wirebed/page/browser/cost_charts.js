// The charts of cost, as Vega-Lite specs.

const WIDE = { width: "container", autosize: { type: "fit-x", contains: "padding" } };
const LOG = { type: "log", nice: true };
// Where nothing reaches an end of an interval, no bar is drawn.
const BOUNDED = [{ filter: "isValid(datum.low) && isValid(datum.high) && datum.low > 0" }];
const ERROR = { type: "rule", color: "var(--text)", strokeWidth: 1.2 };

function ticks(title, scale) {
  return { title, format: scale.type === "log" ? "~s" : ",", tickCount: 5, labelOverlap: true };
}

// `points`: {codec, bytes, mean, low, high, shape, fill, stroke}.
export function sizeAgainstTime(points, about) {
  const quantity = (field, title) => ({ field, type: "quantitative", scale: { ...LOG }, axis: ticks(title, LOG) });
  const raw = (field) => ({ field, type: "nominal", scale: null, legend: null });
  const tooltip = ["codec", "bytes", "mean", "low", "high"].map((field) => ({ field, title: TITLES[field] ?? field }));
  return {
    ...WIDE,
    description:
      `${about}. Nanoseconds against bytes, both on logarithmic axes: left and low is better. A line is the ` +
      "95 % interval of the mean. The table has the same figures, with the sign of each point.",
    height: 280,
    data: { values: points },
    encoding: { x: quantity("bytes", "bytes"), y: quantity("mean", "nanoseconds") },
    layer: [
      { transform: BOUNDED, mark: ERROR, encoding: { y: quantity("low", "nanoseconds"), y2: { field: "high" } } },
      {
        mark: { type: "point", size: 70, opacity: 1, strokeWidth: 1.4 },
        encoding: { shape: raw("shape"), fill: raw("fill"), stroke: raw("stroke"), tooltip },
      },
    ],
  };
}

const TITLES = { mean: "nanoseconds", low: "from", high: "to", value: "figure" };
// Of two or three series each has another lightness, so they differ in print.
const FILLS = ["var(--text)", "var(--line)", "var(--quiet)"];

// Horizontal bars in groups. `bars`: {label, series, value, low, high}; `from`: where bars of a logarithmic axis begin.
export function bars(values, { about, series, unit, log, from = 0 }) {
  const labels = [...new Set(values.map(({ label }) => label))];
  const scale = log ? LOG : { zero: true };
  const along = (field) => ({ field, type: "quantitative", scale, axis: ticks(unit, scale) });
  const first = log && from === 0 ? 0.6 * Math.min(...values.map(({ value }) => value)) : from;
  const offset = { field: "series", type: "nominal", sort: series };
  const tooltip = ["label", "series", "value", "low", "high"].map((field) => ({
    field,
    title: TITLES[field] ?? field,
  }));
  return {
    ...WIDE,
    description: about,
    height: { step: series.length > 1 ? 12 : 18 },
    data: { values },
    encoding: { y: { field: "label", type: "nominal", sort: labels, title: null }, yOffset: offset },
    layer: [
      {
        mark: { type: "bar", stroke: "var(--text)", strokeWidth: .7 },
        encoding: {
          x: along("value"),
          x2: { datum: first },
          fill: {
            field: "series",
            type: "nominal",
            sort: series,
            scale: { domain: series, range: FILLS },
            legend: series.length > 1 ? { title: null } : null,
          },
          tooltip,
        },
      },
      {
        transform: BOUNDED,
        mark: { ...ERROR, color: "var(--chart-4)", strokeWidth: 1.8 },
        encoding: { x: along("low"), x2: { field: "high" } },
      },
    ],
  };
}

// Curves over n. `points`: {series, n, value, low, high}.
export function curves(points, { about, unit, log }) {
  const series = [...new Set(points.map((point) => point.series))];
  const named = (range) => ({
    field: "series",
    type: "nominal",
    scale: { domain: series, range },
    legend: { title: null },
  });
  const up = (field) => ({
    field,
    type: "quantitative",
    scale: log ? LOG : { zero: true },
    axis: ticks(unit, log ? LOG : {}),
  });
  const x = {
    field: "n",
    type: "quantitative",
    scale: { ...LOG, nice: false },
    axis: ticks("n texts and n numbers", LOG),
  };
  const colour = named(["var(--chart-0)", "var(--chart-4)", "var(--chart-2)"]);
  return {
    ...WIDE,
    description: about,
    height: 240,
    data: { values: points },
    encoding: { x, y: up("value") },
    layer: [
      { mark: "line", encoding: { stroke: colour, strokeDash: named([[1, 0], [6, 3], [2, 2]]) } },
      {
        mark: { type: "point", filled: true, size: 60, opacity: 1 },
        encoding: { color: colour, shape: named(["circle", "square", "triangle-up"]) },
      },
      { transform: BOUNDED, mark: ERROR, encoding: { y: up("low"), y2: { field: "high" } } },
    ],
  };
}

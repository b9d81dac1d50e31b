// Charts as Vega-Lite specs. Each has a `description`; points and bars differ by shape or lightness as well as by colour.

const WIDE = { width: "container" };
const LOG = { type: "log", nice: false, padding: 12 };
const LINEAR = { zero: true };
// An interval without an end has no bar.
const BOUNDED = [{ filter: "isValid(datum.low) && isValid(datum.high) && datum.low > 0" }];
const ERROR = { type: "rule", color: "var(--text)", strokeWidth: 1.2 };
const TITLES = { mean: "nanoseconds", low: "from", high: "to" };
const FILLS = ["var(--text)", "var(--line)", "var(--quiet)"];
const COLOURS = ["var(--chart-0)", "var(--chart-4)", "var(--chart-2)", "var(--chart-5)"];
const SHAPES = ["circle", "diamond", "triangle-up", "square"];
const DASHES = [[1, 0], [6, 3], [2, 2], [8, 2, 2, 2]];

function quantity(field, title, scale = LOG) {
  return { field, type: "quantitative", scale, axis: { title, format: ",.12~g", tickCount: 6, labelOverlap: true } };
}

function nominal(field, domain, range) {
  const legend = domain.length > 1 ? { title: null } : null;
  return { field, type: "nominal", sort: domain, scale: { domain, range }, legend };
}

function tooltip(fields) {
  return fields.map((field) => ({ field, title: TITLES[field] ?? field }));
}

// Bytes and nanoseconds. `points`: {codec, bytes, mean, low, high, shape, fill, stroke}.
export function sizeAgainstTime(points, about) {
  const raw = (field) => ({ field, type: "nominal", scale: null, legend: null });
  const description =
    `${about}. Nanoseconds against bytes, both on logarithmic axes: a codec is better the further left and the lower it stands. A line is ` +
    "the 95 % interval of the mean. The table has the same figures, with the symbol of each point.";
  return {
    ...WIDE,
    description,
    height: 280,
    data: { values: points },
    encoding: { x: quantity("bytes", "bytes"), y: quantity("mean", "nanoseconds") },
    layer: [
      { transform: BOUNDED, mark: ERROR, encoding: { y: quantity("low", "nanoseconds"), y2: { field: "high" } } },
      {
        mark: { type: "point", size: 70, opacity: 1, strokeWidth: 1.4 },
        encoding: {
          shape: raw("shape"),
          fill: raw("fill"),
          stroke: raw("stroke"),
          tooltip: tooltip(["codec", "bytes", "mean", "low", "high"]),
        },
      },
    ],
  };
}

// A group of bars for each label. `values`: {label, series, value, low, high}. On a logarithmic axis bars begin at 1.
export function bars(values, { about, series, unit, log }) {
  const scale = log ? LOG : LINEAR;
  const bar = {
    x: quantity("value", unit, scale),
    x2: { datum: log ? 1 : 0 },
    fill: nominal("series", series, FILLS.slice(0, series.length)),
    tooltip: tooltip(["label", "series", "value", "low", "high"]),
  };
  const error = { x: quantity("low", unit, scale), x2: { field: "high" } };
  const yOffset = series.length > 1 ? { yOffset: { field: "series", type: "nominal", sort: series } } : {};
  return byLabel(values, about, 6 + 12 * series.length, yOffset, [
    { mark: { type: "bar", stroke: "var(--text)", strokeWidth: .7 }, encoding: bar },
    { transform: BOUNDED, mark: { ...ERROR, color: "var(--chart-4)", strokeWidth: 1.8 }, encoding: error },
  ]);
}

// The same as points on a logarithmic axis, where a bar would have no beginning.
export function dots(values, { about, series, unit }) {
  const dot = {
    x: quantity("value", unit),
    shape: nominal("series", series, SHAPES.slice(0, series.length)),
    color: nominal("series", series, COLOURS.slice(0, series.length)),
    tooltip: tooltip(["label", "series", "value", "low", "high"]),
  };
  const error = { x: quantity("low", unit), x2: { field: "high" } };
  return byLabel(values, about, 19, {}, [
    { transform: BOUNDED, mark: ERROR, encoding: error },
    { mark: { type: "point", filled: true, size: 70, opacity: 1 }, encoding: dot },
  ]);
}

// `step`: pixels of a label; `encoding`: more than the label.
function byLabel(values, description, step, encoding, layer) {
  const labels = [...new Set(values.map(({ label }) => label))];
  const axis = { grid: true, tickBand: "extent" };
  const y = { field: "label", type: "nominal", sort: labels, title: null, axis };
  return { ...WIDE, description, height: labels.length * step, data: { values }, encoding: { y, ...encoding }, layer };
}

// Curves over n. `points`: {series, n, value, low, high}; `of`: what n counts; `log`, `logN`: the scales.
export function curves(points, { about, unit, log, of, logN = true }) {
  const series = [...new Set(points.map((point) => point.series))];
  const named = (range) => nominal("series", series, range.slice(0, series.length));
  const scale = log ? LOG : LINEAR;
  return {
    ...WIDE,
    description: about,
    height: 240,
    data: { values: points },
    encoding: { x: quantity("n", of, logN ? LOG : LINEAR), y: quantity("value", unit, scale) },
    layer: [
      { mark: "line", encoding: { stroke: named(COLOURS), strokeDash: named(DASHES) } },
      { transform: BOUNDED, mark: ERROR, encoding: { y: quantity("low", unit, scale), y2: { field: "high" } } },
      {
        mark: { type: "point", filled: true, size: 60, opacity: 1 },
        encoding: {
          color: named(COLOURS),
          shape: named(SHAPES),
          tooltip: tooltip(["series", "n", "value", "low", "high"]),
        },
      },
    ],
  };
}

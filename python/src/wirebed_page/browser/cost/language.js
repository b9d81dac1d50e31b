// What one value costs in one language: charts, and the table with their figures.

import { link } from "wirebed/lib/address.js";
import { chart, look, symbol } from "wirebed/lib/chart.js";
import { bars, sizeAgainstTime } from "wirebed/lib/chart_specs.js";
import { a, h } from "wirebed/lib/dom.js";
import { figure, percent } from "wirebed/lib/figures.js";
import { column, figures, numbers, table } from "wirebed/lib/table.js";

const DIRECTIONS = ["write", "read"];
const OWN = 1; // a round trip from and to a message of the library

// Null where no codec of the language has a time.
export function ofLanguage(data, name, language) {
  const trips = timed(data, name, language);
  if (!trips.length) return null;
  const charts = DIRECTIONS.map((direction) => {
    const points = trips.filter((one) => one[direction] && one.size !== null).map((one) => point(one, direction));
    const about = `${name} in ${language}, ${direction}`;
    return points.length > 1 && chart(sizeAgainstTime(points, about), fileName("size-time", name, language, direction));
  });
  return h(
    "section",
    { "aria-label": language },
    h("h2", `${language}, ${name}`),
    h("div.charts", charts),
    multiples(trips, name, language),
    data.heads.map((head, kind) => ofKind(trips.filter((one) => one.kind === kind), `${language}, ${name}: ${head}`)),
  );
}

// What is compared with each other, in a table of its own.
function ofKind(trips, caption) {
  return trips.length > 0 && table(columns(), trips, { caption: `${caption}, the fastest first` });
}

// {codec, number, name, kind, own, size, write: row, read: row} of each round trip with a time, by kind, the fastest
// first. A round trip has the same number for every value, and so the same point.
function timed(data, value, language) {
  const all = Object.keys(data.codecs).filter((codec) => data.codecs[codec].language === language);
  const rows = new Map(data.rows.map((row) => [row.id, row]));
  return (data.trips[value]?.[language] ?? []).map((trip) => {
    const { codec, name, kind, own } = trip;
    const [write, read] = DIRECTIONS.map((direction) => rows.get(trip[direction]));
    const gzip = data.sizes.find((one) => one.case === value && one.codec === codec)?.gzip;
    const number = all.indexOf(codec) + (kind === OWN ? all.length : 0);
    return { codec, name, kind, own, gzip, number, write, read, size: (read ?? write).size };
  });
}

function point(one, direction) {
  const { mean, low, high } = one[direction];
  return { codec: one.name, bytes: one.size, mean, low, high, ...look(one.number) };
}

function multiples(trips, name, language) {
  const values = trips.flatMap((one) =>
    DIRECTIONS.filter((direction) => one[direction]?.copy).map((direction) => {
      const [value, low, high] = one[direction].copy;
      return { label: one.name, series: direction, value, low, high };
    })
  );
  if (!values.length) return null;
  const about = `Times for ${name} in ${language} as multiples of its copy constructor's, on a logarithmic axis that ` +
    "begins at 1, one copy. A line is the 95 % interval of the ratio. The table has the same figures.";
  const spec = bars(values, { about, series: DIRECTIONS, unit: "multiple of a copy", log: true });
  return chart(spec, fileName("copies", name, language));
}

function columns() {
  const time = (row) => row && a(link(["cost", "rows", row.id]), figure(row.mean), row.loses && " ≠");
  return [
    column("codec", (one) => one.name, (one) => [symbol(one.number), one.name]),
    numbers("bytes", (one) => one.size),
    numbers("after gzip", (one) => one.gzip),
    ...DIRECTIONS.flatMap((direction) => [
      numbers(`${direction} ns`, (one) => one[direction]?.mean, (one) => time(one[direction])),
      column("95 %", (one) => one[direction]?.spread ?? ""),
      figures("× copy", (one) => one[direction]?.copy?.[0]),
    ]),
    numbers("our code", (one) => one.own, (one) => percent(one.own)),
  ];
}

function fileName(...parts) {
  return parts.join("-").replaceAll("/", "-").replaceAll("C++", "cpp").toLowerCase();
}

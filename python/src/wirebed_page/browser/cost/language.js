// What one value costs in one language: charts, and the table with their figures.

import { link } from "wirebed/lib/address.js";
import { chart, look, symbol } from "wirebed/lib/chart.js";
import { bars, sizeAgainstTime } from "wirebed/lib/chart_specs.js";
import { a, h } from "wirebed/lib/dom.js";
import { figure } from "wirebed/lib/figures.js";
import { column, figures, numbers, table } from "wirebed/lib/table.js";

const OPERATIONS = ["encode", "decode"];

// Null where no codec of the language has a time.
export function ofLanguage(data, name, language) {
  const codecs = timed(data, name, language);
  if (!codecs.length) return null;
  const charts = OPERATIONS.map((operation) => {
    const points = codecs.filter((one) => one[operation] && one.size !== null).map((one) => point(one, operation));
    const about = `${name} in ${language}, ${operation}`;
    return points.length > 1 && chart(sizeAgainstTime(points, about), fileName("size-time", name, language, operation));
  });
  return h(
    "section",
    { "aria-label": language },
    h("h2", `${language}, ${name}`),
    h("div.charts", charts),
    multiples(codecs, name, language),
    table(columns(), codecs, { caption: `${language}: bytes and times for ${name}, the fastest first` }),
  );
}

// {codec, number, name, size, encode: row, decode: row} of each codec with a time, the fastest first. A codec has the
// same number for every value, and so the same point.
function timed(data, value, language) {
  const all = Object.keys(data.codecs).filter((codec) => data.codecs[codec].language === language);
  const plain = data.rows.filter((row) => row.plain && row.case === value);
  return (data.order[value]?.[language] ?? []).map((codec) => {
    const rows = plain.filter((row) => row.codec === codec);
    const byOperation = Object.fromEntries(rows.map((row) => [row.operation, row]));
    const gzip = data.sizes.find((one) => one.case === value && one.codec === codec)?.gzip;
    const { name } = data.codecs[codec];
    return { ...byOperation, codec, gzip, name, size: rows[0].size, number: all.indexOf(codec) };
  });
}

function point(one, operation) {
  const { mean, low, high } = one[operation];
  return { codec: one.name, bytes: one.size, mean, low, high, ...look(one.number) };
}

function multiples(codecs, name, language) {
  const values = codecs.flatMap((one) =>
    OPERATIONS.filter((operation) => one[operation]?.copy).map((operation) => {
      const [value, low, high] = one[operation].copy;
      return { label: one.name, series: operation, value, low, high };
    })
  );
  if (!values.length) return null;
  const about = `Times for ${name} in ${language} as multiples of its copy constructor's, on a logarithmic axis that ` +
    "begins at 1, one copy. A line is the 95 % interval of the ratio. The table has the same figures.";
  const spec = bars(values, { about, series: OPERATIONS, unit: "multiple of a copy", log: true });
  return chart(spec, fileName("copies", name, language));
}

function columns() {
  const time = (row) => row && a(link(["cost", "rows", row.id]), figure(row.mean), row.loses && " ≠");
  return [
    column("codec", (one) => one.name, (one) => [symbol(one.number), one.name]),
    numbers("bytes", (one) => one.size),
    numbers("after gzip", (one) => one.gzip),
    ...OPERATIONS.flatMap((operation) => [
      numbers(`${operation} ns`, (one) => one[operation]?.mean, (one) => time(one[operation])),
      column("95 %", (one) => one[operation]?.spread ?? ""),
      figures("× copy", (one) => one[operation]?.copy?.[0]),
    ]),
  ];
}

function fileName(...parts) {
  return parts.join("-").replaceAll("/", "-").replaceAll("C++", "cpp").toLowerCase();
}

// What one value costs in one language: charts, and the table with their figures.

import { chart, look, symbol } from "wirebed/chart.js";
import { bars, sizeAgainstTime } from "wirebed/specs.js";
import { h } from "wirebed/dom.js";
import { figure, whole } from "wirebed/figures.js";
import { link } from "wirebed/route.js";
import { table } from "wirebed/table.js";

const OPERATIONS = ["encode", "decode"];

// Null where no codec of the language has a time.
export function ofLanguage(data, name, language) {
  const found = timed(data, name, language);
  if (!found.length) return null;
  const charts = OPERATIONS.map((operation) => {
    const points = found.filter((one) => one[operation] && one.size !== null).map((one) => point(one, operation));
    const about = `${name} in ${language}, ${operation}`;
    return points.length > 1 && chart(sizeAgainstTime(points, about), fileName("size-time", name, language, operation));
  });
  return h(
    "section",
    { "aria-label": language },
    h("h2", {}, `${language}, ${name}`),
    h("div", { class: "charts" }, charts),
    multiples(found, name, language),
    figures(found, name, language),
  );
}

// {codec, number, name, size, encode: row, decode: row} of each codec with a time, the fastest first. A codec has the
// same number for every value, and so the same point.
function timed(data, name, language) {
  const numbers = Object.keys(data.codecs).filter((codec) => data.codecs[codec].language === language);
  const plain = data.rows.filter((row) => row.plain && row.case === name);
  return (data.order[name]?.[language] ?? []).map((codec) => {
    const rows = plain.filter((row) => row.codec === codec);
    const byOperation = Object.fromEntries(rows.map((row) => [row.operation, row]));
    const gzip = data.sizes.find((one) => one.case === name && one.codec === codec)?.gzip;
    return {
      ...byOperation,
      codec,
      gzip,
      name: data.codecs[codec].name,
      size: rows[0].size,
      number: numbers.indexOf(codec),
    };
  });
}

function point(one, operation) {
  const { mean, low, high } = one[operation];
  return { codec: one.name, bytes: one.size, mean, low, high, ...look(one.number) };
}

function multiples(found, name, language) {
  const values = found.flatMap((one) =>
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

function figures(found, name, language) {
  const column = (operation) => [
    {
      head: `${operation} ns`,
      text: (one) => one[operation]?.mean,
      content: (one) => time(one[operation]),
      number: true,
    },
    { head: "95 %", text: (one) => one[operation]?.spread ?? "" },
    {
      head: "× copy",
      text: (one) => one[operation]?.copy?.[0],
      content: (one) => copies(one[operation]),
      number: true,
    },
  ];
  const columns = [
    { head: "codec", text: (one) => one.name, content: (one) => [symbol(one.number), one.name] },
    { head: "bytes", text: (one) => one.size, content: (one) => whole(one.size), number: true },
    { head: "after gzip", text: (one) => one.gzip, content: (one) => whole(one.gzip), number: true },
    ...OPERATIONS.flatMap(column),
  ];
  return table(columns, found, { caption: `${language}: bytes and times for ${name}, the fastest first` });
}

function time(row) {
  return row ? h("a", { href: link(["cost", "rows", row.id]) }, figure(row.mean), row.loses && " ≠") : "";
}

function copies(row) {
  return row?.copy ? figure(row.copy[0]) : "";
}

function fileName(...parts) {
  return parts.join("-").replaceAll("/", "-").replaceAll("C++", "cpp").toLowerCase();
}

// Cost: for one value, which codec is the smallest and which the fastest, in words, charts and tables.

import * as articles from "wirebed/cost_articles.js";
import { chart, look, symbol } from "wirebed/chart.js";
import { bars, sizeAgainstTime } from "wirebed/cost_charts.js";
import * as rows from "wirebed/cost_rows.js";
import { block } from "wirebed/data.js";
import { h, replace } from "wirebed/dom.js";
import { figure } from "wirebed/figures.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { table } from "wirebed/table.js";

const OPERATIONS = ["encode", "decode"];

export async function show([part, ...rest], query) {
  const data = await block("cost");
  if (data === null) return null;
  if (part === "rows") return rows.show(data, rest, query);
  if (part === "articles") return articles.show(data);
  if (part !== undefined) return null;
  const place = h("div");
  const chosen = { ...query, value: data.sentences[query.value] === undefined ? data.first : query.value };
  const fill = (now) => replace(place, value(data, now));
  fill(chosen);
  const choices = [
    ["value", "Value", Object.keys(data.sentences), true],
    ["language", "Language", languages(data)],
  ];
  return { title: "Cost", content: [intro(data), filters(choices, chosen, fill), place, origin(data)] };
}

function intro(data) {
  return [
    h(
      "p",
      {},
      "What a codec costs: bytes, and the time to write and to read. Nanoseconds of two languages do not rank; multiples " +
        "of a copy do. ",
      h("a", { href: link(["cost", "rows"]) }, "Every row"),
      ", ",
      h("a", { href: link(["cost", "articles"]) }, "the articles' figures beside ours"),
    ),
    data.doubts.map((doubt) => h("p", { class: "doubt" }, h("b", {}, "Note: "), doubt)),
  ];
}

function origin(data) {
  return h("p", { class: "missing" }, "Measured by ", h("code", {}, "make bench"), `: ${data.origin.join("; ")}.`);
}

function languages(data) {
  return [...new Set(data.rows.map((row) => row.language))];
}

function value(data, query) {
  const best = Object.entries(data.best[query.value]).filter(([one]) =>
    !one || !query.language || one === query.language
  );
  const shown = languages(data).filter((one) => !query.language || one === query.language);
  return [
    h("p", { class: "answer" }, data.sentences[query.value]),
    answers(query.value, best),
    shown.map((language) => ofLanguage(data, query.value, language)),
    sizes(data, query),
  ];
}

function answers(name, best) {
  const columns = [
    { head: "language", text: ([language]) => language || "all" },
    { head: "fewest bytes", text: ([, found]) => words(found.size, "bytes", "and") },
    { head: "fastest to write", text: ([, found]) => words(found.encode, "ns", "or") },
    { head: "fastest to read", text: ([, found]) => words(found.decode, "ns", "or") },
    { head: "fastest in both together", text: ([, found]) => words(found.both, "ns", "or") },
  ];
  return [
    table(columns, best, { caption: `The smallest and the fastest for ${name}` }),
    h("p", { class: "missing" }, "“or”: their 95 % intervals meet, so this run does not say which is the faster."),
  ];
}

function words(best, unit, joint) {
  if (!best) return "";
  const names = best.codecs.map((codec) => codec.slice(codec.indexOf(":") + 1));
  return `${[...new Set(names)].join(` ${joint} `)}, ${figure(best.figure)} ${unit}`;
}

// The charts of a language, and the table with their figures.
function ofLanguage(data, name, language) {
  const found = byCodec(data, name, language);
  if (!found.length) return null;
  const charts = OPERATIONS.map((operation) => {
    const points = found.filter((one) => one[operation] && one.bytes !== undefined).map((one) => point(one, operation));
    const about = `${operation} of ${name} in ${language}`;
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

// {codec, number, name, bytes, gzip, encode: row, decode: row} of each codec with a time; the fastest first.
function byCodec(data, name, language) {
  const found = new Map();
  for (const row of data.rows) {
    if (!row.plain || row.case !== name || row.language !== language || !row.codec) continue;
    const one = found.get(row.codec) ?? { codec: row.codec, name: data.codecs[row.codec].name, number: found.size };
    one[row.operation] = row;
    found.set(row.codec, one);
  }
  for (const size of data.sizes) {
    if (size.case === name && found.has(size.codec)) {
      Object.assign(found.get(size.codec), { bytes: size.raw, gzip: size.gzip });
    }
  }
  return [...found.values()].sort((one, other) => total(one) - total(other));
}

function total(one) {
  return OPERATIONS.reduce((sum, operation) => sum + (one[operation]?.mean ?? Infinity), 0);
}

function point(one, operation) {
  const { mean, low, high } = one[operation];
  return { codec: one.name, bytes: one.bytes, mean, low, high, ...look(one.number) };
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
  const spec = bars(values, { about, series: OPERATIONS, unit: "multiple of a copy", log: true, from: 1 });
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
    { head: "bytes", text: (one) => one.bytes, number: true },
    { head: "after gzip", text: (one) => one.gzip, number: true },
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

function sizes(data, { value, language }) {
  const found = data.sizes.filter((one) =>
    one.case === value && (!language || data.codecs[one.codec]?.language === language)
  );
  const number = (key, head) => ({
    head,
    text: (one) => one[key],
    content: (one) => one[key]?.toLocaleString("en") ?? "",
    number: true,
  });
  const columns = [
    { head: "codec", text: (one) => data.codecs[one.codec]?.name ?? one.codec },
    { head: "language", text: (one) => data.codecs[one.codec]?.language ?? "" },
    number("raw", "bytes"),
    number("gzip", "gzip"),
    number("zstd", "zstd"),
    number("stream_count", "values in a stream"),
    number("stream_raw", "bytes of the stream"),
    number("stream_gzip", "gzip"),
    number("stream_zstd", "zstd"),
  ];
  return found.length > 0 &&
    [h("h2", {}, "Bytes, plain and compressed"), table(columns, found, { caption: `Bytes of ${value}`, by: 2 })];
}

function fileName(...parts) {
  return parts.join("-").replaceAll("/", "-").replaceAll("C++", "cpp").toLowerCase();
}

// Cost: for one value, which codec is the smallest and which the fastest, in words, charts and tables.

import * as articles from "wirebed/cost/articles.js";
import { ofLanguage } from "wirebed/cost/language.js";
import * as rows from "wirebed/cost/rows.js";
import { link } from "wirebed/lib/address.js";
import { block, unique } from "wirebed/lib/data.js";
import { a, code, h, p } from "wirebed/lib/dom.js";
import { figure } from "wirebed/lib/figures.js";
import { filtered } from "wirebed/lib/filters.js";
import { column, numbers, table } from "wirebed/lib/table.js";

export async function show([part, ...rest], query) {
  const data = await block("cost");
  if (data === null) return null;
  if (part === "rows") return rows.show(data, rest, query);
  const hasArticles = data.articles.length > 0;
  if (part === "articles" && hasArticles) return articles.show(data);
  if (part !== undefined) return null;
  const chosen = { ...query, value: data.sentences[query.value] === undefined ? data.first : query.value };
  const choices = [
    ["value", "Value", Object.keys(data.sentences), null],
    ["language", "Language", unique(data.rows.map((row) => row.language))],
  ];
  const content = [
    p(
      "This is what a codec costs: bytes, and the time to write and to read. Do not compare nanoseconds between languages. " +
        "Compare × copy, the time divided by that of copying the object in the same language. ",
      a(link(["cost", "rows"]), "Every row"),
      hasArticles && [", ", a(link(["cost", "articles"]), "the articles' figures beside ours")],
    ),
    data.doubts.map((doubt) => h("p.doubt", h("b", "Note: "), doubt)),
    filtered(choices, chosen, (now) => ofValue(data, now), "words"),
    h("p.missing", "Measured by ", code("make bench"), `: ${data.origin.join("; ")}.`),
  ];
  return { title: "Cost", content };
}

function ofValue(data, { value, language }) {
  const isChosen = (one) => !one || !language || one === language;
  const best = Object.entries(data.best[value]).filter(([one]) => isChosen(one));
  return [
    data.sentences[value] && h("p.answer", data.sentences[value]),
    best.length > 0 && answers(value, best),
    Object.keys(data.trips[value]).filter(isChosen).map((language) => ofLanguage(data, value, language)),
    sizes(data, value, language),
  ];
}

function answers(name, best) {
  const words = (what, unit) => ([, of]) => of[what] ? `${of[what].names}: ${figure(of[what].figure)} ${unit}` : "";
  const columns = [
    column("language", ([language]) => language || "all"),
    column("fewest bytes", words("size", "bytes")),
    column("fastest to write", words("write", "ns")),
    column("fastest to read", words("read", "ns")),
    column("fastest in both together", words("both", "ns")),
  ];
  return [
    table(columns, best, { caption: `The smallest and the fastest library for ${name}` }),
    h(
      "p.missing",
      "Libraries are compared from and to the plain object. “or”: their 95 % intervals meet, so this run does not say which is the faster.",
    ),
  ];
}

const SIZES = {
  raw: "bytes",
  gzip: "gzip",
  zstd: "zstd",
  stream_count: "values in a stream",
  stream_raw: "bytes of the stream",
  stream_gzip: "gzip",
  stream_zstd: "zstd",
};

function sizes(data, value, language) {
  const rows = data.sizes.filter((one) =>
    one.case === value && (!language || data.codecs[one.codec]?.language === language)
  );
  const columns = [
    column("codec", ({ codec }) => data.codecs[codec]?.name ?? codec),
    column("language", ({ codec }) => data.codecs[codec]?.language ?? ""),
    ...Object.entries(SIZES).map(([key, head]) => numbers(head, (one) => one[key])),
  ];
  return rows.length > 0 &&
    [h("h2", "Bytes, plain and compressed"), table(columns, rows, { caption: `Bytes of ${value}`, by: 2 })];
}

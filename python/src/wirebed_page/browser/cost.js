// Cost: for one value, which codec is the smallest and which the fastest, in words, charts and tables.

import * as articles from "wirebed/cost_articles.js";
import { ofLanguage } from "wirebed/cost_language.js";
import * as rows from "wirebed/cost_rows.js";
import { block } from "wirebed/data.js";
import { h, replace } from "wirebed/dom.js";
import { figure, whole } from "wirebed/figures.js";
import { filters } from "wirebed/filters.js";
import { link } from "wirebed/route.js";
import { table } from "wirebed/table.js";

export async function show([part, ...rest], query) {
  const data = await block("cost");
  if (data === null) return null;
  if (part === "rows") return rows.show(data, rest, query);
  if (part === "articles") return articles.show(data);
  if (part !== undefined) return null;
  const place = h("div", { class: "words" });
  const chosen = { ...query, value: data.sentences[query.value] === undefined ? data.first : query.value };
  const fill = (now) => replace(place, value(data, now));
  fill(chosen);
  const choices = [
    ["value", "Value", Object.keys(data.sentences), null],
    ["language", "Language", [...new Set(data.rows.map((row) => row.language))]],
  ];
  return { title: "Cost", content: [intro(data), filters(choices, chosen, fill), place, origin(data)] };
}

function intro(data) {
  return [
    h(
      "p",
      {},
      "This is what a codec costs: bytes, and the time to write and to read. Do not compare nanoseconds between languages. " +
        "Compare × copy, the time divided by that of copying the object in the same language. ",
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

function value(data, query) {
  const best = Object.entries(data.best[query.value]).filter(([one]) =>
    !one || !query.language || one === query.language
  );
  return [
    h("p", { class: "answer" }, data.sentences[query.value]),
    answers(query.value, best),
    best.map(([language]) => ofLanguage(data, query.value, language)),
    sizes(data, query),
  ];
}

function answers(name, best) {
  const columns = [
    { head: "language", text: ([language]) => language || "all" },
    { head: "fewest bytes", text: ([, found]) => words(found.size, "bytes") },
    { head: "fastest to write", text: ([, found]) => words(found.encode, "ns") },
    { head: "fastest to read", text: ([, found]) => words(found.decode, "ns") },
    { head: "fastest in both together", text: ([, found]) => words(found.both, "ns") },
  ];
  return [
    table(columns, best, { caption: `The smallest and the fastest for ${name}` }),
    h("p", { class: "missing" }, "“or”: their 95 % intervals meet, so this run does not say which is the faster."),
  ];
}

function words(best, unit) {
  return best ? `${best.names}: ${figure(best.figure)} ${unit}` : "";
}

function sizes(data, { value, language }) {
  const found = data.sizes.filter((one) =>
    one.case === value && (!language || data.codecs[one.codec]?.language === language)
  );
  const number = (key, head) => ({
    head,
    text: (one) => one[key],
    content: (one) => whole(one[key]),
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

// Every measured row as a sortable table, to download, and each with an address of its own.

import { h, replace } from "wirebed/dom.js";
import { downloads } from "wirebed/download.js";
import { between, facts, figure, whole } from "wirebed/figures.js";
import { filters } from "wirebed/filters.js";
import { file } from "wirebed/repository.js";
import { link } from "wirebed/route.js";
import { table } from "wirebed/table.js";

// What a downloaded row has beside the columns of bench.csv.
const MORE = ["language", "version", "times_copy", "times_memcpy", "sources"];

export function show(data, [id], query) {
  if (id !== undefined) return one(data, id);
  const place = h("div", { class: "words" });
  const fill = (now) => replace(place, list(data, data.rows.filter((row) => takes(data, row, now))));
  fill(query);
  const distinct = (key) => [...new Set(data.rows.map((row) => row[key]).filter(Boolean))];
  const choices = [
    ["value", "Value", distinct("case")],
    ["language", "Language", distinct("language")],
    ["operation", "Operation", distinct("operation")],
    ["codec", "Codec has"],
  ];
  const back = h("p", {}, h("a", { href: link(["cost"], { value: query.value, language: query.language }) }, "Charts"));
  return { title: "Cost: every row", content: [back, filters(choices, query, fill), place] };
}

function takes(data, row, { value, language, operation, codec }) {
  return (!value || row.case === value) && (!language || row.language === language) &&
    (!operation || row.operation === operation) && (!codec || name(data, row).includes(codec.trim().toLowerCase()));
}

// `json/jackson`; of a row without a codec what it is a reference for.
function name(data, row) {
  return data.codecs[row.codec]?.name ?? row.operation;
}

function list(data, rows) {
  const codec = (row) => data.codecs[row.codec];
  const columns = [
    {
      head: "codec",
      text: (row) => name(data, row),
      content: (row) => h("a", { href: link(["cost", "rows", row.id]) }, name(data, row)),
    },
    { head: "language", text: (row) => row.language },
    { head: "value", text: (row) => row.case },
    { head: "operation", text: (row) => row.shown + (row.loses ? " ≠" : "") },
    { head: "bytes", text: (row) => row.wire, content: (row) => whole(row.wire), number: true },
    { head: "ns", text: (row) => row.mean, content: (row) => figure(row.mean), number: true },
    { head: "95 % interval", text: width, content: (row) => row.spread, number: true },
    {
      head: "× copy",
      text: (row) => row.copy?.[0],
      content: (row) => row.copy ? figure(row.copy[0]) : "",
      number: true,
    },
    {
      head: "× memcpy",
      text: (row) => row.memcpy?.[0],
      content: (row) => row.memcpy ? figure(row.memcpy[0]) : "",
      number: true,
    },
    {
      head: "allocated bytes",
      text: (row) => row.allocated_bytes,
      content: (row) => whole(row.allocated_bytes),
      number: true,
    },
    { head: "processes × values", text: (row) => `${row.processes}×${Math.round(row.values / row.processes)}` },
    { head: "version", text: (row) => codec(row)?.version ?? "" },
    { head: "source", text: (row) => codec(row)?.sources[0] ?? "", content: (row) => source(codec(row)) },
  ];
  return [
    downloads("wirebed-cost", [...data.columns, ...MORE], rows.map((row) => flat(data, row))),
    table(columns, rows, {
      caption: "Measured rows. ≠: what is read differs from what was written. 95 %: half the interval of the mean. " +
        "Allocated: by one operation. Processes × values: how many processes measured the row, and how often each did.",
    }),
  ];
}

// Half the interval as a part of the mean.
function width({ mean, low, high }) {
  return high === null ? Infinity : (high - low) / mean / 2;
}

function source(codec) {
  return codec?.sources.length ? file(codec.sources[0]) : "";
}

function flat(data, row) {
  const codec = data.codecs[row.codec];
  const more = { version: codec?.version, sources: codec?.sources.join(" ") };
  return { ...row, ...more, times_copy: row.copy?.[0], times_memcpy: row.memcpy?.[0] };
}

function one(data, id) {
  const row = data.rows.find((row) => row.id === id);
  if (row === undefined) return null;
  const codec = data.codecs[row.codec];
  const size = data.sizes.find((size) => size.codec === row.codec && size.case === row.case);
  const lines = codec?.written !== undefined &&
    `${codec.written} written, ${codec.generated} generated for one message`;
  const about = [
    ["language", row.language],
    ["value", row.case],
    ["operation", row.shown],
    ["nanoseconds", `${between(row.mean, row.low, row.high)} (95 % interval, of ${row.basis})`],
    ["median", figure(row.median)],
    ["processes", `${row.processes}, with ${row.values} values`],
    ["multiple of a copy", row.copy && between(...row.copy)],
    ["multiple of memcpy", row.memcpy && between(...row.memcpy)],
    ["bytes", whole(row.wire)],
    ["after gzip, zstd", size && `${size.gzip}, ${size.zstd}`],
    ["allocated bytes", whole(row.allocated_bytes)],
    ["allocations", row.allocated_count],
    ["bytes written by", row.written_by],
    ["what is read differs", row.loses],
    ["version", codec?.version],
    ["kept between operations", codec?.kept],
    ["lines of code", lines || ""],
    ["source", codec?.sources.length ? h("ul", {}, codec.sources.map((path) => h("li", {}, file(path)))) : ""],
  ];
  const others = link(["cost", "rows"], { value: row.case, language: row.language });
  return {
    title: row.id,
    content: [h("p", {}, h("a", { href: others }, "All rows of this value and language")), facts(row.id, about)],
  };
}

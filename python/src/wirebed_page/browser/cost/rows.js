// Every measured row as a sortable table, to download, and each with an address of its own.

import { link } from "wirebed/lib/address.js";
import { unique } from "wirebed/lib/data.js";
import { a, file, h, p } from "wirebed/lib/dom.js";
import { downloads } from "wirebed/lib/download.js";
import { between, figure, percent, whole } from "wirebed/lib/figures.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { column, facts, figures, numbers, table } from "wirebed/lib/table.js";

// What a downloaded row has beside the columns of bench.csv.
const MORE = ["language", "version", "times_copy", "times_memcpy", "sources"];

export function show(data, [id], query) {
  if (id !== undefined) return ofRow(data, id);
  const choices = [["case", "Value"], ["language", "Language"], ["operation", "Operation"]]
    .map((
      [key, label],
    ) => [key === "case" ? "value" : key, label, unique(data.rows.map((row) => row[key] ?? undefined))]);
  const takes = (row, { value, language, operation, codec = "" }) =>
    matches({ case: value, language, operation }, row) && name(data, row).includes(codec.trim().toLowerCase());
  const { value, language } = query;
  const content = [
    p(a(link(["cost"], { value, language }), "Charts")),
    filtered(
      [...choices, ["codec", "Codec has"]],
      query,
      (now) => list(data, data.rows.filter((row) => takes(row, now))),
      "words",
    ),
  ];
  return { title: "Cost: every row", content };
}

// `json/jackson`; of a row without a codec what it is a reference for.
function name(data, row) {
  return data.codecs[row.codec]?.name ?? row.operation;
}

function list(data, rows) {
  const codec = (row) => data.codecs[row.codec];
  const source = (row) => codec(row)?.sources[0] ?? "";
  // Half the interval as a part of the mean.
  const width = ({ mean, low, high }) => high === null ? Infinity : (high - low) / mean / 2;
  const columns = [
    column("codec", (row) => name(data, row), (row) => a(link(["cost", "rows", row.id]), name(data, row))),
    column("language", (row) => row.language),
    column("value", (row) => row.case),
    column("operation", (row) => row.shown + (row.loses ? " ≠" : "")),
    numbers("bytes", (row) => row.wire),
    figures("ns", (row) => row.mean),
    numbers("95 % interval", width, (row) => row.spread),
    figures("× copy", (row) => row.copy?.[0]),
    figures("× memcpy", (row) => row.memcpy?.[0]),
    numbers("our code", (row) => row.own, (row) => percent(row.own)),
    numbers("allocated bytes", (row) => row.allocated_bytes),
    column("processes × values", (row) => `${row.processes}×${Math.round(row.values / row.processes)}`),
    column("version", (row) => codec(row)?.version ?? ""),
    column("source", source, (row) => source(row) && file(source(row))),
  ];
  const caption =
    "Measured rows. ≠: what is read differs from what was written. 95 %: half the interval of the mean. " +
    "Our code: the part of the time in code of this bed, not of the library. " +
    "Allocated: by one operation. Processes × values: how many processes measured the row, and how often each did.";
  return [
    downloads("wirebed-cost", [...data.columns, ...MORE], rows.map((row) => flat(data, row))),
    table(columns, rows, { caption }),
  ];
}

function flat(data, row) {
  const codec = data.codecs[row.codec];
  const more = { version: codec?.version, sources: codec?.sources.join(" ") };
  return { ...row, ...more, times_copy: row.copy?.[0], times_memcpy: row.memcpy?.[0] };
}

function ofRow(data, id) {
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
    ["time in our code", percent(row.own)],
    ["allocated bytes", whole(row.allocated_bytes)],
    ["allocations", row.allocated_count],
    ["bytes written by", row.written_by],
    ["what is read differs", row.loses],
    ["version", codec?.version],
    ["kept between operations", codec?.kept],
    ["lines of code", lines || ""],
    ["source", codec?.sources.length ? h("ul", codec.sources.map((path) => h("li", file(path)))) : ""],
  ];
  const others = link(["cost", "rows"], { value: row.case, language: row.language });
  return { title: row.id, content: [p(a(others, "All rows of this value and language")), facts(row.id, about)] };
}

// What codecs fail of the suites of others: the number for each codec, and the names of the tests.

import { block } from "wirebed/lib/data.js";
import { h, p } from "wirebed/lib/dom.js";
import { column, numbers, table } from "wirebed/lib/table.js";

export async function show(parts) {
  const data = await block("conformance");
  if (data === null || parts.length) return null;
  const failing = data.filter(({ failed }) => failed.length > 0);
  const content = [
    p(
      "The tests that codecs fail of protobuf's own suite, of JSONTestSuite and of the W3C's suite for XML, as ",
      h("code", "make conformance"),
      " has pinned them.",
    ),
    table(columns(), data, { caption: "Codecs and suites" }),
    failing.map(({ suite, format, codec, failed }) =>
      h("details", h("summary", `${suite}, ${format}: ${codec}`), h("pre", { tabindex: 0 }, failed.join("\n")))
    ),
  ];
  return { title: "Conformance", content };
}

function columns() {
  return [
    column("suite", ({ suite }) => suite),
    column("format", ({ format }) => format),
    column("codec", ({ codec }) => codec),
    numbers("failed tests", ({ failed }) => failed.length),
  ];
}

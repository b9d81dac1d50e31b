// One cell: what happened, the value, the entry that pins it, the bytes, the command that repeats it, and what is around.

import { cellAddress, golden, pairWriter, writerName } from "wirebed/address.js";
import * as around from "wirebed/around.js";
import * as bytes from "wirebed/bytes.js";
import { h } from "wirebed/dom.js";
import * as entry from "wirebed/entry.js";
import * as limits from "wirebed/limits.js";
import * as formats from "wirebed/formats.js";
import { filterOf, listed } from "wirebed/listed.js";
import * as places from "wirebed/places.js";
import * as repeat from "wirebed/repeat.js";
import { link } from "wirebed/route.js";
import { settingsOf } from "wirebed/settings.js";
import * as verdict from "wirebed/verdict.js";

// `all`: the rows of the pair.
export async function show(run, parts, query, all) {
  const [format, , reader, name, source] = parts;
  const row = all.find((one) => run.at("case", one) === name && run.at("source", one) === source);
  if (row === undefined) return null;
  const settings = settingsOf(query);
  const content = [
    way(run, row, parts, query, all),
    verdict.section(run, row, reader),
    await places.section(run, row, reader, settings),
    await entry.section(run, row),
    await limits.section(run, row, reader),
    await bytes.section(run, row, reader, settings),
    await bytes.left(run, row),
    repeat.section(run, row, reader),
    around.section(run, row, reader),
    await formats.section(run, row, reader),
  ];
  return { title: `${name}, ${format}: ${writerName(run, row)} to ${run.name(reader)}`, content };
}

// Where this is: the list of the pair, and the cells before and after it there.
function way(run, row, [format, writer, reader], query, all) {
  const filter = filterOf(query);
  const list = listed(run, all, filter);
  const at = list.indexOf(row);
  const step = (words, other) =>
    other !== undefined &&
    h(
      "a",
      { href: cellAddress(run, other, reader, filter) },
      `${words}: ${run.at("case", other)}${golden(run, other)}`,
    );
  return h(
    "nav",
    { class: "way", "aria-label": "Around this cell" },
    h("a", { href: link(["interop"], { format }) }, `All pairs of ${format}`),
    h(
      "a",
      { href: link(["interop", format, writer, reader], filter) },
      `${pairWriter(run, writer)} to ${run.name(reader)}`,
      at >= 0 && `: ${at + 1} of ${list.length}`,
    ),
    at > 0 && step("Previous", list[at - 1]),
    at >= 0 && step("Next", list[at + 1]),
  );
}

// Whether the languages' own objects lose the value: the cells of the codec `none`, which has no bytes.

import { cellLink } from "wirebed/address.js";
import { h } from "wirebed/dom.js";
import { entry } from "wirebed/entry.js";
import { happened } from "wirebed/happened.js";
import { explains } from "wirebed/repeat.js";

const NONE = "none";

export async function section(run, row, reader) {
  const { outcome, lost, derived, reject } = run.detail(row);
  if (reject || !(derived || (outcome === "equal" && lost)) || run.at("format", row) === NONE) return null;
  const models = [run.at("writer", row), reader].map((codec) => noneOf(run, codec));
  const found = [...run.rows({ format: NONE, case: run.at("case", row) })].filter((other) =>
    models.includes(run.at("writer", other))
  );
  return [
    h("h2", {}, "The format is not to blame"),
    h(
      "p",
      {},
      "At least one of the two objects does not hold this value in full. What they make of it without any bytes:",
    ),
    found.length
      ? await Promise.all(found.map((other) => withoutBytes(run, other)))
      : explains(run, row, "shows it on the terminal", { format: NONE }),
  ];
}

// The codec without bytes that has the objects of a codec.
function noneOf(run, codec) {
  const model = run.data.codecs[codec]?.model;
  return model && `${codec.split(":")[0]}:${NONE}/${model}`;
}

async function withoutBytes(run, row) {
  const codec = run.at("writer", row);
  const detail = run.detail(row);
  return [
    h(
      "p",
      {},
      cellLink(run, row, codec, run.name(codec)),
      `, without bytes: ${happened(detail)} ${detail.reason ?? ""}`,
    ),
    (await run.entries(detail.entries)).map(entry),
  ];
}

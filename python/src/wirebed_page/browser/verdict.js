// What happened in a cell: its outcome, what the bytes lost and what the two languages lost, and how a failure failed.

import { count, h } from "wirebed/dom.js";
import { happened } from "wirebed/happened.js";
import { mark } from "wirebed/signs.js";

const NONE = "none"; // the format of the codecs without bytes
const STAGES = {
  "parse": "when it read them",
  "required-check": "when it looked for required fields",
  "use": "when the value was used with its declared type",
  "build": "when the object was made of it",
  "write": "when it wrote the object",
};
const MANNERS = {
  typed: "typed: an error that is documented for it",
  untyped: "untyped: another error than those that are documented for it",
  exhausted: "exhausted: memory or stack ran out",
};
const WHO = {
  library: "the library",
  codec: "code of this bed",
  cast: "the cast that a user of the library makes",
};

export function section(run, row, reader) {
  const detail = run.detail(row);
  const said = [
    ["Outcome", [mark(detail.sign), ` ${happened(detail)}`]],
    ...judged(run, row, reader),
    ...failure(run, row, reader),
    ...(detail.problems ?? []).map((text) => ["Not as pinned", text]),
  ];
  return h("dl", { class: "verdict" }, said.map(([term, text]) => [h("dt", {}, term), h("dd", {}, text)]));
}

function judged(run, row, reader) {
  const detail = run.detail(row);
  if (detail.reject) return [["Expected", rejection(detail)]];
  if (run.at("format", row) === NONE) {
    return [["Exact", exact(detail, ": there are no bytes, so the object itself loses it")]];
  }
  return [["Equal", equal(detail, languages(run, row, reader))], ["Exact", exact(detail)]];
}

function rejection({ outcome, derived }) {
  const all = "Every reader should reject these bytes by an error that its library documents. ";
  return all +
    (derived ? "It does." : outcome === "rejected" ? "It rejects them otherwise." : "It does not reject them.");
}

// Against what the objects of the two languages hold: what the bytes lost.
function equal({ outcome, differences = [], more_differences = 0, derived }, languages) {
  if (outcome === "equal") return `yes: the reader has all of the case that ${languages} hold`;
  if (outcome === "differs") {
    const kinds = [...new Set(differences.map(({ kind }) => kind))].join(", ");
    const places = count(differences.length + more_differences, "place");
    return `no: against what ${languages} hold, the bytes lost something at ${places} (${kinds})`;
  }
  return `no: nothing arrived${
    derived ? `, and the format is not to blame, since ${languages} do not hold the case` : ""
  }`;
}

// Against the case itself: what the bytes and the two languages lost together.
function exact({ outcome, lost }, who = outcome === "equal" ? ", by the objects of the languages alone" : "") {
  if (outcome !== "equal" && outcome !== "differs") return "no: nothing arrived";
  if (!lost) return "yes: the reader has what the case says";
  return `no: against the case something is lost (${lost.join(", ")})${who}`;
}

function languages(run, row, reader) {
  const names = [run.at("writer", row), reader].map((one) => run.language(one)).filter(Boolean);
  return names.length ? `the objects of ${[...new Set(names)].join(" and ")}` : "the objects of the languages";
}

// How a failure failed: pairs of a term and what is said of it.
export function failure(run, row, reader) {
  const { outcome, side, stage, manner, by, reason, left } = run.detail(row);
  const found = [];
  if (stage) {
    const failing = failed(run, row, reader, outcome, side);
    const what = outcome === "refused" ? "the value" : "the bytes";
    found.push(["How", `${failing} ${outcome} ${what} ${STAGES[stage] ?? stage}`]);
    found.push(["Manner", `${MANNERS[manner] ?? manner}, raised by ${WHO[by] ?? by}`]);
  }
  if (reason) found.push([by ? `Words of ${WHO[by] ?? by}` : "Reason", h("pre", { class: "said" }, reason)]);
  if (left) found.push(["Left", leftBehind(left)]);
  return found;
}

function failed(run, row, reader, outcome, side = outcome === "refused" ? "client" : "server") {
  const codec = { client: run.at("writer", row), server: reader, relay: run.at("relay", row) }[side];
  return run.name(codec ?? side);
}

function leftBehind({ what, size, view, bytes }) {
  if (what === "output") {
    const where = bytes >= 0 ? "; below" : "";
    return `the output of the user holds ${count(size, "byte")} of what was half-written${where}`;
  }
  const object = "the user holds a half-filled object";
  if (!size) return `${object}, of which there is no view, since a part of it is not of its type`;
  return `${object}, a view of ${count(size, "byte")}, ${view >= 0 ? "in the table below" : "too long to show"}`;
}

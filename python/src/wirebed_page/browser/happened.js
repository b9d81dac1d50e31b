// What happened in a cell, in a line.

// `rejected at parse (untyped, by the library)`, as the terminal says it.
export function happened({ outcome, side, stage, manner, by, lost }) {
  const who = side ? ` by the ${side}` : "";
  const how = manner ? ` (${manner}, by the ${by})` : "";
  const inexact = outcome === "equal" && lost ? `, not exact: ${lost.join(", ")}` : "";
  return outcome + who + (stage ? ` at ${stage}` : "") + how + inexact;
}

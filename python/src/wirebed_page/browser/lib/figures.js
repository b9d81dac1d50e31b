// Figures as text, as the terminal writes them: 0.238, 71.7, 1,234.

const isUnknown = (value) => value === null || value === undefined;

export function figure(value, digits = 3) {
  if (isUnknown(value)) return "unknown";
  return value >= 10 ** (digits - 1)
    ? Math.round(value).toLocaleString("en")
    : String(Number(value.toPrecision(digits)));
}

// A number with all its digits; empty where there is none.
export function whole(value) {
  return isUnknown(value) ? "" : value.toLocaleString("en");
}

// `12 %`, of a part; empty where there is none.
export function percent(part) {
  if (isUnknown(part)) return "";
  return part > 0 && part < 0.005 ? "<1 %" : `${Math.round(100 * part)} %`;
}

// `108 [101, 116]`; an interval without an end is left out.
export function between(value, low, high) {
  const isBare = isUnknown(low) || isUnknown(high) || low === high;
  return isBare ? figure(value) : `${figure(value)} [${figure(low)}, ${figure(high)}]`;
}

// Files that the browser makes of what the page has; nothing is requested.

import { count, h } from "wirebed/lib/dom.js";

export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Two buttons: the rows as CSV and as JSON. `columns` are the keys of a row.
export function downloads(name, columns, rows) {
  const button = (kind, type, make) => {
    const onclick = () => download(`${name}.${kind.toLowerCase()}`, type, make(columns, rows));
    return h("button", { type: "button", onclick }, `${kind} of ${count(rows.length, "row")}`);
  };
  return h("p.downloads", button("CSV", "text/csv", csv), " ", button("JSON", "application/json", json));
}

function csv(columns, rows) {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((cells) => cells.map(field).join(",") + "\r\n").join("");
}

function field(value) {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function json(columns, rows) {
  const kept = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
  return JSON.stringify(kept, null, 1);
}

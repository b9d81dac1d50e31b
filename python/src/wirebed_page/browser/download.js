// Files that the browser makes of what the page has; nothing is requested.

import { count, h } from "wirebed/dom.js";

export function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// Two buttons: the rows as CSV and as JSON. `columns` are the keys of a row.
export function downloads(name, columns, rows) {
  const button = (type, save) =>
    h("button", { type: "button", onclick: save }, `${type} of ${count(rows.length, "row")}`);
  return h(
    "p",
    { class: "downloads" },
    button("CSV", () => download(`${name}.csv`, "text/csv", csv(columns, rows))),
    " ",
    button("JSON", () => download(`${name}.json`, "application/json", json(columns, rows))),
  );
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

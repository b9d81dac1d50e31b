// The value of a cell as text: a row for each place, with what the case says, what can be held, and what was read.

import { count, h, replace } from "wirebed/dom.js";
import { folded } from "wirebed/folded.js";
import { switchOf } from "wirebed/settings.js";

const MANY = 25; // places: of more, only those that differ are shown at first

export async function section(run, row, reader, settings) {
  const columns = await columnsOf(run, row, reader);
  const shown = columns.filter(({ view }) => view?.places);
  const { reject, differences = [] } = run.detail(row);
  const rows = placesOf(shown, reject ? [] : differences);
  const place = h("div");
  const fill = () => replace(place, table(shown, rows, run.detail(row), settings, fill));
  if (shown.length) fill();
  return [h("h2", {}, "Value"), place, notes(run, row, reader, columns)];
}

// The case, what this reader can hold where that is another value, what it read or left, and what the others read.
async function columnsOf(run, row, reader) {
  const { value, expected } = run.columns;
  const { left } = run.detail(row);
  const own = run.name(reader);
  const found = [
    ["the case", value[row]],
    [`${own} ${run.at("leg", row) ? "should see" : "can hold"}`, expected[row], "held"],
    [`${own} read`, run.read(row), "read"],
    [`${own} left half-filled`, left?.view ?? -1],
    ...others(run, row, reader).map(([view, names]) => [`${few(names)} read`, view]),
  ].filter(([, view]) => view >= 0);
  return await Promise.all(found.map(async ([head, view, role]) => ({ head, role, view: await run.view(view) })));
}

// Of the same bytes: the numbers of the views that other readers read, each with the readers.
function others(run, row, reader) {
  const found = new Map();
  for (const other of run.like(row, "case", "leg", "format", "writer", "relay", "source")) {
    const names = run.readers(other).filter((one) => one !== reader).map((one) => run.name(one));
    if (names.length) found.set(run.read(other), [...(found.get(run.read(other)) ?? []), ...names]);
  }
  return [...found];
}

function few(names) {
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} others` : names.join(", ");
}

// A row for each place that a column or a difference has: its path, its text in each column, and the difference.
function placesOf(columns, differences) {
  const texts = columns.map(({ view }) => new Map(view.places));
  const byPath = new Map(differences.map((one) => [one.path, one]));
  const longest = [...texts].sort((one, other) => other.size - one.size);
  const paths = new Set([...longest.flatMap((one) => [...one.keys()]), ...byPath.keys()]);
  const held = columns.findLastIndex(({ role }, at) => at === 0 || role === "held");
  const read = columns.findIndex(({ role }) => role === "read");
  return [...paths].map((path) => {
    const difference = byPath.get(path);
    const found = columns.map(({ view }, at) => texts[at].get(path) ?? (view.more ? null : undefined));
    if (difference && found[held] === undefined) found[held] = difference.expected;
    if (difference && read >= 0) found[read] ??= difference.actual;
    // What is beyond the cut of a long view (null) is not known to differ.
    const differs = difference || new Set(found.filter((text) => text !== null)).size > 1;
    return { path, texts: found, difference, differs };
  });
}

function table(columns, rows, detail, settings, fill) {
  const different = rows.filter(({ differs }) => differs);
  const usual = rows.length > MANY && different.length > 0;
  const onlyDifferent = settings.get("places") ? settings.get("places") === "differ" : usual;
  const kept = onlyDifferent ? different : rows;
  const withKinds = rows.some(({ difference }) => difference);
  const heads = ["place", ...columns.map(({ head }) => head), ...(withKinds ? ["difference"] : [])];
  return [
    different.length > 0 && different.length < rows.length && switchOf(
      "only the places that differ",
      onlyDifferent,
      (on) => (settings.set("places", on ? "differ" : "all"), fill()),
      `${different.length} of ${rows.length}`,
    ),
    h(
      "div",
      { class: "wide", tabindex: 0, role: "region", "aria-label": "places of the value" },
      h(
        "table",
        { class: "places" },
        h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, kept.map((one) => line(one, columns, withKinds))),
      ),
    ),
    detail.more_differences &&
    h("p", {}, `The report leaves out ${count(detail.more_differences, "more difference")}.`),
  ];
}

function line({ path, texts, difference, differs }, columns, withKinds) {
  return h(
    "tr",
    { class: differs && "different" },
    h("th", { scope: "row" }, path || "the value"),
    texts.map((text, at) => textCell(text, texts[0], at, columns[at].role === "read")),
    withKinds && h("td", {}, difference && `${difference.kind} (${difference.type})`),
  );
}

// A text that is not that of the first column has a sign; one that is the same is `=`, but is written out of this reader.
function textCell(text, first, at, isRead) {
  if (text === null) return h("td", { class: "quiet" }, "beyond what is shown");
  if (at && text === first && !isRead) return h("td", { class: "quiet", title: "as in the first column" }, "=");
  const other = at > 0 && text !== first && first !== null && "≠ ";
  return h("td", { class: other && "other" }, other, text === undefined ? "–" : folded(text));
}

function notes(run, row, reader, columns) {
  const long = columns.filter(({ view }) => view && !view.places);
  const cut = columns.filter(({ view }) => view?.more);
  const silent = run.like(row, "case", "leg", "format", "writer", "relay", "source")
    .filter((other) => run.read(other) < 0)
    .flatMap((other) => run.readers(other)).filter((one) => one !== reader);
  return [
    long.map(({ head, view }) =>
      h(
        "p",
        {},
        view.size === null
          ? `${head}: the values beside the report do not have it.`
          : `${head}: a view of ${count(view.size, "byte")}, too long for this page.`,
      )
    ),
    cut.map(({ head, view }) => h("p", {}, `${head}: this page leaves out ${count(view.more, "place")}.`)),
    run.columns.bytes[row] >= 0 && silent.length > 0 &&
    h("p", {}, `${count(silent.length, "other reader")} of these bytes read nothing from them.`),
  ];
}

// The value of a cell as text: a row for each place, with what the case says, what can be held, and what was read.

import { count, folded, h, p, replace } from "wirebed/lib/dom.js";
import { onlyDifferent, switchOf } from "wirebed/lib/filters.js";
import { plainTable } from "wirebed/lib/table.js";

const MANY = 25; // places: of more, only those that differ are shown at first

export async function section(run, row, reader, settings) {
  const columns = await columnsOf(run, row, reader);
  const shown = columns.filter(({ view }) => view?.places);
  const { reject, differences = [], more_differences: more } = run.detail(row);
  const rows = placesOf(shown, reject ? [] : differences);
  const place = h("div");
  const fill = () => replace(place, table(shown, rows, more, settings, fill));
  if (shown.length) fill();
  return [h("h2", "Value"), place, notes(run, row, reader, columns)];
}

// The case, what this reader can hold where that is another value, what it read or left, and what the others read.
async function columnsOf(run, row, reader) {
  const { value, expected } = run.columns;
  const own = run.name(reader);
  const others = Map.groupBy(run.ofSameBytes(row, reader), (one) => run.read(one.row));
  const columns = [
    ["the case", value[row]],
    [`${own} ${run.at("leg", row) ? "should see" : "can hold"}`, expected[row], "held"],
    [`${own} read`, run.read(row), "read"],
    [`${own} left half-filled`, run.detail(row).left?.view ?? -1],
    ...[...others].map(([view, ones]) => [`${few(ones.map((one) => run.name(one.reader)))} read`, view]),
  ].filter(([, view]) => view >= 0);
  return await Promise.all(columns.map(async ([head, view, role]) => ({ head, role, view: await run.view(view) })));
}

function few(names) {
  return names.length > 3 ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} others` : names.join(", ");
}

// A row for each place that a column or a difference has: its path, its text in each column, and the difference.
function placesOf(columns, differences) {
  const texts = columns.map(({ view }) => new Map(view.places));
  const byPath = new Map(differences.map((one) => [one.path, one]));
  const longest = texts.toSorted((one, other) => other.size - one.size);
  const paths = new Set([...longest.flatMap((one) => [...one.keys()]), ...byPath.keys()]);
  const held = columns.findLastIndex(({ role }, at) => at === 0 || role === "held");
  const read = columns.findIndex(({ role }) => role === "read");
  return [...paths].map((path) => {
    const difference = byPath.get(path);
    const line = columns.map(({ view }, at) => texts[at].get(path) ?? (view.more ? null : undefined));
    if (difference && line[held] === undefined) line[held] = difference.expected;
    if (difference && read >= 0) line[read] ??= difference.actual;
    // What is beyond the cut of a long view (null) is not known to differ.
    const differs = difference || new Set(line.filter((text) => text !== null)).size > 1;
    return { path, texts: line, difference, differs };
  });
}

function table(columns, rows, more, settings, fill) {
  const different = rows.filter(({ differs }) => differs);
  const isShort = onlyDifferent(settings, "places", rows.length > MANY && different.length > 0);
  const withKinds = rows.some(({ difference }) => difference);
  const heads = ["place", ...columns.map(({ head }) => head), ...(withKinds ? ["difference"] : [])];
  const line = ({ path, texts, difference, differs }) =>
    h(
      "tr",
      { class: differs && "different" },
      h("th", { scope: "row" }, path || "the value"),
      texts.map((text, at) => textCell(text, texts[0], at, columns[at].role === "read")),
      withKinds && h("td", difference && `${difference.kind} (${difference.type})`),
    );
  const number = `${different.length} of ${rows.length}`;
  return [
    different.length > 0 && different.length < rows.length &&
    switchOf(settings, "places", isShort, fill, "only the places that differ", number),
    plainTable("places of the value", heads, (isShort ? different : rows).map(line), { kind: "places" }),
    more && p(`The report leaves out ${count(more, "more difference")}.`),
  ];
}

// A text that is not that of the first column has a sign; one that is the same is `=`, but is written out of this reader.
function textCell(text, first, at, isRead) {
  if (text === null) return h("td.quiet", "beyond what is shown");
  if (at && text === first && !isRead) return h("td.quiet", { title: "as in the first column" }, "=");
  const other = at > 0 && text !== first && first !== null && "≠ ";
  return h("td", { class: other && "other" }, other, text === undefined ? "–" : folded(text));
}

function notes(run, row, reader, columns) {
  const silent = run.ofSameBytes(row, reader).filter((one) => run.read(one.row) < 0).length;
  return [
    columns.filter(({ view }) => view && !view.places).map(({ head, view }) =>
      p(
        `${head}: `,
        view.size === null
          ? "the values beside the report do not have it."
          : `a view of ${count(view.size, "byte")}, too long for this page.`,
      )
    ),
    columns.filter(({ view }) => view?.more).map(({ head, view }) =>
      p(`${head}: this page leaves out ${count(view.more, "place")}.`)
    ),
    run.columns.bytes[row] >= 0 && silent > 0 &&
    p(`${count(silent, "other reader")} of these bytes read nothing from them.`),
  ];
}

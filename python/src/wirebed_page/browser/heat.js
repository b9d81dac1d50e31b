// The heat map: a row for each step, a column for each format, in a square the code of each direction.

import { count, h, replace } from "wirebed/dom.js";
import { enterAt, moveByArrows } from "wirebed/grid.js";
import { link } from "wirebed/route.js";
import { ALL } from "wirebed/steps.js";

const WIDTH = 5; // characters: one more than the longest code has

// The map with the function that applies a filter to it. A table is made once for each choice of columns; then a filter
// only hides and shows its rows, since 145 rows with all their squares take long to make and to lay out.
export function heat(all) {
  const tables = new Map();
  const number = h("p", { role: "status" });
  const place = h("div");
  const fill = (query) => {
    const formats = query.format ? [query.format] : all.formats;
    const directions = query.direction ? [query.direction] : all.columns;
    const key = `${formats}/${directions}`;
    if (!tables.has(key)) tables.set(key, tableOf(all, formats, directions));
    const { element, lines } = tables.get(key);
    let shown = 0;
    for (const line of lines) {
      line.element.hidden = !takes(line, query);
      shown += !line.element.hidden;
    }
    replace(number, shown ? count(shown, "step") : "No step matches these filters.");
    if (place.firstChild !== element) place.replaceChildren(element);
    enterAt(element);
  };
  return { content: [number, place], fill };
}

function takes({ text, squares }, { words = "", verdict, letter }) {
  return words.toLowerCase().split(/[^\p{L}\p{N}_.]+/u).every((word) => text.includes(word)) &&
    ((!verdict && !letter) ||
      squares.some((one) => (!verdict || one.verdict === verdict) && (!letter || one.code.includes(letter))));
}

function tableOf(all, formats, directions) {
  const said = h(
    "p",
    { class: "heat-said", role: "status" },
    "Point at a square, or move to it, to read here what it shows.",
  );
  const head = h(
    "tr",
    {},
    h("th", { scope: "col" }, "step"),
    formats.map((format) => h("th", { scope: "col" }, format)),
    formats.length === 1 && h("th", { scope: "col", class: "witness" }, "witness"),
  );
  const lines = all.steps.map((step) => line(all, step, formats, directions));
  const table = h(
    "table",
    {
      class: formats.length === 1 ? "heat one-format" : "heat",
      style: `--formats: ${formats.length}; --directions: ${directions.length}`,
    },
    h(
      "caption",
      {},
      `In a square: ${directions.map((one) => all.label(one)).join(", ")}. The arrow keys move between squares.`,
    ),
    h("thead", {}, head),
    h("tbody", {}, lines.map(({ element }) => element)),
  );
  const tell = (event) => {
    const square = event.target.closest("td:not(.witness)");
    if (!square) return;
    const step = all.steps[square.parentElement.dataset.step];
    replace(said, describe(all, step, formats[square.cellIndex - 1], directions));
  };
  table.addEventListener("mouseover", tell);
  table.addEventListener("focusin", tell);
  moveByArrows(table);
  const element = h(
    "div",
    {},
    said,
    h("div", { class: "wide heat-place", tabindex: 0, role: "region", "aria-label": "steps and formats" }, table),
  );
  return { element, lines };
}

function line(all, step, formats, directions) {
  const found = formats.map((format) => directions.map((one) => all.square(step.step, format, one)));
  const head = h(
    "th",
    { scope: "row" },
    h("a", { href: link(["evolution", step.step]) }, step.change),
    h("small", {}, ` ${step.step}`),
  );
  const cells = found.map((some, at) => square(all, step, formats[at], some, directions));
  if (formats.length === 1) cells.push(witness(all, step, formats[0], directions));
  const element = h("tr", { "data-step": all.steps.indexOf(step) }, head, cells);
  return { element, squares: found.flat().filter(Boolean), text: `${step.step} ${step.change}`.toLowerCase() };
}

// The codes are one text, with a colour behind each: an element for each code would be 7,000 elements.
function square(all, { step }, format, found, directions) {
  if (!found.some(Boolean)) return h("td", { class: "empty" });
  const [leg] = directions.length === 1 && directions[0] !== ALL ? directions : [];
  const href = leg ? link(["evolution", step, format, leg]) : link(["evolution", step], { format });
  const text = found.map((one) => centred(one?.code ?? "·")).join("");
  return h(
    "td",
    { class: found.length === 1 && all.style(found[0].verdict) },
    h("a", { href, style: behind(all, found) }, text),
  );
}

// The colours of several codes, side by side.
function behind(all, found) {
  if (found.length === 1) return null;
  const end = (at) => `${at / found.length * 100}%`;
  const colours = found.map((one, at) => `${all.colour(one)} ${end(at)} ${end(at + 1)}`);
  return `background: linear-gradient(90deg, ${colours.join(", ")})`;
}

// Where one format is shown, there is room for what the square says.
function witness(all, { step }, format, directions) {
  const found = all.square(step, format, directions.length === 1 ? directions[0] : ALL);
  return h("td", { class: "witness" }, found && all.witnessed(format, found));
}

function centred(text) {
  return text.padStart(Math.floor((WIDTH + text.length) / 2)).padEnd(WIDTH);
}

// What the square under the pointer or the focus says, in words.
function describe(all, { step, change }, format, directions) {
  const one = (direction) => {
    const found = all.square(step, format, direction);
    if (!found) return null;
    const witness = found.witness ? ` (${found.witness.shown})` : "";
    const words = ` ${all.words(found.code)}${witness}, ${count(found.cells, "cell")}. `;
    return h("span", {}, `${all.label(direction)} `, all.mark(found), words);
  };
  return [h("b", {}, `${change}, ${format}: `), directions.map(one)];
}

// The heat map: a row for each step, a column for each format, in a square the code of each direction.

import { link } from "wirebed/lib/address.js";
import { a, count, h, replace } from "wirebed/lib/dom.js";
import { hasWords } from "wirebed/lib/filters.js";
import { enterAt, moveByArrows } from "wirebed/steps/arrow_keys.js";
import { ALL } from "wirebed/steps/steps.js";

const WIDTH = 5; // characters: one more than the longest code has

// The map with the function that applies a filter to it. A table is made once for each choice of columns; then a filter
// only hides and shows its rows, since 145 rows with all their squares take long to make and to lay out.
export function heatMap(all) {
  const tables = new Map();
  const number = h("p", { role: "status" });
  const place = h("div");
  const fill = (query) => {
    const formats = query.format ? [query.format] : all.formats;
    const directions = query.direction ? [query.direction] : all.columns;
    const key = `${formats}/${directions}`;
    if (!tables.has(key)) tables.set(key, tableOf(all, formats, directions));
    const { element, lines } = tables.get(key);
    for (const line of lines) line.element.hidden = !takes(line, query);
    const shown = lines.filter((line) => !line.element.hidden).length;
    replace(number, shown ? count(shown, "step") : "No step matches these filters.");
    if (place.firstChild !== element) place.replaceChildren(element);
    enterAt(element);
  };
  return { content: [number, place], fill };
}

function takes({ text, squares }, { words, verdict, letter }) {
  const isLike = (one) => (!verdict || one.verdict === verdict) && (!letter || one.code.includes(letter));
  return hasWords(text, words) && ((!verdict && !letter) || squares.some(isLike));
}

function tableOf(all, formats, directions) {
  const isOne = formats.length === 1;
  const inWords = h(
    "p.heat-said",
    { role: "status" },
    "Point at a square, or move to it, to read here what it shows.",
  );
  const heads = ["step", ...formats].map((text) => h("th", { scope: "col" }, text));
  const lines = all.steps.map((step) => line(all, step, formats, directions));
  const labels = directions.map((one) => all.label(one)).join(", ");
  const table = h(
    "table.heat",
    { class: isOne && "one-format", style: `--formats: ${formats.length}; --directions: ${directions.length}` },
    h("caption", `In a square: ${labels}. The arrow keys move between squares.`),
    h("thead", h("tr", heads, isOne && h("th.witness", { scope: "col" }, "witness"))),
    h("tbody", lines.map(({ element }) => element)),
  );
  const say = ({ target }) => {
    const square = target.closest("td:not(.witness)");
    if (!square) return;
    const step = all.steps[square.parentElement.dataset.step];
    replace(inWords, describe(all, step, formats[square.cellIndex - 1], directions));
  };
  table.addEventListener("mouseover", say);
  table.addEventListener("focusin", say);
  moveByArrows(table);
  const group = { tabindex: 0, role: "group", "aria-label": "steps and formats" };
  return { element: h("div", inWords, h("div.wide.heat-place", group, table)), lines };
}

function line(all, step, formats, directions) {
  const squares = formats.map((format) => directions.map((one) => all.square(step.step, format, one)));
  const head = h("th", { scope: "row" }, a(link(["evolution", step.step]), step.change), h("small", ` ${step.step}`));
  const cells = squares.map((codes, at) => square(all, step, formats[at], codes, directions));
  if (formats.length === 1) cells.push(witness(all, step, formats[0], directions));
  const element = h("tr", { "data-step": all.steps.indexOf(step) }, head, cells);
  return { element, squares: squares.flat().filter(Boolean), text: `${step.step} ${step.change}` };
}

// The codes are one text, with a colour behind each: an element for each code would be 7,000 elements.
function square(all, { step, change }, format, squares, directions) {
  if (!squares.some(Boolean)) return h("td.empty");
  const [leg] = directions.length === 1 && directions[0] !== ALL ? directions : [];
  const href = leg ? link(["evolution", step, format, leg]) : link(["evolution", step], { format });
  const text = squares.map((one) => centred(one?.code ?? "·")).join("");
  const style = squares.length === 1 && all.style(squares[0].verdict);
  const spoken = directions.map((one, at) => squares[at] && `${all.label(one)} ${all.words(squares[at].code)}`);
  const label = `${change}, ${format}: ${spoken.filter(Boolean).join(", ")}`;
  return h("td", { class: style }, h("a", { href, style: behind(all, squares), "aria-label": label }, text));
}

// The colours of several codes, side by side.
function behind(all, squares) {
  if (squares.length === 1) return null;
  const end = (at) => `${at / squares.length * 100}%`;
  const colours = squares.map((one, at) => `${all.colour(one)} ${end(at)} ${end(at + 1)}`);
  return `background: linear-gradient(90deg, ${colours.join(", ")})`;
}

// Where one format is shown, there is room for what the square says.
function witness(all, { step }, format, directions) {
  const square = all.square(step, format, directions.length === 1 ? directions[0] : ALL);
  return h("td.witness", square && all.witnessed(format, square));
}

function centred(text) {
  return text.padStart(Math.floor((WIDTH + text.length) / 2)).padEnd(WIDTH);
}

// What the square under the pointer or the focus says, in words.
function describe(all, { step, change }, format, directions) {
  const inWords = (direction) => {
    const square = all.square(step, format, direction);
    if (!square) return null;
    const witness = square.witness ? ` (${square.witness.shown})` : "";
    const words = ` ${all.words(square.code)}${witness}, ${count(square.cells, "cell")}. `;
    return h("span", `${all.label(direction)} `, all.mark(square), words);
  };
  return [h("b", `${change}, ${format}: `), directions.map(inWords)];
}

// What each step did in each format and direction (page/evolution_steps.py), and the marks of codes.

import { link } from "wirebed/lib/address.js";
import { cells, NO_RELAY } from "wirebed/lib/cells.js";
import { block, rows, whole } from "wirebed/lib/data.js";
import { a, h, p } from "wirebed/lib/dom.js";
import { style } from "wirebed/lib/signs.js";

// The direction of predictions, which has the worst of both versions reading and relaying each other.
export const ALL = "all";

let loaded;

// Null where the page has no run of evolution.
export function steps() {
  loaded ??= block("evolution").then((data) => data && new Steps(data));
  return loaded;
}

class Steps {
  constructor(data) {
    Object.assign(this, data);
    this.witnesses = rows(data.witnesses);
    this.squares = Object.fromEntries(Object.entries(data.squares).map(([name, column]) => [name, whole(column)]));
    const { step, format, direction } = this.squares;
    this.rows = new Map(Array.from(step, (_, row) => [this.key(step[row], format[row], direction[row]), row]));
    this.signs = new Map(data.verdicts.map(({ name, sign }) => [name, sign]));
  }

  key(step, format, direction) {
    return (step * this.formats.length + format) * this.directions.length + direction;
  }

  find(name) {
    return this.steps.find(({ step }) => step === name);
  }

  label(direction) {
    return direction === ALL ? `the worst of ${this.columns.join(", ")}` : direction;
  }

  // Whether a direction is that of goldens alone.
  isGiven(direction) {
    return this.directions.find(({ name }) => name === direction).given;
  }

  // The legs of a direction, or the leg of this name; undefined where there is none.
  legs(direction) {
    return this.directions.find(({ name }) => name === direction)?.legs;
  }

  // The directions in which something ran.
  ran(step, format) {
    return this.directions.map(({ name }) => name).filter((name) => this.square(step, format, name));
  }

  // The formats in which something ran.
  formatsOf(step) {
    return this.formats.filter((format) => this.ran(step, format).length);
  }

  // The directions without a column of the heat map in which something ran: mutating relays, three versions, JSON.
  others(step) {
    const inColumns = new Set(this.columns.flatMap((name) => this.legs(name)));
    return this.directions.filter(({ legs, given }) => !given && !legs.some((leg) => inColumns.has(leg)))
      .map(({ name }) => name)
      .filter((name) => this.formats.some((format) => this.square(step, format, name)));
  }

  // The square of a step, format and direction by name; undefined where nothing ran.
  square(step, format, direction) {
    const row = this.rows.get(this.key(
      this.steps.findIndex((one) => one.step === step),
      this.formats.indexOf(format),
      this.directions.findIndex(({ name }) => name === direction),
    ));
    if (row === undefined) return undefined;
    const at = (name) => this.squares[name][row];
    const [code, verdict] = this.codes[at("code")];
    const [witness, silent] = [this.witnesses[at("witness")], this.witnesses[at("silent")]];
    return { code, verdict, cells: at("cells"), witness, silent, dissent: this.dissents[at("dissent")] };
  }

  // The square as a link to its cells. Its code is heard in words, and it is also read in words where `inWords` asks for
  // them.
  link(step, format, direction, { inWords = false } = {}) {
    const square = this.square(step, format, direction);
    if (square === undefined) return undefined;
    const href = link(["evolution", step, format, direction]);
    if (this.isGiven(direction)) return a(href, "goldens");
    const words = this.words(square.code);
    const label = `${format}, ${this.label(direction)}: ${words} (${square.code})`;
    return h("a", { href, "aria-label": label }, this.mark(square), inWords && h("small", ` ${words}`));
  }

  // The words of a code: `narrowed, fails, languages differ`.
  words(code) {
    return this.letters.filter((one) => code.includes(one.code)).map(({ word }) => word).join(", ");
  }

  style(verdict) {
    return verdict ? style(this.signs.get(verdict)) : "sign-none";
  }

  // The colour behind a square, as CSS.
  colour(square) {
    return `var(--${this.style(square?.verdict).replace("sign-", "")})`;
  }

  mark({ code, verdict }) {
    return h("span.code.sign", { class: this.style(verdict), title: this.words(code) }, code);
  }

  // The mark of a row's detail (page/evolution.py).
  letter({ letter }) {
    return this.mark({ code: letter, verdict: this.letters.find(({ code }) => code === letter)?.verdict });
  }

  // The letters stand in the order of what they say, the mildest first.
  severity({ letter }) {
    return this.letters.findIndex(({ code }) => code === letter);
  }

  // The cells of all steps, which are marked by letters.
  async cells() {
    const run = await cells("evolution", "evolution-cells");
    run.mark = (row) => this.letter(run.detail(row));
    return run;
  }

  verdict(verdict) {
    return h("b.sign", { class: this.style(verdict) }, verdict);
  }

  // A witness as a link to its cell, and what it shows there.
  witness(format, { shown, case: name, leg, writer, relay, reader }) {
    const [step, sample] = name.split("/");
    const who = [writer, relay, reader].filter(Boolean).map((codec) => this.names[codec] ?? codec).join(" > ");
    const href = link(["evolution", step, format, leg, sample, writer, relay ?? NO_RELAY, reader]);
    return [a(href, `${sample} ${leg} ${who}`), `: ${shown}`];
  }

  // All that a square says of its verdict.
  witnessed(format, { witness, silent, dissent }) {
    return [
      witness && h("div", this.witness(format, witness)),
      silent && h("div", "and in silence: ", this.witness(format, silent)),
      dissent && h("div", `languages differ: ${dissent}`),
    ];
  }

  legend() {
    const letters = (name) =>
      this.letters.filter(({ verdict }) => verdict === name).map((one) => [this.mark(one), ` ${one.word}  `]);
    const items = this.verdicts.map(({ name }) => h("li", h("b", `${name}: `), letters(name)));
    const notes = this.notes.map((text) => p(text));
    return h("details.letters", h("summary", "What the letters mean"), h("ul.legend", items), notes);
  }
}

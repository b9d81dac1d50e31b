// What each step did in each format and direction (page/evolution_steps.py), and the marks of codes.

import { NO_RELAY } from "wirebed/address.js";
import { cells } from "wirebed/cells.js";
import { rows, whole } from "wirebed/columns.js";
import { block } from "wirebed/data.js";
import { h } from "wirebed/dom.js";
import { link } from "wirebed/route.js";
import { style } from "wirebed/signs.js";

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
    this.numbers = new Map(Array.from(this.squares.step, (_, row) => [this.key(...this.place(row)), row]));
    this.signs = new Map(data.verdicts.map(({ name, sign }) => [name, sign]));
  }

  place(row) {
    const { step, format, direction } = this.squares;
    return [step[row], format[row], direction[row]];
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

  // The directions without a column of the heat map in which something ran: mutating relays, chains, relays through JSON.
  others(step) {
    const inColumns = new Set(this.columns.flatMap((name) => this.legs(name)));
    return this.directions.filter(({ legs, given }) => !given && !legs.some((leg) => inColumns.has(leg)))
      .map(({ name }) => name)
      .filter((name) => this.formats.some((format) => this.square(step, format, name)));
  }

  // The square of a step, format and direction by name: {code, verdict, cells, witness, silent, dissent}; undefined where
  // nothing ran.
  square(step, format, direction) {
    const row = this.numbers.get(this.key(
      this.steps.findIndex((one) => one.step === step),
      this.formats.indexOf(format),
      this.directions.findIndex(({ name }) => name === direction),
    ));
    return row === undefined ? undefined : this.at(row);
  }

  at(row) {
    const of = this.squares;
    const [code, verdict] = this.codes[of.code[row]];
    return {
      code,
      verdict,
      cells: of.cells[row],
      witness: this.witnesses[of.witness[row]],
      silent: this.witnesses[of.silent[row]],
      dissent: this.dissents[of.dissent[row]],
    };
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
    return h("span", { class: `code sign ${this.style(verdict)}`, title: this.words(code) }, code);
  }

  // The mark of a row's detail (page/evolution.py).
  letter({ letter }) {
    return this.mark({ code: letter, verdict: this.letters.find(({ code }) => code === letter)?.verdict });
  }

  // The cells of all steps, which are marked by letters.
  async cells() {
    const run = await cells("evolution", "evolution-cells");
    run.mark = (row) => this.letter(run.detail(row));
    return run;
  }

  verdict(verdict) {
    return h("b", { class: `sign ${this.style(verdict)}` }, verdict);
  }

  name(codec) {
    return this.names[codec] ?? codec;
  }

  // A witness as a link to its cell, and what it shows there.
  witness(format, { shown, ...cell }) {
    const { case: name, leg, writer, relay, reader } = cell;
    const [step, sample] = name.split("/");
    const who = [writer, relay, reader].filter(Boolean).map((one) => this.name(one)).join(" > ");
    const href = link(["evolution", step, format, leg, sample, writer, relay ?? NO_RELAY, reader]);
    return [h("a", { href }, `${sample} ${leg} ${who}`), `: ${shown}`];
  }

  // All that a square says of its verdict.
  witnessed(format, { witness, silent, dissent }) {
    return [
      witness && h("div", {}, this.witness(format, witness)),
      silent && h("div", {}, "and in silence: ", this.witness(format, silent)),
      dissent && h("div", {}, `languages differ: ${dissent}`),
    ];
  }

  legend() {
    const of = (name) => this.letters.filter(({ verdict }) => verdict === name);
    const letters = (name) => of(name).map((one) => [this.mark({ ...one }), ` ${one.word}  `]);
    return h(
      "details",
      { class: "letters" },
      h("summary", {}, "What the letters mean"),
      h(
        "ul",
        { class: "legend" },
        this.verdicts.map(({ name }) => h("li", {}, h("b", {}, `${name}: `), letters(name))),
      ),
      this.notes.map((text) => h("p", {}, text)),
    );
  }
}

// The cells of a run. Rows are columns of numbers (page/cells.py); a row is one writer's bytes with the readers that came
// to the same outcome. What a cell means in words is in its detail (report/words.py).

import { link } from "wirebed/lib/address.js";
import { block, rows, whole } from "wirebed/lib/data.js";
import { h } from "wirebed/lib/dom.js";
import { mark, rank } from "wirebed/lib/signs.js";

// What stands in the place of a writer where the bed has the bytes.
const GIVEN = { bytes: "bytes that the case gives", given: "given bytes" };
// What stands in an address where no relay is between writer and reader.
export const NO_RELAY = "-";
// The columns that rows of the same bytes share.
const SAME_BYTES = ["case", "leg", "format", "writer", "relay", "source"];

const loaded = new Map();

// The cells of a suite, from the block of that name or another one; null where the page has none.
export function cells(suite, name = suite) {
  if (!loaded.has(suite)) loaded.set(suite, block(name).then((data) => data && new Cells(suite, data)));
  return loaded.get(suite);
}

class Cells {
  constructor(suite, data) {
    this.suite = suite;
    this.data = data;
    this.things = { ...data.things, detail: rows(data.details) };
    this.columns = Object.fromEntries(Object.entries(data.columns).map(([name, column]) => [name, whole(column)]));
    this.length = this.columns.case.length;
    this.messages = data.things.case.map((name) => name.split(/[/.]/)[0]);
    this.languages = [...new Set(Object.values(data.codecs).map(({ language }) => language))];
  }

  detail(row) {
    return this.things.detail[this.columns.detail[row]];
  }

  sign(row) {
    return this.detail(row).sign;
  }

  // The sign as an element; evolution has letters in its place.
  mark(row) {
    return mark(this.sign(row));
  }

  // The thing of a row in a column such as `case` or `writer`; undefined where it has none.
  at(column, row) {
    return this.things[column][this.columns[column][row]];
  }

  message(row) {
    return this.messages[this.columns.case[row]];
  }

  readers(row) {
    return this.things.readers[this.columns.readers[row]];
  }

  // `java/gson` of java:json/gson; what is no codec, such as `given`, stays.
  name(codec) {
    return this.data.codecs[codec]?.name ?? GIVEN[codec] ?? codec;
  }

  language(codec) {
    return this.data.codecs[codec]?.language;
  }

  // ` (golden java-gson-1a2b.json)`; empty for what was written in the run.
  golden(row) {
    const source = this.at("source", row);
    return source ? ` (golden ${source.split("/").at(-1)})` : "";
  }

  // `java/gson`, `java/gson (golden python-msgspec-1a2b.json)`.
  writer(row) {
    return this.name(this.at("writer", row)) + this.golden(row);
  }

  // Whether the bytes were written in this run: `now`, or are `given`: goldens, vectors and bytes of a case.
  kind(row) {
    return this.at("source", row) === undefined && this.at("writer", row).includes(":") ? "now" : "given";
  }

  // The address of a cell. `query` keeps the filter of the list in which it stands.
  address(row, reader, query = {}) {
    const [format, writer, name] = ["format", "writer", "case"].map((column) => this.at(column, row));
    const source = this.at("source", row) ?? [];
    if (this.suite !== "evolution") return link(["interop", format, writer, reader, name].concat(source), query);
    const [step, sample] = name.split("/");
    const relay = this.at("relay", row) ?? NO_RELAY;
    return link(
      ["evolution", step, format, this.at("leg", row), sample, writer, relay, reader].concat(source),
      query,
    );
  }

  // A link to a cell, with its sign before it.
  link(row, reader, text) {
    return h("a.to-cell", { href: this.address(row, reader) }, this.mark(row), ` ${text}`);
  }

  // The number of the view that the readers of a row read; -1 where they read nothing.
  read(row) {
    const { outcome } = this.detail(row);
    if (outcome !== "equal" && outcome !== "differs") return -1;
    return ["read", "expected", "value"].map((name) => this.columns[name][row]).find((number) => number >= 0) ?? -1;
  }

  // The rows that have the same in these columns as `row`.
  like(row, ...columns) {
    const all = [];
    for (let other = 0; other < this.length; other++) {
      if (this.same(row, other, ...columns)) all.push(other);
    }
    return all;
  }

  same(row, other, ...columns) {
    return columns.every((name) => this.columns[name][other] === this.columns[name][row]);
  }

  // The cells of other readers of the same bytes: {row, reader}.
  ofSameBytes(row, reader) {
    return this.like(row, ...SAME_BYTES)
      .flatMap((other) => this.readers(other).map((one) => ({ row: other, reader: one })))
      .filter((one) => one.reader !== reader);
  }

  // The rows for which all tests hold: {format: "json"}. A column is compared by number.
  rows(wanted = {}) {
    const tests = Object.entries(wanted)
      .filter(([, thing]) => thing !== undefined && thing !== "")
      .map(([column, thing]) => [this.columns[column], this.things[column].indexOf(thing)]);
    const all = [];
    for (let row = 0; row < this.length; row++) {
      if (tests.every(([column, number]) => number >= 0 && column[row] === number)) all.push(row);
    }
    return all;
  }

  // The rows of a step.
  ofStep(step) {
    const isOfStep = this.things.case.map((name) => name.split("/")[0] === step);
    return this.rows().filter((row) => isOfStep[this.columns.case[row]]);
  }

  // What the page has of a view; undefined where it has none.
  async view(number) {
    return number < 0 ? undefined : (await block(`${this.suite}-views`))[number];
  }

  async entries(numbers = []) {
    this.pinned ??= block(`${this.suite}-entries`).then(rows);
    const all = await this.pinned;
    return numbers.map((number) => all[number]);
  }
}

// Of things with a row, the worst first.
export function worstFirst(run, things) {
  return things.toSorted((one, other) => rank(run.sign(other.row)) - rank(run.sign(one.row)));
}

// The cells of a run. Rows are columns of numbers (page/cells.py); a row is one writer's bytes with the readers that came
// to the same outcome.

import { rows, whole } from "wirebed/columns.js";
import { block } from "wirebed/data.js";
import { payload } from "wirebed/payload.js";

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
  }

  detail(row) {
    return this.things.detail[this.columns.detail[row]];
  }

  // The thing of a row in a column such as `case` or `writer`; undefined where it has none.
  at(column, row) {
    return this.things[column][this.columns[column][row]];
  }

  readers(row) {
    return this.things.readers[this.columns.readers[row]];
  }

  // `java/gson` of java:json/gson; what is no codec, such as `given`, stays.
  name(codec) {
    return this.data.codecs[codec]?.name ?? codec;
  }

  language(codec) {
    return this.data.codecs[codec]?.language;
  }

  // The number of the view that the readers of a row read; -1 where they read nothing.
  read(row) {
    const { outcome } = this.detail(row);
    if (outcome !== "equal" && outcome !== "differs") return -1;
    const { read, expected, value } = this.columns;
    return read[row] >= 0 ? read[row] : expected[row] >= 0 ? expected[row] : value[row];
  }

  // The rows that have the same in these columns as `row`.
  like(row, ...columns) {
    const found = [];
    for (let other = 0; other < this.length; other++) {
      if (columns.every((name) => this.columns[name][other] === this.columns[name][row])) found.push(other);
    }
    return found;
  }

  // The numbers of the rows for which all tests hold: {format: "json"}. A column is compared by number.
  *rows(wanted = {}) {
    const tests = Object.entries(wanted)
      .filter(([, thing]) => thing !== undefined && thing !== "")
      .map(([column, thing]) => [this.columns[column], this.things[column].indexOf(thing)]);
    if (tests.some(([, number]) => number < 0)) return;
    for (let row = 0; row < this.length; row++) {
      if (tests.every(([column, number]) => column[row] === number)) yield row;
    }
  }

  // A number of a view or of bytes -> what the page has of it; undefined where the page has none.
  async view(number) {
    return number < 0 ? undefined : (await block(`${this.suite}-views`))[number];
  }

  async bytes(format, number) {
    return number < 0 ? undefined : payload(await block(`${this.suite}-bytes-${format}`), number);
  }

  async entries(numbers = []) {
    this.pinned ??= block(`${this.suite}-entries`).then(rows);
    const all = await this.pinned;
    return numbers.map((number) => all[number]);
  }
}

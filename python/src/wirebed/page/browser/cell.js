// One cell: the value, the bytes, what each reader saw, and the entry that pins it.

import { h } from "wirebed/dom.js";
import { happened } from "wirebed/pair.js";

export function show(run, [format, writer, reader, name, source]) {
  const row = [...run.rows({ format, writer, case: name })].find((one) =>
    run.readers(one).includes(reader) && run.at("source", one) === source
  );
  if (row === undefined) return null;
  return { title: `${name}: ${format}`, content: h("p", {}, happened(run.detail(row))) };
}

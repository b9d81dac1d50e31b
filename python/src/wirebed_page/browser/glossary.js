// The glossary: the words of the project and what they mean (page/glossary.py).

import { block } from "wirebed/lib/data.js";
import { coded, count, h, p } from "wirebed/lib/dom.js";
import { column, table } from "wirebed/lib/table.js";

export async function show([part]) {
  if (part !== undefined) return null;
  const columns = ["word", "meaning"].map((head, at) =>
    column(head, (row) => row[at].join(""), (row) => coded(row[at]))
  );
  const tables = (await block("glossary")).map(({ title, words }) => [
    h("h2", title),
    table(columns, words, { caption: count(words.length, "word") }),
  ]);
  const about = p("The page, the output and the documents of the project use these words.");
  return { title: "Glossary", content: [about, h("div.words", tables)] };
}

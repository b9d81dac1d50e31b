// The glossary: the words of the project and what they mean (page/glossary.py).

import { block } from "wirebed/data.js";
import { coded, count, h } from "wirebed/dom.js";
import { table } from "wirebed/table.js";

export async function show([part]) {
  if (part !== undefined) return null;
  const about = h("p", {}, "The page, the output and the documents of the project use these words.");
  const tables = (await block("glossary")).map(({ title, words }) => [h("h2", {}, title), tableOf(words)]);
  return { title: "Glossary", content: [about, h("div", { class: "words" }, tables)] };
}

function tableOf(words) {
  const column = (head, at) => ({ head, text: (row) => row[at].join(""), content: (row) => coded(row[at]) });
  return table([column("word", 0), column("meaning", 1)], words, { caption: count(words.length, "word") });
}

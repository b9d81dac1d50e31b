// The words of the project and what they mean here: the glossary (page/words.py).

import { block } from "wirebed/data.js";
import { coded, h } from "wirebed/dom.js";

export async function show([part]) {
  if (part !== undefined) return null;
  const tables = await block("words");
  return { title: "Words", content: [h("p", {}, "Each word has one meaning on this page."), tables.map(table)] };
}

function table({ title, words }) {
  return [
    h("h2", {}, title),
    h(
      "div",
      { class: "wide words", tabindex: 0, role: "region", "aria-label": title },
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["word", "meaning"].map((head) => h("th", { scope: "col" }, head)))),
        h("tbody", {}, words.map(line)),
      ),
    ),
  ];
}

function line([word, meaning]) {
  return h("tr", {}, h("th", { scope: "row" }, coded(word)), h("td", {}, coded(meaning)));
}

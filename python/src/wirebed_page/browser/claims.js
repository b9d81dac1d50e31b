// Claims: what the seed articles said, what became of it, and the condition that flips it.

import { link } from "wirebed/lib/address.js";
import { block } from "wirebed/lib/data.js";
import { a, file, h, p } from "wirebed/lib/dom.js";
import { between } from "wirebed/lib/figures.js";
import { filtered, matches } from "wirebed/lib/filters.js";
import { style } from "wirebed/lib/signs.js";
import { column, facts, orNone, table } from "wirebed/lib/table.js";

export async function show([id, ...rest], query) {
  const data = await block("claims");
  if (data === null || rest.length) return null;
  if (id !== undefined) return ofClaim(data, id);
  const choices = [
    ["article", "Article", data.articles.map(({ id, title }) => [id, title])],
    ["verdict", "Verdict", data.verdicts.map(({ verdict, sign }) => [verdict, `${sign} ${verdict}`])],
    ["text", "Has the text"],
  ];
  const content = [
    p("Each claim of five published articles, decided anew from the results of this bed. ", data.origin),
    h("p.answer", `${data.tally}.`),
    h("ul.legend", data.verdicts.map(({ verdict }) => h("li", mark(data, verdict)))),
    h("p.quiet", data.key),
    surprising(data),
    filtered(choices, query, (now) => articles(data, now), "words"),
  ];
  return { title: "Claims", content };
}

// The sign of a verdict, with its word.
function mark({ verdicts }, verdict) {
  const { sign } = verdicts.find((one) => one.verdict === verdict);
  return [h("span.sign", { class: style(sign), "aria-hidden": "true" }, sign), ` ${verdict}`];
}

function linkTo({ claim }) {
  return a(link(["claims", claim]), claim);
}

function surprising(data) {
  const claims = data.surprising.map((id) => data.claims.find((one) => one.claim === id));
  const item = (claim) =>
    h(
      "li",
      linkTo(claim),
      " ",
      mark(data, claim.verdict),
      `. The article: ${claim.said}`,
      h("div.near", measured(claim)),
      claim.flipped && h("div.near", "What changes that: ", conditions(claim)),
    );
  const items = claims.length ? h("ul", claims.map(item)) : p("No claim is flipped.");
  return [h("h2", "What surprises most"), p(data.why), items];
}

function articles(data, query) {
  const text = (query.text ?? "").trim().toLowerCase();
  const { article, verdict } = query;
  const shown = data.claims.filter((one) =>
    matches({ article, verdict }, one) && `${one.claim} ${one.said}`.toLowerCase().includes(text)
  );
  const ofArticle = ({ id, title, forms }) => {
    const claims = shown.filter((claim) => claim.article === id);
    return claims.length > 0 && [
      h("h2", title),
      h("div.claims", table(columns(data), claims, { caption: `Claims of ${id.toUpperCase()}` })),
      forms.length > 0 && h("details", h("summary", data.forms), h("ul", forms.map((form) => h("li", form)))),
    ];
  };
  return orNone(shown, "claim", () => data.articles.map(ofArticle));
}

function columns(data) {
  return [
    column("claim", ({ claim }) => claim, linkTo),
    column("what the article said", ({ said }) => said),
    column("verdict", ({ verdict }) => verdict, (claim) => verdict(data, claim)),
    column("reported", ({ reported }) => reported),
    column("measured", ({ measured }) => measured, measured),
    column("what changes that", ({ flipped }) => flipped, conditions),
  ];
}

function verdict(data, claim) {
  return [mark(data, claim.verdict), claim.near && h("div.near", `near a boundary: ${claim.near}`)];
}

// What was measured, a paragraph for each protocol.
function measured({ decisions }) {
  const all = Object.entries(decisions);
  return all.map(([protocol, { says, missing }]) =>
    h("div", all.length > 1 && h("b", `${protocol}: `), says ?? missing)
  );
}

// The switches with which the rule says the contrary; the page of the claim has what is measured with them.
function conditions({ flips, flipped }) {
  return flips.length ? flips.map((one) => h("div", condition(one))) : flipped;
}

function condition({ switch: name, protocol, holds }) {
  return [h("b", name), ` (${protocol}): ${holds ? "it holds" : "it does not hold"}`];
}

function ofClaim(data, id) {
  const at = data.claims.findIndex((claim) => claim.claim === id);
  if (at < 0) return null;
  const claim = data.claims[at];
  const article = data.articles.find((one) => one.id === claim.article);
  const flips = claim.flips.map((one) => p(condition(one), `: ${one.says}`));
  const about = [
    ["article", article.title],
    ["verdict", verdict(data, claim)],
    ["reported", claim.reported],
    ...Object.entries(claim.decisions).flatMap(([protocol, decision]) => decisionFacts(protocol, decision)),
    ["switches that were tried", claim.tried.join(", ")],
    ["what changes that", flips.length ? flips : claim.flipped],
    ["the rule", file(article.source)],
  ];
  const to = (number, word) => {
    const other = data.claims[number]?.claim;
    return other && [a(link(["claims", other]), `${word}: ${other}`), " "];
  };
  const content = [
    h("blockquote", claim.said),
    facts(`${id}, reported and measured`, about),
    p(to(at - 1, "before"), to(at + 1, "next"), a(link(["claims"]), "all claims")),
  ];
  return { title: `Claim ${id}`, content };
}

function decisionFacts(protocol, { holds, says, missing, value, low, high, margin }) {
  const word = holds === null ? "not decided" : holds ? "it holds" : "it does not hold";
  return [
    [protocol, `${word}: ${says ?? missing}`],
    [`${protocol}: figure with its 95 % interval`, value === undefined ? "" : between(value, low, high)],
    [`${protocol}: from the boundary of the rule`, margin === undefined ? "" : `${(100 * margin).toFixed(1)} %`],
  ];
}

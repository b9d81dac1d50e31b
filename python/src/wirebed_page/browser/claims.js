// Claims: what the seed articles said, what became of it, and the condition that flips it.

import { block } from "wirebed/data.js";
import { h, replace } from "wirebed/dom.js";
import { between, facts } from "wirebed/figures.js";
import { filters } from "wirebed/filters.js";
import { file } from "wirebed/repository.js";
import { link } from "wirebed/route.js";
import { style } from "wirebed/signs.js";
import { table } from "wirebed/table.js";

export async function show([id, ...rest], query) {
  const data = await block("claims");
  if (data === null || rest.length) return null;
  if (id !== undefined) return one(data, id);
  const place = h("div", { class: "words" });
  const fill = (now) => replace(place, articles(data, now));
  fill(query);
  const choices = [
    ["article", "Article", data.articles.map(({ id, title }) => [id, title])],
    ["verdict", "Verdict", data.verdicts.map(({ verdict, sign }) => [verdict, `${sign} ${verdict}`])],
    ["text", "Has the text"],
  ];
  const content = [
    h("p", {}, "Each claim of five published articles, decided anew from the results of this bed. ", data.origin),
    h("p", { class: "answer" }, `${data.tally}.`),
    legend(data),
    h("p", { class: "quiet" }, data.key),
    surprising(data),
    filters(choices, query, fill),
    place,
  ];
  return { title: "Claims", content };
}

function legend({ verdicts }) {
  return h("ul", { class: "legend" }, verdicts.map(({ verdict }) => h("li", {}, mark({ verdicts }, verdict))));
}

// The sign of a verdict, with its word.
function mark({ verdicts }, verdict) {
  const { sign } = verdicts.find((one) => one.verdict === verdict);
  return [h("span", { class: `sign ${style(sign)}`, "aria-hidden": "true" }, sign), ` ${verdict}`];
}

function surprising(data) {
  const claims = data.surprising.map((id) => data.claims.find((one) => one.claim === id));
  return [
    h("h2", {}, "What surprises most"),
    h("p", {}, data.why),
    claims.length
      ? h("ul", {}, claims.map((claim) => h("li", {}, surprise(data, claim))))
      : h("p", {}, "No claim is flipped."),
  ];
}

function surprise(data, claim) {
  return [
    h("a", { href: link(["claims", claim.claim]) }, claim.claim),
    " ",
    mark(data, claim.verdict),
    `. The article: ${claim.said}`,
    h("div", { class: "near" }, measured(claim)),
    claim.flipped && h("div", { class: "near" }, "What changes that: ", conditions(claim)),
  ];
}

function articles(data, query) {
  const shown = data.claims.filter((claim) => takes(claim, query));
  if (!shown.length) return h("p", {}, "No claim matches these filters.");
  return data.articles.map((article) => {
    const claims = shown.filter((claim) => claim.article === article.id);
    return claims.length > 0 && [h("h2", {}, article.title), claimsTable(data, claims, article), forms(data, article)];
  });
}

function takes(claim, { article, verdict, text }) {
  return (!article || claim.article === article) && (!verdict || claim.verdict === verdict) &&
    (!text || `${claim.claim} ${claim.said}`.toLowerCase().includes(text.trim().toLowerCase()));
}

function claimsTable(data, claims, { id }) {
  const columns = [
    {
      head: "claim",
      text: ({ claim }) => claim,
      content: ({ claim }) => h("a", { href: link(["claims", claim]) }, claim),
    },
    { head: "what the article said", text: ({ said }) => said },
    { head: "verdict", text: ({ verdict }) => verdict, content: (claim) => verdict(data, claim) },
    { head: "reported", text: ({ reported }) => reported },
    { head: "measured", text: ({ measured }) => measured, content: measured },
    { head: "what changes that", text: ({ flipped }) => flipped, content: conditions },
  ];
  return h("div", { class: "claims" }, table(columns, claims, { caption: `Claims of ${id.toUpperCase()}` }));
}

function verdict(data, claim) {
  return [mark(data, claim.verdict), claim.near && h("div", { class: "near" }, `near a boundary: ${claim.near}`)];
}

// What was measured, a paragraph for each protocol.
function measured({ decisions }) {
  const found = Object.entries(decisions);
  return found.map(([protocol, decision]) =>
    h("div", {}, found.length > 1 && h("b", {}, `${protocol}: `), decision.says ?? decision.missing)
  );
}

// The switches with which the rule says the contrary; the page of the claim has what is measured with them.
function conditions({ flips, flipped }) {
  if (!flips.length) return flipped;
  return flips.map(({ switch: name, protocol, holds }) =>
    h("div", {}, h("b", {}, name), ` (${protocol}): ${holds ? "it holds" : "it does not hold"}`)
  );
}

function forms(data, { forms }) {
  return forms.length > 0 &&
    h("details", {}, h("summary", {}, data.forms), h("ul", {}, forms.map((form) => h("li", {}, form))));
}

function one(data, id) {
  const at = data.claims.findIndex((claim) => claim.claim === id);
  if (at < 0) return null;
  const claim = data.claims[at];
  const article = data.articles.find((one) => one.id === claim.article);
  const about = [
    ["article", article.title],
    ["verdict", verdict(data, claim)],
    ["reported", claim.reported],
    ...Object.entries(claim.decisions).flatMap(([protocol, decision]) => protocolFacts(protocol, decision)),
    ["switches that were tried", claim.tried.join(", ")],
    ["what changes that", claim.flips.length ? claim.flips.map(flip) : claim.flipped],
    ["the rule", file(article.source)],
  ];
  const content = [
    h("blockquote", {}, claim.said),
    facts(`${id}, reported and measured`, about),
    h("p", {}, neighbours(data, at)),
  ];
  return { title: `Claim ${id}`, content };
}

function flip({ switch: name, protocol, holds, says }) {
  return h("p", {}, h("b", {}, name), ` (${protocol}): ${holds ? "it holds" : "it does not hold"}: ${says}`);
}

function protocolFacts(protocol, decision) {
  const { holds, says, missing, value, low, high, margin } = decision;
  const word = holds === null ? "not decided" : holds ? "it holds" : "it does not hold";
  return [
    [protocol, `${word}: ${says ?? missing}`],
    [`${protocol}: figure with its 95 % interval`, value === undefined ? "" : between(value, low, high)],
    [`${protocol}: from the boundary of the rule`, margin === undefined ? "" : `${(100 * margin).toFixed(1)} %`],
  ];
}

function neighbours({ claims }, at) {
  const to = (number, word) => {
    const id = claims[number]?.claim;
    return id && [h("a", { href: link(["claims", id]) }, `${word}: ${id}`), " "];
  };
  return [to(at - 1, "before"), to(at + 1, "next"), h("a", { href: link(["claims"]) }, "all claims")];
}

// Claims: what the seed articles said, what became of it, and the switches that change it.

import { link } from "wirebed/lib/address.js";
import { chart } from "wirebed/lib/chart.js";
import { curves } from "wirebed/lib/chart_specs.js";
import { block, unique } from "wirebed/lib/data.js";
import { a, file, h, p } from "wirebed/lib/dom.js";
import { between } from "wirebed/lib/figures.js";
import { filtered, hasWords, matches } from "wirebed/lib/filters.js";
import { style } from "wirebed/lib/signs.js";
import { column, facts, orNone, plainTable, table } from "wirebed/lib/table.js";

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
    h("li", linkTo(claim), " ", mark(data, claim.verdict), `. The article: ${claim.said}`, h("div.why", claim.why));
  const items = claims.length ? h("ul", claims.map(item)) : p("No claim is refuted.");
  return [h("h2", "What surprises most"), p(data.why), items];
}

function articles(data, query) {
  const { article, verdict, text } = query;
  const shown = data.claims.filter((one) =>
    matches({ article, verdict }, one) && hasWords(`${one.claim} ${one.said}`, text)
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
    column("theirs", ({ theirs }) => theirs),
    column("ours", ({ ours }) => ours),
    column("verdict", ({ verdict }) => verdict, ({ verdict }) => mark(data, verdict)),
    column("why", ({ why }) => why),
  ];
}

function ofClaim(data, id) {
  const at = data.claims.findIndex((claim) => claim.claim === id);
  if (at < 0) return null;
  const claim = data.claims[at];
  const article = data.articles.find((one) => one.id === claim.article);
  const about = [
    ["article", article.title],
    ["where in it", claim.part],
    ["verdict", [mark(data, claim.verdict), h("div.why", claim.why)]],
    ["the rule", [claim.rule, " (", file(article.source), ")"]],
    ["the article's figure", claim.theirs],
    ["our figure", claim.ours],
    ["all that the article published", claim.reported],
    ...Object.entries(claim.decisions).flatMap(([protocol, decision]) => decisionFacts(protocol, decision)),
    ["what decides it", claim.commands.map((command) => h("div", h("code", command)))],
  ];
  const to = (number, word) => {
    const other = data.claims[number]?.claim;
    return other && [a(link(["claims", other]), `${word}: ${other}`), " "];
  };
  const content = [
    h("blockquote", claim.said),
    facts(`${id}, reported and measured`, about),
    beside(claim),
    claim.charts.map((one, at) => drawn(`${id}-${at + 1}`, one)),
    switches(claim),
    p(to(at - 1, "before"), to(at + 1, "next"), a(link(["claims"]), "all claims")),
  ];
  return { title: `Claim ${id}`, content };
}

// The figures of the article that the rule compares, and ours under each protocol.
function beside({ beside: figures, decisions }) {
  const protocols = Object.keys(decisions);
  const row = ({ of, theirs, ...ours }) => [of, theirs, ...protocols.map((protocol) => ours[protocol])];
  return figures.length > 0 &&
    plainTable("Figures", ["of", "theirs", ...protocols.map((protocol) => `ours, ${protocol}`)], figures.map(row), {
      caption: "The article's figures beside ours",
    });
}

// A chart over the size of the value, with a sentence for each two systems.
function drawn(name, { of, over, unit, points, places }) {
  const all = Object.entries(points).flatMap(([series, some]) =>
    some.map(([n, value, low, high]) => ({ series, n, value, low, high }))
  );
  const caption = `${of[0].toUpperCase()}${of.slice(1)}, over ${over}`;
  const lengths = unique(all.map(({ n }) => n));
  const byLength = Object.values(points).map((some) => new Map(some.map(([n, ...one]) => [n, between(...one)])));
  const rows = lengths.map((n) => [String(n), ...byLength.map((some) => some.get(n) ?? "")]);
  const about = `${caption}. The table has the same figures.`;
  const [log, logN] = ["value", "n"].map((key) => isWide(all.map((point) => point[key])));
  return h(
    "section",
    { "aria-label": caption },
    h("h2", caption),
    h("ul", places.map((sentence) => h("li", `${sentence}.`))),
    all.length > 0 && chart(curves(all, { about, unit: unit || "times", log, logN, of: over }), name),
    all.length > 0 && plainTable(caption, [over, ...Object.keys(points)], rows, { caption }),
  );
}

// Whether numbers need a logarithmic axis.
function isWide(numbers) {
  return Math.max(...numbers) >= 30 * Math.min(...numbers);
}

function decisionFacts(protocol, { answer, says, needs, value, low, high, processes, factor }) {
  const measured = processes === undefined ? "" : `, at least ${processes} processes or rounds`;
  return [
    [protocol, `${answer}: ${says}${needs ? `; ${needs}` : ""}`],
    [`${protocol}: figure with its 95 % interval`, value === undefined ? "" : between(value, low, high) + measured],
    [
      `${protocol}: distance from the boundary of the rule`,
      factor === undefined ? "" : `a factor of ${factor.toFixed(2)}`,
    ],
  ];
}

// The switches that change the answer, where both are decided; the others are folded away.
function switches({ switches, others, decisions }) {
  const row = ({ switch: name, protocol, answer, says }) => [
    `${name}, ${protocol}`,
    answer,
    decisions[protocol].answer,
    says,
  ];
  const heads = ["switch", "with it", "without it", "figures"];
  const listed = (caption, some) => plainTable(caption, heads, some.map(row), { caption });
  return switches.length + others.switches.length > 0 && [
    switches.length > 0 ? listed("What changes that", switches) : p("No switch is known to change that."),
    others.switches.length > 0 && h("details", h("summary", others.says), listed("Other switches", others.switches)),
  ];
}

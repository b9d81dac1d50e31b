// Shows the view that the address names, and again whenever the address changes.

import * as bugs from "wirebed/bugs.js";
import * as changes from "wirebed/changes.js";
import * as claims from "wirebed/claims.js";
import * as conformance from "wirebed/conformance.js";
import * as cost from "wirebed/cost/cost.js";
import * as echo from "wirebed/echo/echo.js";
import * as glossary from "wirebed/glossary.js";
import { current, link } from "wirebed/lib/address.js";
import { a, h, p, replace, visible } from "wirebed/lib/dom.js";
import * as limits from "wirebed/limits.js";
import * as interop from "wirebed/matrix/matrix.js";
import * as odd from "wirebed/matrix/outliers.js";
import * as replay from "wirebed/replay.js";
import * as search from "wirebed/search.js";
import * as silence from "wirebed/silence.js";
import * as evolution from "wirebed/steps/evolution.js";
import * as predictions from "wirebed/steps/predictions.js";
import * as trip from "wirebed/trip/trip.js";
import * as upgrade from "wirebed/upgrade.js";

// The first part of an address -> the module with `show(parts, query)`, which gives the title and the content. A view that
// the navigation does not name says as `within` to which of the others it belongs.
export const VIEWS = {
  bugs,
  changes,
  claims,
  conformance,
  cost,
  echo,
  evolution,
  glossary,
  interop,
  limits,
  odd,
  predictions,
  replay,
  search,
  silence,
  trip,
  upgrade,
};

const view = document.getElementById("view");
const start = document.getElementById("start");
let shown = 0;

async function show() {
  // The link that skips the heads leads to an element, not to a view.
  if (location.hash && !location.hash.startsWith("#/")) return;
  const { parts: [name, ...rest], query } = current();
  const number = ++shown;
  mark(name);
  start.hidden = Boolean(name);
  view.hidden = !name;
  document.title = "Wirebed";
  if (!name) return;
  const { title, content } = await open(name, rest, query) ?? notFound();
  if (number !== shown) return; // another address came meanwhile
  document.title = `${visible(title)} – Wirebed`;
  replace(view, h("h1", title), content);
  document.getElementById("content").focus({ preventScroll: true });
  scrollTo(0, 0);
}

// In the navigation, the view that is open, or the one that it belongs to.
function mark(name = "") {
  const here = link([viewOf(name)?.within ?? name]);
  for (const one of document.querySelectorAll("nav a")) {
    const isHere = one.getAttribute("href") === here;
    if (isHere) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  }
}

async function open(name, rest, query) {
  return await viewOf(name)?.show(rest, query);
}

function viewOf(name) {
  return Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
}

function notFound() {
  return { title: "Not found", content: p("The page has nothing at this address. ", a("#/", "Go to the start")) };
}

document.getElementById("find").addEventListener("submit", (event) => {
  event.preventDefault();
  location.hash = link(["search"], { text: new FormData(event.target).get("text") });
});
addEventListener("hashchange", show);
await show();
document.documentElement.dataset.ready = "true";

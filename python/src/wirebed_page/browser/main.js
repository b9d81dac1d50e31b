// Shows the view that the address names, and again whenever the address changes.

import { h, replace, visible } from "wirebed/dom.js";
import { current } from "wirebed/route.js";
import * as changes from "wirebed/changes.js";
import * as claims from "wirebed/claims.js";
import * as cost from "wirebed/cost.js";
import * as echo from "wirebed/echo.js";
import * as evolution from "wirebed/evolution.js";
import * as glossary from "wirebed/glossary.js";
import * as interop from "wirebed/interop.js";
import * as odd from "wirebed/odd.js";
import * as predictions from "wirebed/predictions.js";
import * as trip from "wirebed/trip.js";

// The first part of an address -> the module with `show(parts, query)`, which gives the title and the content.
const VIEWS = { changes, claims, cost, echo, evolution, glossary, interop, odd, predictions, trip };

const view = document.getElementById("view");
const start = document.getElementById("start");
let shown = 0;

async function show() {
  // The link that skips the heads leads to an element, not to a view.
  if (location.hash && !location.hash.startsWith("#/")) return;
  const { parts, query } = current();
  const [name, ...rest] = parts;
  const number = ++shown;
  start.hidden = Boolean(name);
  view.hidden = !name;
  if (!name) {
    document.title = "Wirebed";
    return;
  }
  const { title, content } = await open(name, rest, query);
  if (number !== shown) return; // another address came meanwhile
  document.title = `${visible(title)} – Wirebed`;
  replace(view, h("h1", {}, title), content);
  document.getElementById("content").focus({ preventScroll: true });
  scrollTo(0, 0);
}

async function open(name, rest, query) {
  if (!Object.hasOwn(VIEWS, name)) return { title: "Not found", content: notFound() };
  return await VIEWS[name].show(rest, query) ?? { title: "Not found", content: notFound() };
}

function notFound() {
  return h("p", {}, "The page has nothing at this address. ", h("a", { href: "#/" }, "Go to the start"));
}

addEventListener("hashchange", show);
await show();
document.documentElement.dataset.ready = "true";

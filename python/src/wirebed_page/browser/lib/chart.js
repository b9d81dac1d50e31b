// Charts: Vega-Lite specs, drawn as SVG by Vega, whose script is a block of the page that is unpacked when a chart is
// first shown. A table with the same figures stands beside each chart.

import { block } from "wirebed/lib/data.js";
import { h } from "wirebed/lib/dom.js";
import { download } from "wirebed/lib/download.js";

// Colours are variables of CSS, so a chart follows the scheme and the printer without being drawn anew.
const AXIS = {
  labelColor: "var(--text)",
  titleColor: "var(--text)",
  gridColor: "var(--line)",
  domainColor: "var(--quiet)",
  tickColor: "var(--quiet)",
  titleFontWeight: "normal",
  labelFontSize: 12,
  titleFontSize: 12,
  labelSeparation: 4,
};
const CONFIG = {
  background: null,
  font: "system-ui, sans-serif",
  axis: AXIS,
  header: AXIS,
  legend: { labelFontSize: 12, labelColor: "var(--text)", titleColor: "var(--text)", orient: "top", labelLimit: 0 },
  view: { stroke: "var(--line)" },
};
// Paths within -1 to 1: twelve filled shapes, then the same ones hollow, so 24 points differ without colour.
const SHAPES = [
  "M-1,0A1,1,0,1,0,1,0A1,1,0,1,0,-1,0Z",
  "M-.9,-.9H.9V.9H-.9Z",
  "M0,-1L1,.8H-1Z",
  "M0,-1.1L1.1,0L0,1.1L-1.1,0Z",
  "M0,1L1,-.8H-1Z",
  "M-.35,-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
  "M-.6,-1L0,-.4L.6,-1L1,-.6L.4,0L1,.6L.6,1L0,.4L-.6,1L-1,.6L-.4,0L-1,-.6Z",
  "M0,-1.1L.3,-.35L1.1,-.3L.45,.2L.7,1L0,.5L-.7,1L-.45,.2L-1.1,-.3L-.3,-.35Z",
  "M-1,0L.8,-1V1Z",
  "M1,0L-.8,-1V1Z",
  "M0,-1L1,-.2L.6,1H-.6L-1,-.2Z",
  "M-.5,-.9H.5L1,0L.5,.9H-.5L-1,0Z",
];
const COLOURS = 7; // of chart.css; with the shapes 84 different pairs

const ERRORS = 1; // Vega's level of messages

let vega;
let views = []; // [place, Vega's view] of what was drawn
let drawn = Promise.resolve();

// How the point with this number looks.
export function look(number) {
  const hollow = Math.floor(number / SHAPES.length) % 2 === 1;
  const colour = `var(--chart-${number % COLOURS})`;
  return { shape: SHAPES[number % SHAPES.length], fill: hollow ? "var(--ground)" : colour, stroke: colour };
}

// The same point as it stands in a table.
export function symbol(number) {
  const { shape, fill, stroke } = look(number);
  const picture = svg("svg", { class: "symbol", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true" });
  picture.append(svg("path", { d: shape, fill, stroke, "stroke-width": .25 }));
  return picture;
}

function svg(tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

// A figure with the chart of a spec. Its `description` is read out and stands below; `name` is that of the saved file.
export function chart(spec, name) {
  const place = h("div.chart", { role: "img", "aria-label": spec.description }, "The chart is being drawn.");
  const save = h("button", { type: "button", onclick: () => saveSvg(place, name) }, "Save as SVG");
  // One after the other, so that what was asked for is shown before any chart is drawn.
  drawn = drawn.then(pause).then(() => place.isConnected && draw(place, spec)).catch((error) => {
    place.textContent = `The chart cannot be drawn: ${error.message}`;
  });
  return h("figure", place, h("figcaption", spec.description, " ", save));
}

async function draw(place, spec) {
  vega ??= block("vega").then((script) => {
    new Function(script)();
    return globalThis.wirebedVega;
  });
  const { vegaEmbed } = await vega;
  // The place has the description; a screen reader need not go through the marks.
  const marks = h("div", { "aria-hidden": "true" });
  place.replaceChildren(marks);
  const view = await vegaEmbed(marks, spec, {
    mode: "vega-lite",
    renderer: "svg",
    actions: false,
    config: { ...CONFIG, axisY: { labelLimit: .4 * place.clientWidth } },
    logLevel: ERRORS,
  });
  views = [...views.filter(stillShown), [place, view]];
}

// What is not on the page any more is let go.
function stillShown([place, view]) {
  if (!place.isConnected) view.finalize();
  return place.isConnected;
}

// Until what is on the page has been painted.
function pause() {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

// In a file of its own the variables of CSS have no value, so their colours of now are written in.
function saveSvg(place, name) {
  const picture = place.querySelector("svg");
  if (picture === null) return;
  const style = getComputedStyle(place);
  const text = new XMLSerializer().serializeToString(picture).replace(/var\((--[\w-]+)\)/g, (_, variable) => {
    place.style.setProperty("outline-color", `var(${variable})`);
    return style.outlineColor;
  });
  place.style.removeProperty("outline-color");
  download(`${name}.svg`, "image/svg+xml", text);
}

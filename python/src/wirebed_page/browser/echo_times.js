// The round-trip times of echo: by client, server, transport and format, with percentiles, and the article's beside ours.

import { chart } from "wirebed/chart.js";
import { count, h } from "wirebed/dom.js";
import { takes } from "wirebed/echo.js";
import { between, facts, figure, whole } from "wirebed/figures.js";
import { link } from "wirebed/route.js";
import { dots } from "wirebed/specs.js";
import { table } from "wirebed/table.js";

const PERCENTILES = ["p50", "p90", "p99", "p99.9", "max"];
const SHOWN = ["p50", "p99", "p99.9"]; // in the chart
const MOST = 40; // rows in a chart
const LOOPBACK = "127.0.0.1";
const ABOUT =
  "Closed load: the next echo begins when the last one has ended. Open load: echoes begin at a constant rate, and are " +
  "counted from when they should begin. The times are of the whole echo, with the client's encode and decode.";

export function show(data, query) {
  const found = data.loads.filter((one) => takes(data, { ...one, leg: way(one), format: format(one.client) }, query));
  const timed = found.filter((one) => one.whole);
  if (!data.loads.length) return [h("h2", {}, "Round trips"), h("p", {}, "This run took no times.")];
  return [
    published(data, query),
    h("h2", {}, "Round trips"),
    timed.length
      ? [h("p", {}, ABOUT), percentiles(data, timed), latencies(data, timed)]
      : h("p", {}, "No row matches these filters."),
    absent(found),
  ];
}

// The transport, with the address where it is not the loopback's: the leg of the cells.
function way({ transport, bind }) {
  return bind === LOOPBACK ? transport : `${transport}@${bind}`;
}

function format(codec) {
  return codec.slice(codec.indexOf(":") + 1).split("/")[0];
}

function name(data, codec) {
  return data.codecs[codec]?.name ?? codec;
}

function pair(data, { client, server }) {
  return client === server ? name(data, client) : `${name(data, client)} > ${name(data, server)}`;
}

function address(one) {
  return [one.kind, one.client, way(one), one.server];
}

function micro(nanoseconds) {
  return nanoseconds === undefined ? undefined : nanoseconds / 1000;
}

function latencies(data, timed) {
  const open = (one) => h("a", { href: link(["echo", "times", ...address(one)]) }, pair(data, one));
  const columns = [
    { head: "client > server", text: (one) => pair(data, one), content: open },
    { head: "format", text: (one) => format(one.client) },
    { head: "transport", text: way },
    { head: "load", text: (one) => one.kind },
    number("echoes/s", (one) => one.throughput),
    ...PERCENTILES.map((key) => number(`${key} µs`, (one) => micro(one.whole[key]))),
    number("round trip p50 µs", (one) => micro(one.round_trip?.p50)),
    number("bytes there", (one) => one.sent),
    number("bytes back", (one) => one.received),
    number("connections", (one) => one.connections),
    number("lost or mixed up", (one) => one.failed + one.wrong),
  ];
  return table(columns, timed, { caption: "Timed rows", by: 5 });
}

function number(head, text) {
  return {
    head,
    text,
    content: (one) => text(one) === undefined || text(one) === null ? "" : figure(text(one)),
    number: true,
  };
}

// The fastest rows that are closed, as the chart can hold no more.
function percentiles(data, timed) {
  const closed = timed.filter((one) => one.kind === "closed").sort((one, other) => one.whole.p50 - other.whole.p50);
  const shown = closed.slice(0, MOST);
  if (shown.length < 2) return null;
  const values = shown.flatMap((one) =>
    SHOWN.map((series) => ({
      label: `${pair(data, one)} ${format(one.client)}, ${way(one)}`,
      series,
      value: micro(one.whole[series]),
    }))
  );
  const which = shown.length < closed.length
    ? `the ${MOST} fastest of ${closed.length} closed rows`
    : "the closed rows";
  const about =
    `Microseconds of an echo of ${shown[0].payload} in ${which}: half of the echoes take at most p50, 99 % p99, ` +
    "99.9 % p99.9. The axis is logarithmic. The table has the same figures.";
  return chart(dots(values, { about, series: SHOWN, unit: "microseconds" }), "echo-latencies");
}

function published(data, query) {
  const found = data.article.filter((one) =>
    takes(data, {
      leg: way({ ...one, bind: one.address }),
      format: format(one.codec),
      client: one.codec,
      server: one.codec,
    }, query)
  );
  if (!found.length) return null;
  const series = ["published", "ours"];
  const unit = "milliseconds for 1000 echoes";
  const values = found.filter((one) => one.published).flatMap(({ serializer, transport, address, codec, ...one }) => {
    const label = `${serializer}, ${transport}${address === LOOPBACK ? "" : ` at ${address}`}, ${name(data, codec)}`;
    const ours = { label, series: "ours", value: one.ours, low: one.low, high: one.high };
    return [{ label, series: "published", value: one.published }, ours];
  });
  const about =
    "1000 Persons echoed, the time between client and server alone: what was published, and the median of our " +
    "rounds with the fastest and the slowest. The axis is logarithmic. The table has these figures, and serializers of which " +
    "nothing was published.";
  const columns = [
    { head: "serializer", text: (one) => one.serializer },
    { head: "protocol", text: (one) => one.protocol },
    { head: "address", text: (one) => one.address },
    { head: "published ms", text: (one) => one.published, content: (one) => whole(one.published), number: true },
    { head: "our transport", text: (one) => one.transport },
    { head: "our codec", text: (one) => one.codec },
    { head: "ours ms", text: (one) => one.ours, content: (one) => between(one.ours, one.low, one.high), number: true },
  ];
  return [
    h("h2", {}, "1000 Persons echoed, as the article did"),
    h("p", {}, `Published: ${data.source}. Ours is on another machine with other versions: compare proportions only.`),
    values.length > 0 && chart(dots(values, { about, series, unit }), "echo-article"),
    table(columns, found, { caption: `${unit}; ours: the median of the rounds [the fastest, the slowest]` }),
  ];
}

function absent(found) {
  const reasons = new Map();
  for (const { not_measured: why } of found) if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  return [...reasons].map(([why, times]) =>
    h("p", { class: "missing" }, `${count(times, "row was", "rows were")} not measured: ${why}`)
  );
}

// One timed row with all that was measured.
export function one(data, parts) {
  const row = data.loads.find((one) => String(address(one)) === String(parts));
  if (row === undefined) return null;
  const spread = (part) =>
    row[part] &&
    Object.entries(row[part]).filter(([key]) => key !== "count").map(([key, value]) =>
      `${key} ${figure(micro(value))} µs`
    ).join(", ");
  const about = [
    ["client", row.client],
    ["server", row.server],
    ["transport", way(row)],
    ["load", row.kind],
    ["payload", row.payload],
    ["not measured", row.not_measured],
    ["echoes", whole(row.echoes)],
    ["rounds", row.rounds],
    ["connections", row.connections],
    ["echoes a second", row.throughput === undefined ? "" : figure(row.throughput)],
    ["rate of an open load", row.rate === undefined ? "" : `${figure(row.rate)} echoes a second`],
    ["whole echo", spread("whole")],
    ["between client and server", spread("round_trip")],
    ["milliseconds for 1000, by round", row.milliseconds?.map((one) => figure(one)).join(", ")],
    ["bytes there, back", row.sent === undefined ? "" : `${figure(row.sent)}, ${figure(row.received)}`],
    ["came back with another value", row.wrong],
    ["did not come back", row.failed],
  ];
  const title = `Echo: ${pair(data, row)} over ${way(row)}, ${row.kind}`;
  return { title, content: [h("p", {}, h("a", { href: link(["echo"]) }, "All round trips")), facts(title, about)] };
}

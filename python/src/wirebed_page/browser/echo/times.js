// The round-trip times of echo: by client, server, transport and format, with percentiles, and the article's beside ours.

import { name, takes } from "wirebed/echo/echo.js";
import { link } from "wirebed/lib/address.js";
import { chart } from "wirebed/lib/chart.js";
import { dots } from "wirebed/lib/chart_specs.js";
import { a, count, h, p } from "wirebed/lib/dom.js";
import { between, figure, whole } from "wirebed/lib/figures.js";
import { column, facts, figures, numbers, orNone, table } from "wirebed/lib/table.js";

const PERCENTILES = ["p50", "p90", "p99", "p99.9", "max"];
const SHOWN = ["p50", "p99", "p99.9"]; // in the chart
const MOST = 40; // rows in a chart
const LOOPBACK = "127.0.0.1";
const ABOUT =
  "Closed load: the next echo begins when the last one has ended. Open load: echoes begin at a constant rate, and are " +
  "counted from when they should begin. The times are of the whole echo, with the client's encode and decode.";

export function show(data, query) {
  if (!data.loads.length) return [h("h2", "Round trips"), p("This run took no times.")];
  const rows = data.loads.filter((one) => takes(data, { ...one, leg: way(one), format: format(one.client) }, query));
  const timed = rows.filter((one) => one.whole);
  return [
    published(data, query),
    h("h2", "Round trips"),
    data.disturbed && p(`Note: ${data.disturbed}.`),
    orNone(timed, "row", () => [p(ABOUT), percentiles(data, timed), latencies(data, timed)]),
    absent(rows),
  ];
}

// The transport, with the address where it is not the loopback's: the leg of the cells.
function way({ transport, bind }) {
  return bind === LOOPBACK ? transport : `${transport}@${bind}`;
}

function format(codec) {
  return codec.slice(codec.indexOf(":") + 1).split("/")[0];
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
  const open = (one) => a(link(["echo", "times", ...address(one)]), pair(data, one));
  const columns = [
    column("client > server", (one) => pair(data, one), open),
    column("format", (one) => format(one.client)),
    column("transport", way),
    column("load", (one) => one.kind),
    figures("echoes/s", (one) => one.throughput),
    ...PERCENTILES.map((key) => figures(`${key} µs`, (one) => micro(one.whole[key]))),
    figures("round trip p50 µs", (one) => micro(one.round_trip?.p50)),
    figures("bytes there", (one) => one.sent),
    figures("bytes back", (one) => one.received),
    figures("connections", (one) => one.connections),
    figures("lost or mixed up", (one) => one.failed + one.wrong),
    // It is the last, since `by` counts columns.
    ...(data.disturbed ? [column("disturbed", (one) => one.disturbed ? "yes" : "")] : []),
  ];
  return table(columns, timed, { caption: "Timed rows", by: 5 });
}

// The fastest rows that are closed, as the chart can hold no more.
function percentiles(data, timed) {
  const closed = timed.filter((one) => one.kind === "closed").sort((one, other) => one.whole.p50 - other.whole.p50);
  const shown = closed.slice(0, MOST);
  if (shown.length < 2) return null;
  const values = shown.flatMap((one) => {
    const label = `${pair(data, one)} ${format(one.client)}, ${way(one)}`;
    return SHOWN.map((series) => ({ label, series, value: micro(one.whole[series]) }));
  });
  const which = shown.length < closed.length
    ? `the ${MOST} fastest of ${closed.length} closed rows`
    : "the closed rows";
  const about =
    `Microseconds of an echo of ${shown[0].payload} in ${which}: half of the echoes take at most p50, 99 % p99, ` +
    "99.9 % p99.9. The axis is logarithmic. The table has the same figures.";
  return chart(dots(values, { about, series: SHOWN, unit: "microseconds" }), "echo-latencies");
}

function published(data, query) {
  const of = ({ codec, ...one }) => ({
    leg: way({ ...one, bind: one.address }),
    format: format(codec),
    client: codec,
    server: codec,
  });
  const rows = data.article.filter((one) => takes(data, of(one), query));
  if (!rows.length) return null;
  const series = ["published", "ours"];
  const unit = "milliseconds for 1000 echoes";
  const values = rows.filter((one) => one.published).flatMap((one) => {
    const place = one.address === LOOPBACK ? "" : ` at ${one.address}`;
    const label = `${one.serializer}, ${one.transport}${place}, ${name(data, one.codec)}`;
    const ours = { label, series: "ours", value: one.ours, low: one.low, high: one.high };
    return [{ label, series: "published", value: one.published }, ours];
  });
  const about =
    "1000 Persons echoed, the time between client and server alone: what was published, and the median of our " +
    "rounds with the fastest and the slowest. The axis is logarithmic. The table has these figures, and serializers of which " +
    "nothing was published.";
  const columns = [
    column("serializer", (one) => one.serializer),
    column("protocol", (one) => one.protocol),
    column("address", (one) => one.address),
    numbers("published ms", (one) => one.published),
    column("our transport", (one) => one.transport),
    column("our codec", (one) => one.codec),
    numbers("ours ms", (one) => one.ours, (one) => between(one.ours, one.low, one.high)),
  ];
  return [
    h("h2", "1000 Persons echoed, as the article did"),
    p(`Published: ${data.source}. Ours is on another machine with other versions: compare proportions only.`),
    values.length > 0 && chart(dots(values, { about, series, unit }), "echo-article"),
    table(columns, rows, { caption: `${unit}; ours: the median of the rounds [the fastest, the slowest]` }),
  ];
}

function absent(rows) {
  const byReason = Object.groupBy(rows.filter((one) => one.not_measured), (one) => one.not_measured);
  return Object.entries(byReason).map(([why, some]) =>
    h("p.missing", `${count(some.length, "row was", "rows were")} not measured: ${why}`)
  );
}

// One timed row with all that was measured.
export function ofRow(data, parts) {
  const row = data.loads.find((one) => String(address(one)) === String(parts));
  if (row === undefined) return null;
  const listed = (part, spell) =>
    row[part] &&
    Object.entries(row[part]).filter(([key]) => key !== "count").map(([key, value]) => `${key} ${spell(value)}`).join(
      ", ",
    );
  const latency = (value) => `${figure(micro(value))} µs`;
  const known = (value, spell = figure) => value === undefined || value === null ? "" : spell(value);
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
    ["echoes a second", known(row.throughput)],
    ["rate of an open load", known(row.rate, (rate) => `${figure(rate)} echoes a second`)],
    ["whole echo", listed("whole", latency)],
    ["between client and server", listed("round_trip", latency)],
    ["milliseconds for 1000, by round", row.milliseconds?.map((one) => figure(one)).join(", ")],
    ["disturbed by other programs", row.disturbed ? "yes: these times are unreliable" : ""],
    ["cores of other programs, by round", row.others?.map((one) => figure(one)).join(", ")],
    ["bytes there, back", known(row.sent, (sent) => `${figure(sent)}, ${figure(row.received)}`)],
    ["came back with another value", row.wrong],
    ["did not come back", row.failed],
  ];
  const title = `Echo: ${pair(data, row)} over ${way(row)}, ${row.kind}`;
  return { title, content: [p(a(link(["echo"]), "All round trips")), facts(title, about)] };
}

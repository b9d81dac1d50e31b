// A replay: what readers make of recorded messages, what is not expected first.

import { block } from "wirebed/lib/data.js";
import { h, p } from "wirebed/lib/dom.js";
import { plainTable } from "wirebed/lib/table.js";

// The clusters that are open at first.
const OPEN = 5;

export async function show(parts) {
  const data = await block("replay");
  if (data === null || parts.length) return null;
  const content = [
    p(`Replayed ${data.started.slice(0, 16).replace("T", " ")}, commit `, data.commit.slice(0, 12), "."),
    data.totals.map((sentence) => p(sentence)),
    plainTable("Records by codec", data.heads, data.rows, { caption: "The records of each codec" }),
    listed("Not as expected", data.clusters.filter(({ expected }) => !expected)),
    listed("As expected", data.clusters.filter(({ expected }) => expected)),
  ];
  return { title: `Replay: ${data.corpus}`, content };
}

function listed(title, clusters) {
  if (!clusters.length) return [];
  const each = clusters.map(({ head, lines }, at) =>
    h("details", { open: at < OPEN }, h("summary", head), h("pre", { tabindex: 0 }, lines.join("\n")))
  );
  return [h("h2", title), each];
}

// The bugs of libraries that cells show: a row for each, with a cell that shows it, and the reports for their maintainers.

import { link } from "wirebed/lib/address.js";
import { command, copyable } from "wirebed/lib/copy.js";
import { block } from "wirebed/lib/data.js";
import { a, count, file, h, p } from "wirebed/lib/dom.js";
import { filtered, hasWords } from "wirebed/lib/filters.js";
import { column, facts, numbers, orNone, table } from "wirebed/lib/table.js";

const NONE_KNOWN = "none known";

export async function show([name, ...rest], query) {
  const data = await block("bugs");
  if (data === null || rest.length) return null;
  if (name !== undefined) return ofBug(data.find(({ entry }) => entry === name));
  const content = [
    p(
      "What happens between writers and readers by a bug of a library, with the codecs whose bug it is, as the versions " +
        "of its entry say. Bugs of which they do not say which side is at fault come after these. At the end are bugs " +
        "without a cell, which evolution, fuzzing and laws have found. " +
        "What happens opens the reports that stand ready for the maintainers. The number of cells opens one of them, " +
        "with the command that repeats it.",
    ),
    filtered([["text", "Library, or words of the bug"]], query, (now) => listed(data, now), "words"),
  ];
  return { title: "Bugs of libraries", content };
}

function listed(data, { text }) {
  const words = ({ codecs, entry, states, reason }) => [...codecs, entry, states, reason].join(" ");
  const shown = data.filter((bug) => hasWords(words(bug), text));
  return orNone(shown, "bug", () => table(columns(), shown, { caption: "Bugs of libraries" }));
}

function columns() {
  return [
    column(
      "codec, format and version",
      ({ codecs }) => codecs.join(" "),
      ({ codecs }) => codecs.map((name) => h("div", name)),
    ),
    column("what happens", ({ states }) => states, ({ entry, states }) => a(link(["bugs", entry]), states)),
    column("why", ({ reason }) => reason),
    column("reports", ({ reports }) => reports.length, ({ reports }) => reports.map(inShort)),
    numbers("cells", ({ cells }) => cells, (bug) => toCell(bug, String(bug.cells))),
  ];
}

// One of the cells that show a bug, if any does.
function toCell({ cell }, text) {
  return cell ? a(link(["interop", ...cell]), text) : text;
}

function inShort({ name, thread, same_reason: isSameReason }) {
  return h(
    "div",
    name,
    isSameReason && " (the same mechanism)",
    thread === NONE_KNOWN ? ", no thread known" : [", ", toThread(thread, "thread")],
  );
}

function toThread(address, text = address) {
  return h("a", { href: address, rel: "noreferrer" }, text);
}

function ofBug(bug) {
  if (bug === undefined) return null;
  const { entry, codecs, states, reason, authority, cells, reports } = bug;
  const known = [
    ["whose bug", codecs.join(", ")],
    ["what happens", states],
    ["why", reason],
    ["authority", authority],
    ["cells", toCell(bug, count(cells, "cell"))],
  ];
  const none = p("No program shows this bug with the library alone.");
  const content = [p(a(link(["bugs"]), "All bugs of libraries")), facts(entry, known), reports.map(report)];
  return { title: entry, content: [content, !reports.length && none] };
}

function report({ name, library, program, thread, command: run, text, same_reason: isSameReason }) {
  return h(
    "section",
    { "aria-label": name },
    h("h2", `A report for the maintainers of ${library}`),
    isSameReason && p(`No program shows this bug itself. This one shows the same mechanism in ${library}.`),
    p(
      file(program),
      thread === NONE_KNOWN ? ", no thread is known" : [", ", toThread(thread)],
    ),
    command(run, "runs the program with the pinned and the newest release"),
    copyable(text, h("pre", { tabindex: 0 }, text), `the report ${name}`),
  );
}

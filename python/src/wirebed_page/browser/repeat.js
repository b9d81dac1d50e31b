// The commands that run a cell again and that explain it, as the terminal gives them (report/load.py, `repeat`).

import { h } from "wirebed/dom.js";

export function section(run, row, reader) {
  const writer = run.at("writer", row);
  const of = { format: run.at("format", row), writer, reader };
  return [
    h("h2", {}, "Repeat it"),
    command([run.data.command, ...chosen(run, row, of)].join(" "), "runs this cell again"),
    explains(run, row, "explains this cell on the terminal", of),
  ];
}

export function explains(run, row, what, of) {
  return command([run.data.why, ...chosen(run, row, of)].join(" "), what);
}

// The variables that choose a cell. The name of the case is as a shell needs it.
function chosen(run, row, { format, writer, reader }) {
  const name = run.at("case", row);
  const ofStep = run.suite === "evolution";
  const quoted = Object.hasOwn(run.data.quoted, name) ? run.data.quoted[name] : name;
  const words = [`${ofStep ? "STEP" : "CASE"}=${quoted}`, `FORMAT=${format}`];
  if (ofStep) words.push(`LEG=${run.at("leg", row)}`);
  if (writer?.includes(":")) words.push(`WRITER=${run.name(writer)}`);
  if (reader) words.push(`READER=${run.name(reader)}`);
  return words;
}

function command(text, what) {
  const code = h("code", {}, text);
  const said = h("span", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = " copied";
    } catch {
      getSelection().selectAllChildren(code);
      said.textContent = " is selected: this browser does not let a page from the disk copy";
    }
  };
  const button = h("button", { type: "button", onclick: copy, "aria-label": `Copy ${text}` }, "Copy");
  return h("p", { class: "command" }, code, " ", button, said, h("span", { class: "quiet" }, ` ${what}`));
}

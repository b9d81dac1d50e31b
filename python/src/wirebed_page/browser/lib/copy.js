// A text that a person takes along, with a button that copies it.

import { h } from "wirebed/lib/dom.js";

// The content, the button, and what became of it. `name`: what the button copies, for a screen reader.
export function copyable(text, content, name = text) {
  const said = h("span", { role: "status" });
  const onclick = async () => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = " copied";
    } catch {
      getSelection().selectAllChildren(content);
      said.textContent = " is selected: this browser does not let a page from the disk copy";
    }
  };
  return [content, " ", h("button", { type: "button", onclick, "aria-label": `Copy ${name}` }, "Copy"), said];
}

export function command(text, what) {
  return h("p.command", copyable(text, h("code", text)), h("span.quiet", ` ${what}`));
}

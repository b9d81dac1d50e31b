// Files of the repository: links where the page lies in its build/report, as it does where it was made, else names alone.

import { h } from "wirebed/dom.js";

const THERE = /\/build\/report\/[^/]*$/.test(location.pathname);

export function file(path) {
  const name = h("code", {}, path);
  return THERE ? h("a", { href: `../../${path.split("/").map(encodeURIComponent).join("/")}` }, name) : name;
}

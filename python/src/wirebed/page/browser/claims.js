// Claims on the page: what the articles said, and what holds.

export function show() {
  return null;
}

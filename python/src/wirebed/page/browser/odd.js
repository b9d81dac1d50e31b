// What only one codec does.

export function show() {
  return null;
}

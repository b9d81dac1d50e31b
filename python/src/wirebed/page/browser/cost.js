// Cost on the page: bytes and times of each codec.

export function show() {
  return null;
}

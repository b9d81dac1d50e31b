// What survives the trip, in sentences, for each pair of languages and each format.

export function show() {
  return null;
}

// Evolution on the page: what each schema change did, and what was predicted.

export function show() {
  return null;
}

// Echo on the page: values sent over real connections and back.

export function show() {
  return null;
}

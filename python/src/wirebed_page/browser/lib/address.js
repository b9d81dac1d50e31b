// Addresses within the page: #/interop/json/java:json%2Fgson?language=Java. Each view has one, so it can be linked.

export function current() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return {
    parts: path.split("/").filter(Boolean).map(decodeURIComponent),
    query: Object.fromEntries(new URLSearchParams(query ?? "")),
  };
}

// The address of a view; entries of `query` that are empty are left out.
export function link(parts, query = {}) {
  const path = parts.map(encodeURIComponent).join("/");
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  return `#/${path}${search.size ? `?${search}` : ""}`;
}

// Changes the query of the current view, without a new entry in the history.
export function setQuery(query) {
  history.replaceState(null, "", link(current().parts, query));
}

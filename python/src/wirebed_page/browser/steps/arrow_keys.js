// Arrow keys move between the links of a table, which is then one stop of the tabulator key.

const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

export function moveByArrows(table) {
  table.querySelectorAll("tbody a").forEach((link) => link.tabIndex = -1);
  enterAt(table);
  table.addEventListener("focusin", ({ target }) => {
    if (!target.matches("tbody a")) return;
    const before = table.querySelector("tbody a[tabindex='0']");
    if (before) before.tabIndex = -1;
    target.tabIndex = 0;
  });
  table.addEventListener("keydown", (event) => {
    const [down, right] = STEPS[event.key] ?? [];
    const cell = event.target.closest("th, td");
    if (down === undefined || !cell) return;
    event.preventDefault();
    next(cell, down, right)?.focus();
  });
}

// Sees to it that the tabulator key comes to a row that is not hidden.
export function enterAt(table) {
  const now = table.querySelector("tbody a[tabindex='0']");
  if (now && !now.closest("tr").hidden) return;
  if (now) now.tabIndex = -1;
  const first = table.querySelector("tbody tr:not([hidden]) a");
  if (first) first.tabIndex = 0;
}

// The next link in a direction; rows that are hidden and squares without a link are passed.
function next(cell, down, right) {
  const rows = [...cell.closest("tbody").rows].filter((row) => !row.hidden);
  let row = rows.indexOf(cell.parentElement) + down;
  let column = cell.cellIndex + right;
  for (; rows[row]?.cells[column]; row += down, column += right) {
    const link = rows[row].cells[column].querySelector("a");
    if (link) return link;
  }
}

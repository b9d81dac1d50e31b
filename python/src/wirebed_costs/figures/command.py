"""`make bench-figures` draws a result: SVG and PNG of each figure, in build/report/bench/figures."""

from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.errors import UserError, shown
from wirebed_costs.figures import articles, multiples, size_time, style, target
from wirebed_costs.figures.rows import Rows
from wirebed_costs.load_result import load

FOLDER = REPORTS / "bench" / "figures"


def main(file: str | None, out: str | None) -> int:
    rows = Rows(load(file))
    folder = Path(out) if out else FOLDER
    names = draw(rows, folder)
    if not names:
        raise UserError("the result has no rows that a figure could be drawn of", file)
    print(f"{len(names)} figures, each as SVG and PNG, in {shown(folder)}")
    return 0


def draw(rows: Rows, folder: Path) -> list[str]:
    """Draws every figure for which the result has rows; returns the names of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    with style.drawing():
        for part in (size_time, multiples, target, articles):
            for name, figure, about in part.figures(rows):
                style.save(figure, folder / name, rows.caption(*about))
                names.append(name)
    return names

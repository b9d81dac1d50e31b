"""`make bench-figures` draws a result: SVG and PNG of each chart, in build/report/bench/figures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.errors import UserError, shown
from wirebed_costs.figures import charts, spec
from wirebed_costs.figures.rows import Rows
from wirebed_costs.load_result import load

FOLDER = REPORTS / "bench" / "figures"


def main(file: str | None, out: str | None) -> int:
    rows = Rows(load(file))
    folder = Path(out) if out else FOLDER
    names = draw(rows, charts.of(rows), folder)
    if not names:
        raise UserError("the result has no rows that a figure could be drawn of", file)
    print(f"{len(names)} figures, each as SVG and PNG, in {shown(folder)}")
    return 0


def draw(rows: Rows, drawn: Iterable[charts.Chart], folder: Path, endings: Sequence[str] = ("svg", "png")) -> list[str]:
    """Draws these charts of a result; returns the names of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for chart in drawn:
        spec.save(chart.spec, folder / chart.name, rows.caption(chart.about, chart.codecs, chart.peers), endings)
        names.append(chart.name)
    return names

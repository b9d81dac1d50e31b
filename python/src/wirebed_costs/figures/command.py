"""`make bench-figures` draws a result: SVG and PNG of each chart, in build/report/bench/figures."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from wirebed.bed import REPORTS
from wirebed.errors import UserError, shown
from wirebed_costs import table, wording
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
        spec.save(chart.spec, folder / chart.name, caption(rows, chart), endings)
        names.append(chart.name)
    return names


def caption(rows: Rows, chart: charts.Chart) -> str:
    """The text under a figure: what it shows, what other programs disturbed, the machine, the harnesses, the versions
    of the codecs."""
    note = "Indicative only: a quick run. " if rows.result["quick"] else ""
    of_codecs = [f"{wording.codec(codec)} {rows.versions[codec]}" for codec in chart.codecs if codec in rows.versions]
    where, tools = wording.where(rows.result), wording.tools(rows.result, chart.peers)
    parts = (note + chart.about, table.footnote(rows.result), "; ".join(where), "; ".join(tools), ", ".join(of_codecs))
    return "\n".join(filter(None, parts))

"""The tables of fixtures/results/costs.md and ruler.md, and `make bench-publish`, which checks in their results.

fixtures/bench/result.json.gz is a whole result of `make bench`, fixtures/bench/ruler.json one of `make bench-ruler`.
The figures lie beside them. `make format` renews the tables, and `make check` fails when they differ from the results.
"""

import gzip
import json
import shutil
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import files
from wirebed.errors import UserError, shown
from wirebed_costs import fixture, ruler_pairs, wording
from wirebed_costs.columns import COLUMNS, CostRow
from wirebed_costs.figures import charts
from wirebed_costs.figures import command as figures
from wirebed_costs.figures.rows import LANGUAGES, OPERATIONS, Rows
from wirebed_costs.load_result import load
from wirebed_costs.ruler_pairs import RulerPair
from wirebed_costs.statistics import ENOUGH_PROCESSES, WIDE, Summary, by_time, summarize

RESULT = fixture.FOLDER / "result.json.gz"
RULER = fixture.FOLDER / "ruler.json"
FIGURES = fixture.FOLDER / "figures"
CASE = "Stock/article_hessian"
NOTHING = "No result is checked in: `make bench`, then `make bench-publish`.\n"


def main(file: str | None) -> int:
    """Checks in a result, and the last result of the ruler when there is one."""
    from wirebed_costs.ruler import RESULT as ruler

    result = load(file)
    for word in ("quick", "interrupted"):
        if result[word]:
            raise UserError(f"the result is of a run that was {word}; only whole runs are published", file)
    data = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    files.write(RESULT, gzip.compress(data, 9, mtime=0))
    print(f"{shown(RESULT)}: {len(result['rows'])} rows")
    if ruler.exists():
        shutil.copyfile(ruler, RULER)
        print(f"{shown(RULER)}: the ruler's")
    print(
        f"{len(draw(result, FIGURES))} figures in {shown(FIGURES)}; make format renews the tables in fixtures/results"
    )
    return 0


def draw(result: dict, folder: Path) -> list[str]:
    """The figures of costs.md, as SVG: the size and time of one value in each language."""
    rows = Rows(result)
    return figures.draw(rows, charts.size_time(rows, [CASE]), folder, endings=("svg",))


def costs() -> str:
    """The tables of costs.md: one value, a table for each language."""
    if not RESULT.exists():
        return NOTHING
    rows = Rows(load(RESULT))
    tables = [table for language in LANGUAGES if (table := _table(rows, language))]
    timed = [summarize(row) for language in LANGUAGES for row in _timed(rows, language)]
    origin = "; ".join([*wording.where(rows.result), *wording.tools(rows.result)])
    return "\n".join([*tables, f"{_intervals(timed)}\n{origin}.\n"])


def ruler() -> str:
    """The table of ruler.md, with each limit and whether it was met."""
    if not RULER.exists():
        return NOTHING.replace("make bench`", "make bench-ruler`")
    stored = json.loads(RULER.read_text())
    pairs = [RulerPair(**pair) for pair in stored["pairs"]]
    measures = "".join(f"- {line}\n" for line in ruler_pairs.measures(pairs))
    where = "; ".join(wording.where(stored))
    return _markdown(ruler_pairs.COLUMNS, ruler_pairs.lines(pairs), left=2) + f"\n{measures}\n{where}.\n"


def _timed(rows: Rows, language: str) -> list[dict]:
    of_codecs = (rows.row(CASE, codec, name) for codec in rows.codecs(CASE, language) for name in OPERATIONS)
    return [row for row in of_codecs if row]


def _intervals(timed: list[Summary]) -> str:
    """Sentences about the intervals: they are those of processes, or of iterations for too few processes."""
    few = sum(summary.n_processes < ENOUGH_PROCESSES for summary in timed)
    of_processes = "The interval is that of the means of processes."
    of_iterations = (
        f"{few} of the {len(timed)} times come from fewer than {ENOUGH_PROCESSES} processes. Their interval is that of "
        "the iterations, which does not include how much processes differ, so it is rather too narrow."
    )
    about = f"Each time is a mean with half its 95 % interval (~: more than {100 * WIDE:.0f} %)."
    return f"{about} {of_iterations if few else of_processes} Nanoseconds of two languages do not rank."


def _table(rows: Rows, language: str) -> str:
    code = {row["codec"]: row for row in rows.result["code"]}
    packed = {row["codec"]: row["gzip"] for row in rows.result["sizes"] if row["case"] == CASE}
    measured = _timed(rows, language)
    if not measured:
        return ""
    lines = []
    for codec in by_time(measured):
        sizes = (rows.size(CASE, codec), packed.get(codec))
        times = [cell for operation in OPERATIONS for cell in _times(rows, codec, operation)]
        words = [code[codec][part] for part in ("written", "generated")] if codec in code else [None, None]
        counts = [f"{count:,}" if count is not None else "" for count in (*sizes, *words)]
        lines.append([wording.codec(codec), *counts[:2], *times, *counts[2:]])
    copy = rows.references.copy(measured[0])
    beside = f"; one copy of it: {_nanoseconds(summarize(copy))} ns" if copy else ""
    name, size, time, multiple = (COLUMNS[name].head for name in ("codec", "wire", "ns", "copy"))
    of_operations = (head for operation in OPERATIONS for head in (f"{operation} {time}", multiple))
    heads = (name, size, "gzip", *of_operations, "lines written", "generated")
    return f"**{language}**, `{CASE}`{beside}\n\n" + _markdown(heads, lines)


def _times(rows: Rows, codec: str, operation: str) -> list[str]:
    """The time, and its multiple of the copy constructor's time."""
    row = rows.row(CASE, codec, operation)
    if row is None:
        return ["", ""]
    cost = CostRow(row, rows.references)
    return [_nanoseconds(cost.summary), COLUMNS["copy"].text(cost)]


def _nanoseconds(summary: Summary) -> str:
    mean = wording.number(summary.mean)
    if summary.spread == float("inf"):
        return f"{mean} ?"
    return f"{mean} {'~' if summary.wide else '±'} {100 * summary.spread:.0f} %"


def _markdown(columns: Iterable[str], lines: Iterable[Iterable[str]], left: int = 1) -> str:
    columns = list(columns)
    rule = ["---"] * left + ["--:"] * (len(columns) - left)
    return "".join(f"| {' | '.join(line)} |\n" for line in (columns, rule, *lines))

"""The tables of fixtures/results/costs.md and ruler.md, and `make bench-publish`, which checks in their results.

fixtures/bench/result.json.gz is a whole result of `make bench`, fixtures/bench/ruler.json one of `make bench-ruler`.
The figures lie beside them. `make format` renews the tables, and `make check` fails when they differ from the results.
"""

import gzip
import json
import shutil
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from wirebed.bed import files
from wirebed.errors import UserError, shown
from wirebed_costs import fixture, ruler_pairs, table, wording
from wirebed_costs.columns import percent
from wirebed_costs.figures import charts, round_trips
from wirebed_costs.figures import command as figures
from wirebed_costs.figures.round_trips import DIRECTIONS, RoundTrip
from wirebed_costs.figures.rows import LANGUAGES, Rows
from wirebed_costs.load_result import load
from wirebed_costs.others import is_disturbed
from wirebed_costs.ruler_pairs import RulerPair
from wirebed_costs.statistics import ENOUGH_PROCESSES, WIDE, Summary, summarize

RESULT = fixture.FOLDER / "result.json.gz"
RULER = fixture.FOLDER / "ruler.json"
FIGURES = fixture.FOLDER / "figures"
_HEADS = ("codec", "bytes", "gzip", "write ns", "read ns", "both × copy", "our code", "lines written", "generated")
CASE = "Stock/article_hessian"  # of the figures
NOTHING = "No result is checked in: `make bench`, then `make bench-publish`.\n"


def main(file: str | None) -> int:
    """Checks in a result, and the last result of the ruler when there is one."""
    from wirebed_costs.ruler import RESULT as ruler

    result = load(file)
    for word in ("quick", "interrupted"):
        if result[word]:
            raise UserError(f"the result is of a run that was {word}; only whole runs are published", file)
    if filters := result.get("filters"):
        words = " ".join(f"{name}={globs}" for name, globs in filters.items())
        raise UserError(f"the result is of a run with {words}; only whole runs are published", file)
    if left := result.get("not_reached"):
        raise UserError(
            f"the run had no time for {len(left)} of its rows, such as {left[0]}; give a larger BUDGET=", file
        )
    if left := _not_sampled(result):
        rows = f"{len(left)} of its rows, such as {left[0]}"
        raise UserError(f"the run had no time to sample the stacks of {rows}; give a larger BUDGET=", file)
    data = json.dumps(result, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    files.write(RESULT, gzip.compress(data, 9, mtime=0))
    print(f"{shown(RESULT)}: {len(result['rows'])} rows")
    if ruler.exists():
        if json.loads(ruler.read_text()).get("interrupted"):
            print(f"{shown(RULER)}: stays as it is, since the last run of the ruler was interrupted")
        else:
            shutil.copyfile(ruler, RULER)
            print(f"{shown(RULER)}: the ruler's")
    print(
        f"{len(draw(result, FIGURES))} figures in {shown(FIGURES)}; make format renews the tables in fixtures/results"
    )
    return 0


def _not_sampled(result: dict) -> list[str]:
    """The rows of codecs of which the result does not say how much is our code, nor why not."""
    failed = {one["id"] for one in result.get("unsampled", ())}
    rows = (row for row in result["rows"] if row["codec"] and not row["cold"] and not row.get("stacks"))
    return [row["id"] for row in rows if row["id"] not in failed]


def changed_programs(result: dict) -> str:
    """Whose benchmark programs are others than those of the result that is checked in; empty where it has the same, or
    is of another bed."""
    published = load(RESULT) if RESULT.exists() else {"bed": None, "peers": []}
    measured_by = {peer["peer"]: peer.get("program") for peer in published["peers"]}
    changed = [peer["peer"] for peer in result["peers"] if measured_by.get(peer["peer"]) != peer["program"]]
    if published["bed"] != result["bed"] or not changed:
        return ""
    return f"{shown(RESULT)} was measured by other programs of {', '.join(changed)}"


def draw(result: dict, folder: Path) -> list[str]:
    """The figures of costs.md, as SVG: the size and time of one value in each language."""
    rows = Rows(result)
    return figures.draw(rows, charts.size_time(rows, [CASE]), folder, endings=("svg",))


def costs() -> str:
    """The tables of costs.md: for each value one for each language."""
    if not RESULT.exists():
        return NOTHING
    rows = Rows(load(RESULT))
    timed = [summary for case in rows.cases() for language in LANGUAGES for summary in _timed(rows, case, language)]
    origin = "; ".join([*wording.where(rows.result), *wording.tools(rows.result)])
    about = "\n".join(filter(None, (_intervals(timed), table.footnote(rows.result), f"{origin}.\n")))
    return "\n".join([about, *(table for case in rows.cases() for table in _tables(rows, case))])


def _tables(rows: Rows, case: str) -> list[str]:
    """The heading of a value, and its tables."""
    tables = list(filter(None, (_table(rows, case, language) for language in LANGUAGES)))
    return [f"## {case}\n", *tables] if tables else []


def ruler() -> str:
    """The table of ruler.md, with each limit and whether it was met."""
    if not RULER.exists():
        return NOTHING.replace("make bench`", "make bench-ruler`")
    stored = json.loads(RULER.read_text())
    pairs = [RulerPair(**pair) for pair in stored["pairs"]]
    measures = "".join(f"- {line}\n" for line in ruler_pairs.measures(pairs))
    where = "; ".join(wording.where(stored))
    return _markdown(ruler_pairs.COLUMNS, ruler_pairs.lines(pairs), left=2) + f"\n{measures}\n{where}.\n"


def _timed(rows: Rows, case: str, language: str) -> list[Summary]:
    trips = round_trips.of(rows, case, language)
    return [summary for trip in trips for direction in DIRECTIONS if (summary := trip.summary(direction))]


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


def _table(rows: Rows, case: str, language: str) -> str:
    """The round trips by kind, the fastest first; the name of a kind stands in a line of its own."""
    trips = round_trips.of(rows, case, language)
    if not trips:
        return ""
    copy = rows.references.copy(next(iter(trips[0].rows.values())))
    lines = []
    for kind, of_kind in groupby(trips, lambda trip: trip.kind):
        lines.append([f"**{round_trips.HEADS[kind]}**", *[""] * (len(_HEADS) - 1)])
        lines += (_line(rows, case, trip, copy) for trip in of_kind)
    beside = f"; one copy of it: {_nanoseconds(copy)} ns" if copy else ""
    return f"**{language}**, `{case}`{beside}\n\n" + _markdown(_HEADS, lines)


def _line(rows: Rows, case: str, trip: RoundTrip, copy: dict | None) -> list[str]:
    packed = next((one["gzip"] for one in rows.sizes(case) if one["codec"] == trip.codec), None)
    code: dict = next((row for row in rows.result["code"] if row["codec"] == trip.codec), {})
    times = [_nanoseconds(trip.rows[direction]) if direction in trip.rows else "" for direction in DIRECTIONS]
    whole = len(trip.rows) == len(DIRECTIONS)
    multiple = wording.number(trip.time / summarize(copy).mean) if copy and whole else ""
    sizes, words = (rows.size(case, trip.codec), packed), (code.get("written"), code.get("generated"))
    own = "" if trip.own is None else percent(trip.own)
    return [trip.name, *map(_count, sizes), *times, multiple, own, *map(_count, words)]


def _count(number: int | None) -> str:
    return "" if number is None else f"{number:,}"


def _nanoseconds(row: dict) -> str:
    """The mean of a row with half its interval, and with a mark where other programs disturbed it."""
    summary = summarize(row)
    mean, mark = wording.number(summary.mean), f" {wording.DISTURBED}" if is_disturbed(row) else ""
    if summary.spread == float("inf"):
        return f"{mean} ?{mark}"
    return f"{mean} {'~' if summary.wide else '±'} {100 * summary.spread:.0f} %{mark}"


def _markdown(columns: Iterable[str], lines: Iterable[Iterable[str]], left: int = 1) -> str:
    columns = list(columns)
    rule = ["---"] * left + ["--:"] * (len(columns) - left)
    return "".join(f"| {' | '.join(line)} |\n" for line in (columns, rule, *lines))

"""Shows a result on the terminal: a table of codecs for each value, language and kind of round trip.

Nanoseconds of two languages do not rank, and neither do those of a library and of a layout (figures.round_trips).
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from wirebed.errors import shown
from wirebed.report import blocks
from wirebed_costs import others, statistics, wording
from wirebed_costs.columns import TABLE, CostRow
from wirebed_costs.figures.round_trips import HEADS, Kind, kind_of
from wirebed_costs.figures.rows import Rows

# The 1-minute load per core from which other programs were at work before a run.
LOADED = 0.3
_REASONS = 12


def show(result: dict, path: Path, console: Console | None = None):
    console = console or blocks.console(120)
    rows = Rows(result)
    by_table: dict[tuple[str, str], dict[Kind, list[dict]]] = defaultdict(lambda: defaultdict(list))
    for row in result["rows"]:
        if row["codec"] is not None:
            kind = kind_of(row["codec"], row["operation"], rows.messages)
            by_table[row["case"], rows.language[row["peer"]]][kind].append(row)
    for (case, language), by_kind in by_table.items():
        for kind in sorted(by_kind):
            console.print(_table(f"{case}, {language}", kind, by_kind[kind], rows.references, result))
    for line in _notes(result, path):
        console.print(line, soft_wrap=True, markup=False)


def _table(title: str, kind: Kind, rows: list[dict], references: statistics.References, result: dict) -> Table:
    copy = references.copy(rows[0])
    beside = f", one copy {_nanoseconds(copy)}" if copy else ""
    indicative = " (indicative)" if result["quick"] else ""
    shown_ = blocks.table(title=f"{title}{beside}{indicative}\n{HEADS[kind]}")
    every = [CostRow(row, references) for row in _ordered(rows)]
    # A column of which no row has anything says nothing.
    columns = [column for column in TABLE if any(map(column.text, every))]
    for column in columns:
        left = column.head in ("codec", "operation")
        shown_.add_column(column.head, justify="left" if left else "right", no_wrap=column.head != "operation",
                          overflow="fold")  # fmt: skip
    last = ""
    for row in every:
        codec, *figures = (column.text(row) for column in columns)
        shown_.add_row("" if codec == last else codec, *figures)
        last = codec
    return shown_


def _nanoseconds(row: dict) -> str:
    return f"{wording.number(statistics.summarize(row).mean)} ns{f' {wording.DISTURBED}' * others.is_disturbed(row)}"


def _ordered(rows: Sequence[dict]) -> list[dict]:
    """The rows by codec in the order of by_time, and in the order of choice for each."""
    codecs = by_time(rows)
    return sorted(rows, key=lambda row: codecs.index(row["codec"]))


def by_time(rows: Iterable[dict]) -> list[str]:
    """The codecs of these rows of one kind, the fastest first, by the sum of the first row of each operation. Sums of
    fewer operations come last, since they are not like those of more."""
    taken: dict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        taken[row["codec"]].setdefault(row["operation"], statistics.summarize(row).mean)
    total = {codec: (-len(times), sum(times.values())) for codec, times in taken.items()}
    return sorted(total, key=lambda codec: (*total[codec], codec))


def _notes(result: dict, path: Path) -> Iterator[str]:
    yield "n: processes × values in each; ±: 95 % interval, for fewer than three processes that of their values"
    if any(row["loses"] for row in result["rows"]):
        yield "≠: the value read differs from the value written, as a deviation states"
    yield from wording.own_libraries(codec["codec"] for codec in result["codecs"])
    yield from not_measured(result)
    yield "; ".join([*wording.where(result), f"{result['seconds']:.0f} s"])
    yield "; ".join(wording.tools(result))
    yield from doubts(result)
    yield f"{shown(path)} has every sample, {shown(path.with_suffix('.csv'))} a line for each row"


def not_measured(result: dict) -> Iterator[str]:
    """Which rows have no times, and why."""
    yield from _refused(result["refused"])
    if unsampled := result.get("unsampled"):
        yield f"{len(unsampled)} rows have no stacks, such as {unsampled[0]['id']}: {unsampled[0]['why']}"
    if result.get("not_reached"):
        when = "before it was interrupted" if result["interrupted"] else "within the budget"
        yield f"{len(result['not_reached'])} rows were not reached {when}"


def doubts(result: dict) -> Iterator[str]:
    """Why the times of a run say less than those of another one would."""
    if beside := _marked(result):
        yield beside
    if result["quick"]:
        yield "QUICK=1: these times are indicative only; make bench measures with care"
    if result["interrupted"]:
        yield "the run was interrupted: these rows had been measured by then"


def disturbed(result: dict, run: str = "this run") -> str:
    """What other programs did to the times. An older result does not say which of its processes they disturbed.
    `run`: the name of the run for the sentence."""
    if rows := [row["disturbed"] for row in result["rows"] if "disturbed" in row]:
        return others.beside(rows, run)
    if "others" in result:
        return others.doubt(result["others"], run)
    before = result["load"][0]
    if before > LOADED * (result["machine"]["cores"] or 1):
        return f"other programs were at work (load {before}) before {run} began: its times are unreliable"
    return ""


def _marked(result: dict) -> str:
    """The same, with the mark that these rows have in tables and figures."""
    return disturbed(result) + f" ({wording.DISTURBED})" * any(map(others.is_disturbed, result["rows"]))


def footnote(result: dict) -> str:
    """The same as a sentence; empty where others did nothing."""
    return wording.sentence(_marked(result))


def _refused(refused: list[dict]) -> Iterator[str]:
    """A line for each reason, the most frequent first, with the first row that it is about."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for row in refused:
        reasons[row["why"]].append(row["id"])
    counted = Counter({why: len(ids) for why, ids in reasons.items()})
    if refused:
        yield f"{len(refused)} refused:"
    for why, count in counted.most_common(_REASONS):
        more = f" and {count - 1} more" if count > 1 else ""
        yield f"  {reasons[why][0]}{more}: {' '.join(why.split())[:300]}"
    if len(counted) > _REASONS:
        yield f"  … {len(counted) - _REASONS} more reasons in the result file"

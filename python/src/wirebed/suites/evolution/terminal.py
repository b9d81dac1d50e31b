"""An evolution report on the terminal: a line for each step, unexpected cells, counts and timing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.bed.codec_id import short
from wirebed.report import blocks, terminal
from wirebed.report.cell import Cell
from wirebed.report.footer import Timed
from wirebed.report.load import Report
from wirebed.report.of_suites import Step
from wirebed.report.phrases import where
from wirebed.report.steps.predict import Prediction
from wirebed.report.steps.step_verdict import StepVerdict, severity, together
from wirebed.report.steps.table_letters import COLUMNS, LEGEND, code
from wirebed.report.steps.verdicts import SEEN, Verdict
from wirebed.report.timing import left_out
from wirebed.suites.evolution.legs import LEGS

# Of a step, a format and a column of its square.
Squares = Mapping[tuple[str, str, str], StepVerdict | None]
# The fewest characters of a change that are shown; with less room, the column is left out.
_LEAST = 12
# The most samples or codecs of a surprise that are named.
_NAMED = 6
_COLUMNS = (
    *("checker", "format", "pass", "missed", "of it corrupting", "flag", "false alarm", "of it all equal"),
    *("conditional", "harm"),
)
STYLES = dict(zip(SEEN, ("green", "yellow", "magenta", "bold red"), strict=True))


def show(
    report: Report, worst: Mapping[tuple[str, str, str], StepVerdict], prediction: Prediction, console: Console
) -> None:
    """`worst`: of the report, by step, format and leg."""
    terminal.absences(report, console)
    for table in _steps(report, worst, console.width):
        console.print(table)
    for line in LEGEND:
        console.print(f"[dim]{escape(line)}[/]", soft_wrap=True, highlight=False)
    console.print()
    _surprises(report, console)
    terminal.problems(report, console)
    console.print(f"[bold]Steps[/]: {' / '.join(map(str, SEEN))}")
    for table in _legs(report, worst, console.width):
        console.print(table)
    _prediction(report, prediction, console)
    terminal.speed(report, console)
    _timing(report, console)
    terminal.kept_lines(report, console)
    console.print(terminal.verdict(report))
    if (seconds := report.footer.times.whole) is not None:
        console.print(f"The run took {seconds:.1f} s.")
    if hint := report.footer.hint:
        console.print(f"[dim]{escape(hint)}[/]", soft_wrap=True)


def _surprises(report: Report, console: Console) -> None:
    """Unexpected cells, the worst first: one cell for all that show the same in a step, leg and format."""
    groups: dict[tuple[object, ...], list[Cell]] = {}
    for cell in report.unexpected:
        groups.setdefault(_like(cell), []).append(cell)
    if not groups:
        return
    console.print(f"[bold red]{len(groups)} surprises[/], {len(report.unexpected)} cells\n")
    # sorted() keeps the order of steps among those that are equally bad.
    ordered = sorted(groups.values(), key=lambda cells: -severity(cells[0]))
    everybody: dict[tuple[str, str], set[str]] = {}
    for line in report.lines:
        everybody.setdefault((line.format, "writer"), set()).add(line.writer)
        everybody.setdefault((line.format, "relay"), set()).add(line.relay)
        everybody.setdefault((line.format, "reader"), set()).update(line.readers)
    for cells in ordered[: terminal.MOST_SHOWN]:
        terminal.show_cell(report, cells[0], console, _alike(cells, everybody))
    if len(ordered) > terminal.MOST_SHOWN:
        console.print(f"… and {len(ordered) - terminal.MOST_SHOWN} more: {where(report, '.md')}\n")


def _like(cell: Cell) -> tuple[object, ...]:
    seen = frozenset((difference.kind, difference.path) for difference in cell.differences)
    how = (cell.outcome, cell.side, cell.stage, cell.manner, cell.by)
    return cell.case.partition("/")[0], cell.leg, cell.format, *how, seen


def _alike(cells: list[Cell], everybody: dict[tuple[str, str], set[str]]) -> str:
    """`27 cells alike: samples v2.big, v2.max; relays cpp/libprotobuf`. Without names, it is all of them."""
    if len(cells) == 1:
        return ""
    samples = dict.fromkeys(cell.case.partition("/")[2] for cell in cells)
    parts = [f"samples {_few(samples)}"]
    places = {
        "writer": [cell.writer for cell in cells],
        "relay": [cell.relay for cell in cells],
        "reader": [cell.reader for cell in cells],
    }
    for key, codecs in places.items():
        names = dict.fromkeys(filter(None, codecs))
        if names and names.keys() != everybody[cells[0].format, key] - {""}:
            parts.append(f"{key}s {_few(map(short, names))}")
    return f"{len(cells)} cells alike: {'; '.join(parts)}"


def _few(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def _steps(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict], width: int) -> Iterator[Table]:
    """One table, or several if the formats do not fit beside each other."""
    formats = _formats(report, worst)
    cells = {
        (line.step, format_, name): together(worst.get((line.step, format_, leg)) for leg in legs)
        for line in report.steps
        for format_ in formats
        for name, legs in COLUMNS.items()
    }
    # The legs are aligned, so each is as wide as the widest of its column.
    widths: Counter[tuple[str, str]] = Counter()
    for (_, format_, name), square in cells.items():
        widths[format_, name] = max(widths[format_, name], len(code(square)))
    needs = {f: max(sum(widths[f, n] + 1 for n in COLUMNS), *map(len, _heading(f).split())) + 3 for f in formats}
    left = width - max((len(line.step) for line in report.steps), default=0) - 6
    while formats:
        fit = next((n for n in range(len(formats), 1, -1) if sum(needs[f] for f in formats[:n]) <= left), 1)
        beside, formats = formats[:fit], formats[fit:]
        yield _table(report.steps, beside, cells, widths, left - sum(needs[f] for f in beside))


def _table(
    steps: Sequence[Step], formats: list[str], cells: Squares, widths: Mapping[tuple[str, str], int], room: int
) -> Table:
    shown = blocks.table()
    shown.add_column("step", style="bold", no_wrap=True)
    if room >= _LEAST:
        shown.add_column("change", no_wrap=True, overflow="ellipsis", max_width=room)
    for format_ in formats:
        shown.add_column(_heading(format_), no_wrap=True)
    for line in steps:
        squares = []
        for format_ in formats:
            parts = [(cells[line.step, format_, name], widths[format_, name]) for name in COLUMNS]
            squares.append(" ".join(_styled(square, width) for square, width in parts))
        shown.add_row(escape(line.step), *([escape(line.change)] if room >= _LEAST else ()), *squares)
    return shown


def _heading(format_: str) -> str:
    return format_.replace("-", "-\n")


def _formats(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict]) -> list[str]:
    ran = {key[1] for key in worst}
    return [format_ for format_ in report.formats if format_ in ran]


def _styled(square: StepVerdict | None, width: int) -> str:
    text = escape(code(square).ljust(width))
    return f"[{STYLES[square.verdict]}]{text}[/]" if square is not None and square.cells else f"[dim]{text}[/]"


def _legs(report: Report, worst: Mapping[tuple[str, str, str], StepVerdict], width: int) -> Iterator[Table]:
    """Counts of steps by verdict, format and leg."""
    counts: dict[tuple[str, str], Counter[Verdict]] = {}
    for (_, format_, leg), square in worst.items():
        if square.cells:
            counts.setdefault((format_, leg), Counter())[square.verdict] += 1
    legs = [leg for leg in LEGS if any(leg == ran for _, ran in counts)]
    rows = [
        [format_, *(" / ".join(str(c[v]) for v in SEEN) if (c := counts.get((format_, leg))) else "" for leg in legs)]
        for format_ in _formats(report, worst)
    ]
    return blocks.grid(["format", *legs], rows, width)


def _prediction(report: Report, prediction: Prediction, console: Console) -> None:
    if not prediction.scores:
        return
    version = f", buf {prediction.verdicts.version}" if prediction.verdicts.version else ""
    console.print(f"[bold]Prediction against observation[/] (steps{version})")
    shown = blocks.table()
    for name in _COLUMNS:
        shown.add_column(name, justify="left" if name in ("checker", "format") else "right")
    lenient = {(s.checker, s.format): s for s in prediction.scores if s.level == "lenient"}
    for strict in prediction.scores:
        if strict.level != "strict":
            continue
        wrong = lenient[strict.checker, strict.format]
        columns = (strict.passes, strict.missed, wrong.missed, strict.flags, strict.false_alarms, strict.equal)
        more = (strict.conditional, strict.violated) if strict.conditional else ()
        shown.add_row(strict.checker, strict.format, *(str(len(names)) for names in (*columns, *more)))
    console.print(shown)
    console.print(
        "[dim]missed: passes, and data is lost, wrong or rejected; of it corrupting: wrong or rejected; "
        "false alarm: flagged, and nothing\nwas lost; of it all equal: every reader saw every value.\n"
        f"Step by step: {where(report, '.md')}[/]\n",
        soft_wrap=True,
    )


def _timing(report: Report, console: Console) -> None:
    """Rows of codec, reader and bytes (v1 or v2): the fastest batch and the median."""
    rows = report.footer.times.timing
    if not rows:
        return
    pairs = {
        "v2 reads v1 µs (median)": ("v2", "v1"),
        "v2 reads v2 µs (median)": ("v2", "v2"),
        "v1 reads v2 µs (median)": ("v1", "v2"),
    }
    shown = blocks.table("codec", *pairs)
    taken = {(row.codec, row.reader, row.bytes): row for row in rows if row.left_out is None}
    for codec in dict.fromkeys(row.codec for row in rows):
        shown.add_row(codec, *(_fastest_and_median(taken.get((codec, *pair))) for pair in pairs.values()))
    blocks.timing(console, "reading", shown, left_out(rows))


def _fastest_and_median(row: Timed | None) -> str:
    return "" if row is None else f"{row.decode_ns / 1000:.2f} ({row.decode_median_ns / 1000:.2f})"

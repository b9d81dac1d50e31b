"""A report on the terminal: a table for each format, the unexpected cells, what survives, the speed."""

from collections import Counter
from collections.abc import Iterator

from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from wirebed.bed.codec_id import NONE, short
from wirebed.bed.exit_codes import AS_EXPECTED, MEANINGS, NOT_WHOLE
from wirebed.report import blocks, machines
from wirebed.report.cell import Cell
from wirebed.report.load import Report, Table, around, repeat
from wirebed.report.phrases import (
    LEGEND,
    absent,
    again,
    failures,
    happened,
    kept,
    left,
    outcomes,
    predicted,
    said,
    square,
    title,
    unreviewed,
    unstated,
    unstated_title,
    where,
)
from wirebed.report.timing import left_out
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import EXACT, IN_PART

# The most unexpected cells, and differences of one, that are shown; all are in the report.
MOST_SHOWN = 12
_MOST_DIFFERENCES = 3


def absences(report: Report, console: Console) -> None:
    for line in absent(report):
        console.print(escape(line) + "\n", soft_wrap=True, highlight=False)


def show(report: Report, console: Console) -> None:
    absences(report, console)
    for format in report.formats:
        for written_now in (True, False):
            table = report.table(format, written_now)
            if table.counts and format != TREE:
                console.print(f"[bold]{_title(format, written_now)}[/]")
                for part in [_none_table(table)] if format == NONE else _matrix(table, console.width):
                    console.print(part)
    for line in (*LEGEND[:-1], f"{LEGEND[-1]}   ? not as pinned"):
        console.print(f"[dim]{line}[/]", soft_wrap=True)
    console.print()
    _survival(report, console)
    unexpected(report, console)
    problems(report, console)
    speed(report, console)
    _timing(report, console)
    kept_lines(report, console)
    console.print(verdict(report))
    if hint := report.footer.hint:
        console.print(f"[dim]{escape(hint)}[/]", soft_wrap=True)


def _title(format: str, written_now: bool) -> str:
    if format == NONE:
        return "none: what the objects of a language hold at all, without any bytes"
    return format if written_now else f"{format}: goldens, vectors and given bytes"


def _style(count: Counter[str]) -> str:
    text = square(count)
    if count["unexpected"]:
        return f"[bold red]{text} ?{count['unexpected']}[/]"
    if count[EXACT] == count["cells"]:
        return f"[green]{text}[/]"
    return f"[yellow]{text}[/]" if count[EXACT] + count[IN_PART] == count["cells"] else text


def _matrix(table: Table, width: int) -> Iterator[RichTable]:
    rows = []
    for writer in table.writers:
        counts = [table.at(writer, reader) for reader in table.readers]
        rows.append([short(writer), *(_style(count) if count["cells"] else "" for count in counts)])
    return blocks.grid(["writer \\ reader", *map(short, table.readers)], rows, width)


def _none_table(table: Table) -> RichTable:
    """`none` has no other readers than the writer itself."""
    shown = blocks.table("codec", "cases")
    for writer in table.writers:
        count = table.at(writer, writer)
        shown.add_row(short(writer), _style(count))
    return shown


def _survival(report: Report, console: Console) -> None:
    """The share of the cells whose reader has exactly the value of the case, by format."""
    shares = []
    for format in report.formats:
        table = report.table(format)
        cells = sum(count["cells"] for count in table.counts.values()) if format != TREE else 0
        survived = sum(count[EXACT] for count in table.counts.values())
        if cells:
            shares.append(f"{format} {100 * survived / cells:.1f} %")
    if shares:
        console.print(
            f"[bold]What survives the trip[/] (exactly the value of the case): {', '.join(shares)}\n", soft_wrap=True
        )


def unexpected(report: Report, console: Console) -> None:
    cells = report.unexpected
    if not cells:
        return
    console.print(f"[bold red]{len(cells)} unexpected[/]\n")
    for cell in cells[:MOST_SHOWN]:
        show_cell(report, cell, console)
    if len(cells) > MOST_SHOWN:
        console.print(f"… and {len(cells) - MOST_SHOWN} more: {where(report, '.md')}\n")
    for line in machines.lines(report):
        console.print(f"[red]✗[/] {escape(line)}", soft_wrap=True, highlight=False)


def show_cell(report: Report, cell: Cell, console: Console, note: str = "") -> None:
    """Prints an unexpected cell, with `note` above the command that repeats it."""
    console.print(f"[red]✗[/] [bold]{escape(title(cell))}[/]: {happened(cell)}", soft_wrap=True)
    if cell.reason:
        console.print(f"    {escape(said(cell))}", soft_wrap=True, highlight=False)
    for difference in cell.differences[:_MOST_DIFFERENCES]:
        console.print(
            f"    {escape(difference.path or 'the value')} ({escape(difference.type)}) {difference.kind}: "
            f"expected {escape(difference.expected)}, read {escape(difference.actual)}",
            soft_wrap=True,
            highlight=False,
        )
    hidden = len(cell.differences) - _MOST_DIFFERENCES + cell.more_differences
    if hidden > 0:
        console.print(f"    … {hidden} more differences")
    for name, text in around(report, cell):
        console.print(f"    [dim]{name}:[/] {escape(text)}", soft_wrap=True, highlight=False)
    for problem in cell.problems:
        console.print(f"    {escape(problem)}", soft_wrap=True, highlight=False)
    if note:
        console.print(f"    [dim]{escape(note)}[/]", soft_wrap=True, highlight=False)
    console.print(f"    [cyan]{escape(repeat(report, cell))}[/]\n", soft_wrap=True, highlight=False)


def problems(report: Report, console: Console) -> None:
    footer = report.footer
    for name, lines in (
        ("Deviations that nothing shows any more", footer.stale),
        ("Parts of entries that nothing needs", footer.needless),
        ("Entries of the baseline with another number of cells", footer.baseline),
        ("Uncovered: expectations that no sample shows", footer.uncovered),
        ("Goldens", footer.goldens),
        ("Left otherwise than the codecs state", footer.left_otherwise),
        ("Under load", footer.loads),
        (MEANINGS[NOT_WHOLE].capitalize(), footer.missing),
    ):
        if lines:
            console.print(f"[bold red]{name}[/]")
            for line in lines:
                console.print(f"  {escape(line)}", soft_wrap=True, highlight=False)
            console.print()
    if footer.unstated:
        console.print(f"[bold]{unstated_title(report)}[/]:", soft_wrap=True)
        console.print(escape(unstated(report)) + "\n", soft_wrap=True, highlight=False)


def speed(report: Report, console: Console) -> None:
    times = report.footer.times
    if times.formats:
        rates = ", ".join(f"{name} {rate:,} cells/s" for name, rate in times.formats.items())
        cells, seconds = report.footer.cells, times.seconds
        console.print(f"[bold]Speed[/]: {cells:,} cells in {seconds:.1f} s; {rates}", soft_wrap=True)
    for name, seconds in times.slow.items():
        console.print(f"  without {name}, which took {seconds:.1f} s of its peer")


def _timing(report: Report, console: Console) -> None:
    rows = report.footer.times.timing
    if not rows:
        return
    for case in dict.fromkeys(row.case for row in rows):
        shown = blocks.table("codec", "encode µs", "median", "decode µs", "median", "bytes")
        of_case = [row for row in rows if row.case == case]
        for row in of_case:
            if row.left_out is None:
                times = (row.encode_ns, row.encode_median_ns, row.decode_ns, row.decode_median_ns)
                shown.add_row(row.codec, *(f"{nanos / 1000:.2f}" for nanos in times), str(row.size))
        blocks.timing(console, case, shown, left_out(of_case))


def verdict(report: Report) -> str:
    footer = report.footer
    code = footer.exit
    head = f"[bold {'green' if code == AS_EXPECTED else 'red'}]{MEANINGS[code]}[/]"
    pinned = f"{footer.cells:,} cells: {outcomes(report)}"
    unexpected = f"{footer.unexpected} not as pinned" if footer.unexpected else ""
    failed = f"failures: {'; '.join(failures(report))}\n" if failures(report) else ""
    failed += f"left: {'; '.join(left(report))}\n" if left(report) else ""
    if "values" in report.header.filters:
        failed += f"predicted: {predicted(report)}\n"
    of_kept = "; ".join(filter(None, (kept(report), again(report))))
    return f"\n{failed}{head}: {'; '.join(filter(None, (pinned, unexpected, unreviewed(report), of_kept)))}"


def kept_lines(report: Report, console: Console) -> None:
    """The words about kept answers that stand beside their number."""
    for line in report.footer.kept.unstable:
        console.print(escape(line), soft_wrap=True, highlight=False)
    if report.footer.times.untimed:
        console.print("[dim]No timing is taken of codecs whose answers were kept; TIMING=1 takes it[/]", soft_wrap=True)

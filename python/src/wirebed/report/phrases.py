"""The phrases and signs of a report that the terminal and markdown share.

Each cell counts under one sign in its square of a table. A cell is judged against what the objects of the two languages
hold, so `equal` does not say that the value arrived: other signs show what these objects had lost before.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from wirebed.bed import PROGRAM
from wirebed.bed.codec_id import NONE, is_generation, peer_of, short
from wirebed.bed.folders import reports_of
from wirebed.errors import shown
from wirebed.report.cell import Cell, Line
from wirebed.report.footer import Footer
from wirebed.report.header import Header
from wirebed.report.of_suites import Step
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import (
    BROKEN,
    DIFFERS,
    ENDED,
    EXACT,
    FAILS,
    FAILURES,
    IN_PART,
    NOT_AT_ALL,
    OURS,
    OUTCOMES,
    UNSUPPORTED,
    Outcome,
)
from wirebed.view.outcome import SIGNS as ORDER
from wirebed_build.trees.process import telling

SIGNS = {outcome: words.sign for outcome, words in OUTCOMES.items()}
LIBRARY = "library"
# The endings of the file for cells that no entry states: a draft of entries, or the facts of a step.
DRAFT, UNSTATED = ".draft.yaml", ".unstated.txt"
LEGEND = (
    f"{EXACT} exact: the reader has what the case says (a number alone: all of them)",
    f"lost by the objects of the two languages, as the table `none` shows: "
    f"{IN_PART} equal as far as they hold the value   {NOT_AT_ALL} they do not hold it",
    f"lost by the bytes: {DIFFERS} differs   {FAILS} {' or '.join(FAILURES)} by the library   "
    f"{OURS} by code of this bed, or by the cast that a user makes",
    f"{UNSUPPORTED} unsupported   {ENDED} {', '.join(BROKEN)}",
)


class ReportParts(Protocol):
    """The parts of a report that phrases use: wirebed.report.load.Report."""

    @property
    def header(self) -> Header: ...

    @property
    def lines(self) -> list[Line]: ...

    @property
    def footer(self) -> Footer: ...

    @property
    def steps(self) -> list[Step]: ...

    @property
    def exact(self) -> int: ...


def number(count: int, noun: str) -> str:
    """`1 cell`, `1,200 cells`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def where(report: ReportParts, ending: str) -> str:
    """The file of a report with this ending, as a message names it."""
    return shown(reports_of(report.header.bed) / f"{report.header.suite}{ending}")


def sign(cell: Line) -> str:
    """The sign under which a cell of a report counts."""
    by_outcome = SIGNS[cell.outcome]
    if cell.format == NONE:
        # There are no bytes, so the language's own object has lost it.
        return {DIFFERS: IN_PART, FAILS: NOT_AT_ALL}.get(by_outcome, by_outcome)
    if by_outcome == EXACT and cell.lost:
        return IN_PART
    if by_outcome == FAILS and cell.derived:
        # Expected without an entry: the bytes are to be rejected, or the language's own object fails in the same way.
        return EXACT if cell.reject else NOT_AT_ALL
    if by_outcome == FAILS and cell.by != LIBRARY:
        return OURS
    return by_outcome


def square(count: Counter[str]) -> str:
    """`190= 21≈ 6≠ 2✗`; only a number when all cells are exact."""
    if not count["cells"]:
        return ""
    if count[EXACT] == count["cells"]:
        return str(count["cells"])
    return " ".join(f"{count[sign]}{sign}" for sign in ORDER if count[sign])


def outcomes(report: ReportParts) -> str:
    """`2 differs, 85 equal (61 exact)`. Only interop also judges against the case itself."""
    exact = "" if report.steps else f" ({report.exact:,} exact)"
    counts = report.footer.outcomes.items()
    return ", ".join(f"{number:,} {outcome}{exact if outcome == 'equal' else ''}" for outcome, number in counts)


def predicted(report: ReportParts) -> str:
    """`99.83 % of 100,000 cells, 97.10 % of the 8,912 unequal ones`: the shares that the entries state."""
    cells, surprises = report.footer.cells, [line for line in report.lines if line.problems]
    unequal = cells - report.footer.outcomes.get(Outcome.EQUAL, 0)
    all_share = _share_without(surprises, cells)
    unequal_share = _share_without([line for line in surprises if line.outcome is not Outcome.EQUAL], unequal)
    return f"{all_share} of {cells:,} cells, {unequal_share} of the {unequal:,} unequal ones"


def _share_without(lines: Iterable[Line], cells: int) -> str:
    return f"{100 * (1 - sum(len(line.readers) for line in lines) / (cells or 1)):.2f} %"


def kept(report: ReportParts) -> str:
    """`61,204 of 65,928 kept`: whose readers' answers are those of an earlier run; empty where none are."""
    cells = report.footer.kept.cells
    return f"{cells:,} of {report.footer.cells:,} kept" if cells else ""


def again(report: ReportParts) -> str:
    """`java answered 1,204 questions again`: to see whether kept answers are still true; empty where none did."""
    kept = report.footer.kept
    who = f"{kept.turn} answered" if kept.turn else "the peers answered"
    return f"{who} {kept.again:,} {'question' if kept.again == 1 else 'questions'} again" if kept.again else ""


def unreviewed(report: ReportParts) -> str:
    """`12 cells stand unreviewed`: what the baseline of the bed states without a reason; empty where nothing does."""
    cells = report.footer.unreviewed
    return f"{cells:,} {'cell stands' if cells == 1 else 'cells stand'} unreviewed" if cells else ""


# The most lines of such a file that are shown.
_SHOWN = 60


def unstated_file(report: ReportParts) -> str:
    """The ending of the file that `unstated` shows. The expectations of a step are not drafted from a run."""
    return UNSTATED if report.steps else DRAFT


def unstated_title(report: ReportParts) -> str:
    if report.steps:
        title = "Unstated: no entry has this yet, and an expectation is written from what the documents say"
    else:
        title = "To pin what was not expected (only once the reason is known), in a file of fixtures/deviations/"
    if report.footer.standing is None:
        return title
    return f"{title}; or its number, unreviewed: {' '.join([PROGRAM, 'baseline', *report.header.variables])}"


def unstated(report: ReportParts) -> str:
    """The drafts or facts for cells that no entry states, cut after a whole part, with the file that has the rest."""
    lines = report.footer.unstated.splitlines()
    if len(lines) <= _SHOWN:
        return "\n".join(lines)
    starts = [i for i, line in enumerate(lines[: _SHOWN + 1]) if not line.startswith("   ")]
    first = lines[: starts[-1]] if starts else []
    return "\n".join([*first, f"# {len(lines) - len(first)} more lines: {where(report, unstated_file(report))}"])


def absent(report: ReportParts) -> list[str]:
    """`cpp takes no part: m.proto:1:1: Expected …`, for each language that cannot compile the tree or this file."""
    lines = (line for line in report.lines if line.outcome is Outcome.UNSUPPORTED)
    absent = (f"{peer} takes no part: {said(line)}" for line in lines for peer in _lacking(line))
    return [*dict.fromkeys(absent), *_lacking_of_generations(report)]


def _lacking_of_generations(report: ReportParts) -> list[str]:
    """`java~gson-2.0/gson (json), 12 cells unsupported: NoClassDefFoundError: …`, which no entry states."""
    cells: Counter[tuple[str, str, str]] = Counter()
    for line in report.lines:
        if line.outcome is Outcome.UNSUPPORTED and not (line.entries or line.derived or line.format in (NONE, TREE)):
            for codec in line.readers if line.bytes else [line.writer]:
                cells[codec, line.format, said(line)] += 1 if line.bytes else len(line.readers)
    of = ((*key, count) for key, count in cells.items() if is_generation(key[0]))
    return [f"{short(codec)} ({format}), {count:,} cells unsupported: {why}" for codec, format, why, count in of]


def _lacking(line: Line) -> list[str]:
    """The peers that lack the tree, or the message as a whole."""
    if line.format == TREE:
        return [line.writer]
    if not line.derived and line.format != NONE:
        return []
    relay = line.relay
    lacking = [relay] if relay and not line.relayed else line.readers
    return sorted({peer_of(codec) for codec in (lacking if line.bytes else [line.writer])})


def said(cell: Line) -> str:
    """The beginning of the library's message, or the most telling line of a compiler's."""
    reason = cell.reason
    return telling(reason) if cell.format == TREE else reason[:400]


def title(cell: Cell) -> str:
    """`Stock/article json java/jackson > python/msgspec`."""
    source = f" [{cell.source}]" if cell.source else ""
    path = " > ".join(map(short, filter(None, (cell.writer, cell.relay, cell.reader))))
    what = " ".join(filter(None, (cell.case, cell.leg, cell.format)))
    return f"{what} {path}{source}"


def happened(cell: Line) -> str:
    """`rejected at parse (untyped, by the library)`, `differs`: the outcome with its stage, manner and who refused."""
    side = f" by the {cell.side}" if cell.side else ""
    how = f" ({cell.manner}, by the {cell.by})" if cell.manner else ""
    return cell.outcome + side + (f" at {cell.stage}" if cell.stage else "") + how


def failures(report: ReportParts) -> list[str]:
    """`by the library: 3,012 typed, 410 untyped`: a line for each of those who refused, where somebody did."""
    lines = []
    for by, manners in report.footer.failures.items():
        counts = ", ".join(f"{count:,} {manner}" for manner, count in manners.items())
        lines.append(f"by the {by}: {counts}")
    return lines


LEFT = {"object": "half-filled", "output": "half-written"}


def left(report: ReportParts) -> list[str]:
    """`412 half-filled (java/protobuf-java 400, python/upb 12)`: what failures leave, by the libraries."""
    lines = []
    for what, codecs in report.footer.left.items():
        counts: Counter[str] = Counter()
        for codec, count in codecs.items():
            counts[short(codec)] += count
        of_each = ", ".join(f"{library} {count:,}" for library, count in counts.items())
        lines.append(f"{counts.total():,} {LEFT[what]} ({of_each})")
    return lines

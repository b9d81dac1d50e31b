"""The letters and lines of the evolution tables, which the terminal and markdown share."""

from wirebed.bed.codec_id import short
from wirebed.report.cell import Cell, Line
from wirebed.report.steps.step_verdict import StepVerdict, severity
from wirebed.report.steps.verdicts import EQUAL
from wirebed.view.outcome import Kind, Outcome, kind_of

CODES = {
    EQUAL: "=",
    Kind.PRESERVED: "UP",
    Kind.DEFAULT_FILLED: "DF",
    Kind.OTHER_DEFAULT: "OD",
    Kind.REORDERED: "RO",
    Kind.WIDENED: "WI",
    Kind.IDENTITY_LOST: "IL",
    Kind.PRESENCE_LOST: "PL",
    Kind.DROPPED: "UD",
    Kind.COLLAPSED: "CO",
    Kind.UNREAD: "UR",
    Kind.NARROWED: "TR",
    Kind.UNUSABLE: "HP",
    Kind.STALE: "SW",
    Kind.REINTERPRETED: "RI",
}
FAILS, DIFFER, NOTHING, UNSUPPORTED = "✗", "*", "·", "–"
# The columns of a format. The relay runs at either version.
COLUMNS = {
    "backward": ("backward",),
    "forward": ("forward",),
    "relay": ("relay-old", "relay-new"),
}
LEGEND = (
    "backward (new reads old), forward (old reads new), relay (through the other version and back): the worst of each",
    "safe: = equal   UP unseen, preserved   DF default-filled",
    "lossy: OD other default   RO reordered   WI widened   IL identity lost   PL presence lost   UD dropped "
    "  CO collapsed",
    "corrupting: UR unread   TR narrowed   HP unusable   SW stale   RI reinterpreted",
    f"breaking: {FAILS} rejected or refused (RI{FAILS}: and other values came wrong, in silence)",
    f"{DIFFER} languages differ   {UNSUPPORTED} unsupported   {NOTHING} nothing ran",
)


def code(worst: StepVerdict | None) -> str:
    """`TR`, `RI✗*`, `=`."""
    if worst is None:
        return NOTHING
    if not worst.cells:
        return UNSUPPORTED if worst.unsupported else NOTHING
    letters = CODES[worst.kind]
    if worst.failure:
        letters = (letters if worst.silent else "") + FAILS
    return letters + (DIFFER if worst.dissent else "")


def witness(cell: Cell) -> str:
    """A line about a witness: its sample, and what was expected and read at the worst place."""
    sample = cell.case.partition("/")[2]
    path = " > ".join(map(short, filter(None, (cell.writer, cell.relay, cell.reader))))
    return f"{sample} {cell.leg} {path}: {shown(cell)}"


def shown(cell: Line) -> str:
    """The words for a witness: `a narrowed, expected 4294967301, read 5`, `rejected: out of range`."""
    if cell.outcome is not Outcome.DIFFERS:
        reason = " ".join(cell.reason.split())
        return cell.outcome + (f": {reason[:120]}" if reason else "")
    difference = next(d for d in cell.differences if kind_of(d.kind) == severity(cell))
    place = difference.path or "the value"
    return f"{place} {difference.kind}, expected {difference.expected}, read {difference.actual}"


def dissenters(worst: StepVerdict) -> str:
    """`equal python/upb; fails cpp/libprotobuf, java/protobuf-java`."""
    return "; ".join(f"{what} {', '.join(who)}" for what, who in worst.dissent.items())

"""The meaning of a cell of a report in words, for the terminal (`make why`) and for the page."""

from collections.abc import Iterator

from wirebed.bed.codec_id import NONE
from wirebed.report.cell import Difference, Left, Line
from wirebed.report.phrases import LEFT, happened
from wirebed.view.outcome import READ, Outcome

NOT_TO_BLAME = "the format is not to blame: at least one of the two objects does not hold this value in full"
TO_REJECT = "every reader should reject these bytes by an error that its library documents"
GONE = "the bed no longer has this entry"
_HELD = "the objects of the two languages hold"
_STAGES = {
    "parse": "when it read them",
    "required-check": "when it looked for required fields",
    "use": "when the value was used with its declared type",
    "build": "when the object was made of it",
    "write": "when it wrote the object",
}
_MANNERS = {
    "typed": "typed: an error that is documented for it",
    "untyped": "untyped: another error than those that are documented for it",
    "exhausted": "exhausted: memory or stack ran out",
}
_WHO = {
    "library": "the library",
    "codec": "code of this bed",
    "cast": "the cast that a user of the library makes",
}
_PARTIES = {"client": "the writer", "server": "the reader", "relay": "the relay"}


def in_line(cell: Line) -> str:
    """`rejected at parse (untyped, by the library)`, `equal, not exact (narrowed)`."""
    return happened(cell) + (f", not exact ({', '.join(cell.lost)})" if _is_inexact(cell) else "")


def _is_inexact(cell: Line) -> bool:
    return cell.outcome is Outcome.EQUAL and bool(cell.lost)


def difference(difference: Difference) -> str:
    """`real (double) narrowed: expected 1.5, read 1`."""
    ours = " (converted by code of this bed)" if difference.by == "codec" else ""
    place = f"{difference.path or 'the value'} ({difference.type}) {difference.kind}"
    return f"{place}: expected {difference.expected}, read {difference.actual}{ours}"


def left(leftover: Left) -> str:
    """The words for what a failure left with the user of the library."""
    size = f"{leftover.size:,} bytes"
    if leftover.what == "output":
        return f"{LEFT['output']}, {size}"
    if not leftover.size:
        return f"{LEFT['object']}: without a view, since a part of it is not of its type"
    return f"{LEFT['object']}: a view of {size}{'' if leftover.data else ', too long to show'}"


def is_of_objects(cell: Line) -> bool:
    """Whether the languages' own objects lose the value, so that the cells of `none` say more."""
    return not cell.reject and cell.format != NONE and bool(cell.derived or _is_inexact(cell))


def statements(cell: Line) -> list[tuple[str, str]]:
    """The statements about a cell beside its outcome, its library's words and its problems, which are its own: pairs
    of a term and a text. Nothing here names the codecs, so that many cells share it."""
    pairs = [*_of_change(cell)] if cell.leg else [*_judged(cell)]
    pairs += _failure(cell)
    return [*pairs, ("Left", left(cell.left))] if cell.left is not None else pairs


def _of_change(cell: Line) -> Iterator[tuple[str, str]]:
    if cell.derived:
        yield "Derived", "no effect of the change: the objects of a language hold the value in neither version"
    if cell.source:
        yield "Golden", "the bytes are of a golden, so the cell does not count for the verdict"


def _judged(cell: Line) -> Iterator[tuple[str, str]]:
    if cell.reject:
        yield "Expected", f"{TO_REJECT}: {_rejection(cell)}"
    elif cell.format == NONE:
        yield "Exact", _exact(cell, ": there are no bytes, so the object itself loses it")
    else:
        yield "Equal", _equal(cell)
        yield "Exact", _exact(cell, ", by the objects of the languages alone" if cell.outcome is Outcome.EQUAL else "")


def _rejection(cell: Line) -> str:
    if cell.derived:
        return "it does"
    return "it rejects them otherwise" if cell.outcome is Outcome.REJECTED else "it does not reject them"


def _equal(cell: Line) -> str:
    """Against what the objects of the two languages hold: what the bytes lost."""
    if cell.outcome is Outcome.EQUAL:
        return f"yes: the reader has all of the case that {_HELD}"
    if cell.outcome is Outcome.DIFFERS:
        differences = cell.differences
        number = len(differences) + cell.more_differences
        kinds = ", ".join(dict.fromkeys(d.kind for d in differences))
        places = f"{number:,} {'place' if number == 1 else 'places'}"
        return f"no: against what {_HELD}, the bytes lost something at {places} ({kinds})"
    derived = ", and the format is not to blame, since the objects of the two languages do not hold the case"
    return f"no: nothing arrived{derived if cell.derived else ''}"


def _exact(cell: Line, lost_by: str) -> str:
    """Against the case itself: what the bytes and the two languages lost together."""
    if cell.outcome not in READ:
        return "no: nothing arrived"
    if not cell.lost:
        return "yes: the reader has what the case says"
    return f"no: against the case something is lost ({', '.join(cell.lost)}){lost_by}"


def _failure(cell: Line) -> Iterator[tuple[str, str]]:
    if not cell.stage:
        return
    refused = cell.outcome is Outcome.REFUSED
    who = _PARTIES[cell.side or ("client" if refused else "server")]
    stage = _STAGES.get(cell.stage, cell.stage)
    yield "How", f"{who} {cell.outcome} {'the value' if refused else 'the bytes'} {stage}"
    if cell.manner:
        yield "Manner", f"{_MANNERS.get(cell.manner, cell.manner)}, raised by {_WHO.get(cell.by, cell.by)}"

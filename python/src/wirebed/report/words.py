"""The meaning of a cell of a report in words, for the terminal (`make why`) and for the page."""

from collections.abc import Iterator

from wirebed.bed.codec_id import NONE
from wirebed.report.line import Line
from wirebed.report.phrases import LEFT, happened

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
    return happened(cell) + (f", not exact ({', '.join(cell['lost'])})" if _is_inexact(cell) else "")


def _is_inexact(cell: Line) -> bool:
    return cell["outcome"] == "equal" and bool(cell.get("lost"))


def difference(one: Line) -> str:
    """`real (double) narrowed: expected 1.5, read 1`."""
    ours = " (converted by code of this bed)" if one.get("by") == "codec" else ""
    place = f"{one['path'] or 'the value'} ({one['type']}) {one['kind']}"
    return f"{place}: expected {one['expected']}, read {one['actual']}{ours}"


def left(cell: Line) -> str:
    """The words for what a failure left with the user of the library."""
    found = cell["left"]
    size = f"{found['size']:,} bytes"
    if found["what"] == "output":
        return f"{LEFT['output']}, {size}"
    if not found["size"]:
        return f"{LEFT['object']}: without a view, since a part of it is not of its type"
    return f"{LEFT['object']}: a view of {size}{'' if 'data' in found else ', too long to show'}"


def is_of_objects(cell: Line) -> bool:
    """Whether the languages' own objects lose the value, so that the cells of `none` say more."""
    return not cell.get("reject") and cell["format"] != NONE and bool(cell.get("derived") or _is_inexact(cell))


def statements(cell: Line) -> list[tuple[str, str]]:
    """What is to be said of a cell beside its outcome, its library's words and its problems, which are its own: pairs
    of a term and a text. Nothing here names the codecs, so that many cells share it."""
    said = [*_of_change(cell)] if cell.get("leg") else [*_judged(cell)]
    said += _failure(cell)
    return [*said, ("Left", left(cell))] if "left" in cell else said


def _of_change(cell: Line) -> Iterator[tuple[str, str]]:
    if cell.get("derived"):
        yield "Derived", "no effect of the change: the objects of a language hold the value in neither version"
    if cell.get("source"):
        yield "Golden", "the bytes are of a golden, so the cell does not count for the verdict"


def _judged(cell: Line) -> Iterator[tuple[str, str]]:
    if cell.get("reject"):
        yield "Expected", f"{TO_REJECT}: {_rejection(cell)}"
    elif cell["format"] == NONE:
        yield "Exact", _exact(cell, ": there are no bytes, so the object itself loses it")
    else:
        yield "Equal", _equal(cell)
        yield "Exact", _exact(cell, ", by the objects of the languages alone" if cell["outcome"] == "equal" else "")


def _rejection(cell: Line) -> str:
    if cell.get("derived"):
        return "it does"
    return "it rejects them otherwise" if cell["outcome"] == "rejected" else "it does not reject them"


def _equal(cell: Line) -> str:
    """Against what the objects of the two languages hold: what the bytes lost."""
    if cell["outcome"] == "equal":
        return f"yes: the reader has all of the case that {_HELD}"
    if cell["outcome"] == "differs":
        differences = cell.get("differences", ())
        number = len(differences) + cell.get("more_differences", 0)
        kinds = ", ".join(dict.fromkeys(one["kind"] for one in differences))
        places = f"{number:,} {'place' if number == 1 else 'places'}"
        return f"no: against what {_HELD}, the bytes lost something at {places} ({kinds})"
    derived = ", and the format is not to blame, since the objects of the two languages do not hold the case"
    return f"no: nothing arrived{derived if cell.get('derived') else ''}"


def _exact(cell: Line, lost_by: str) -> str:
    """Against the case itself: what the bytes and the two languages lost together."""
    if cell["outcome"] not in ("equal", "differs"):
        return "no: nothing arrived"
    if not cell.get("lost"):
        return "yes: the reader has what the case says"
    return f"no: against the case something is lost ({', '.join(cell['lost'])}){lost_by}"


def _failure(cell: Line) -> Iterator[tuple[str, str]]:
    if not cell.get("stage"):
        return
    refused = cell["outcome"] == "refused"
    who = _PARTIES[cell.get("side") or ("client" if refused else "server")]
    stage = _STAGES.get(cell["stage"], cell["stage"])
    yield "How", f"{who} {cell['outcome']} {'the value' if refused else 'the bytes'} {stage}"
    if cell.get("manner"):
        by = cell.get("by", "")
        yield "Manner", f"{_MANNERS.get(cell['manner'], cell['manner'])}, raised by {_WHO.get(by, by)}"

"""The known reasons that fit a cell: those of the entries that state its outcome, of its codecs and of such a value."""

from collections.abc import Iterable, Mapping

from wirebed.bed.codec_id import matches
from wirebed.report.cell import Cell
from wirebed.state.baseline import Fact
from wirebed.state.deviations import Entry
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.reasons import Reason
from wirebed.view.outcome import word

_MOST = 9
_ALL = ("*",)


def fitting(
    fact: Fact, cell: Cell, value: ValuePlaces | None, entries: Iterable[Entry], reasons: Mapping[str, Reason]
) -> list[str]:
    """The names of reasons, at most nine: first those of entries about both codecs. `value`: that of the case."""
    names = {reason.reason: name for name, reason in reasons.items()}
    score: dict[str, int] = {}
    for entry in entries:
        name = names.get(entry.reason)
        if (
            entry.suite == fact.suite
            and name is not None
            and _states(entry, fact)
            and _takes(entry, value)
            and (sides := _sides(entry, cell))
        ):
            score[name] = max(score.get(name, 0), sides)
    return sorted(score, key=lambda name: (-score[name], name))[:_MOST]


def _states(entry: Entry, fact: Fact) -> bool:
    kind = word(entry.kind) if entry.kind is not None else ""
    stage = not entry.stage or entry.stage == fact.stage
    return entry.of_format(fact.format) and (entry.outcome.value, kind) == (fact.outcome, fact.kind) and stage


def _takes(entry: Entry, value: ValuePlaces | None) -> bool:
    return value is None or entry.value is None or entry.value.somewhere(value)


def _sides(entry: Entry, cell: Cell) -> int:
    """How many sides of a cell an entry is about: 2 where it takes both, 1 where it names one of them."""
    asked = (
        (entry.writers, (cell.writer,)),
        (entry.readers, (cell.reader,)),
        (entry.codecs or _ALL, (cell.writer, cell.reader)),
    )
    taken = [any(matches(codec, glob) for codec in codecs for glob in globs) for globs, codecs in asked]
    named = [takes for (globs, _), takes in zip(asked, taken, strict=True) if globs != _ALL]
    return 2 if all(taken) else int(any(named))

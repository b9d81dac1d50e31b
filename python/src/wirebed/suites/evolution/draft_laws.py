"""Drafts a law where several steps show the same and nothing states it.

A draft has the selectors, a condition on the change and the outcome. Whoever writes the law says why.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed.state.deviations import yaml_text
from wirebed.state.deviations.declarations import kind
from wirebed.state.deviations.places import ValuePlace, other_shape
from wirebed.state.row import Row
from wirebed.view.outcome import Cell, Outcome, word

# A property of a change: the kind of what was written, and that of what the other version declares for it.
_Change = tuple[str, str]
NONE, ADDED = "none", "added"


class _Alike(NamedTuple):
    """What happened, however many steps show it."""

    format: str
    outcome: str
    kind: str
    stage: str
    manner: str
    by: str


@dataclass
class _Shown:
    steps: set[str] = field(default_factory=set)
    legs: set[str] = field(default_factory=set)
    others: set[str] = field(default_factory=set)
    changes: list[frozenset[_Change]] = field(default_factory=list)  # of each cell


class DraftLaws:
    """Sees each cell that nothing states."""

    def __init__(self) -> None:
        self.shown: dict[_Alike, _Shown] = {}

    def add(self, row: Row, cell: Cell) -> None:
        if row.places is None:
            return
        if cell.outcome is not Outcome.DIFFERS:
            alike = _Alike(row.format, cell.outcome.value, "", cell.stage, cell.manner, cell.by)
            self._add(alike, row, cell, row.places.places)
            return
        for difference in cell.unstated or cell.differences:
            place = row.places.place(difference)
            alike = _Alike(row.format, "", word(difference.kind), "", "", "")
            self._add(alike, row, cell, [place] if place is not None else [])

    def _add(self, alike: _Alike, row: Row, cell: Cell, places: Iterable[ValuePlace]) -> None:
        shown = self.shown.setdefault(alike, _Shown())
        shown.steps.add(row.name.partition("/")[0])
        shown.legs.add(row.leg)
        shown.others.add(short(row.relay or cell.id.reader))
        shown.changes.append(frozenset(change for place in places if (change := _change(place)) is not None))

    def text(self) -> str:
        """The drafts, of what two steps at least show."""
        drafts = [_draft(alike, shown) for alike, shown in self.shown.items() if len(shown.steps) > 1]
        if not drafts:
            return ""
        return "# More than one step shows these: fixtures/laws/<topic>.yaml\nsuite: evolution\nentries:\n" + "".join(
            drafts
        )


def _change(place: ValuePlace) -> _Change | None:
    """How the declaration of a place changes; None where it does not."""
    shape = place.shape
    if shape.added:
        return ADDED, kind(shape)
    if shape.others is None or shape.at == "root":
        return None
    becomes = other_shape(shape, "becomes")
    if becomes is None:
        return (kind(shape), NONE) if place.node is not None else None
    return (kind(shape), kind(becomes)) if kind(becomes) != kind(shape) else None


def _draft(alike: _Alike, shown: _Shown) -> str:
    states = {
        "outcome": alike.outcome,
        "kind": alike.kind,
        "stage": alike.stage,
        "manner": alike.manner,
        "by": alike.by,
    }
    lines = [
        f"  # {', '.join(sorted(shown.steps))}",
        "  - name:",
        "    why:",
        f"    format: {yaml_text.scalar(alike.format)}",
        f"    leg: {yaml_text.flow(sorted(shown.legs))}",
        f"    other: {yaml_text.flow(sorted(shown.others))}",
        f"    value: {_condition(shown.changes)}",
        *(f"    {key}: {yaml_text.scalar(text)}" for key, text in states.items() if text),
    ]
    return "".join(f"{line}\n" for line in lines)


def _condition(changes: list[frozenset[_Change]]) -> str:
    """A condition on the change that all cells have in common; without one, on any that some cell has."""
    common = frozenset.intersection(*changes) or frozenset.union(*changes)
    if not common:
        return "{}  # the declarations are alike: look at the values"
    written, read = (list(dict.fromkeys(side)) for side in zip(*sorted(common), strict=True))
    if written == [ADDED]:
        return f"{{added: true, kind: {yaml_text.flow(read)}}}"
    becomes = NONE if read == [NONE] else f"{{kind: {yaml_text.flow(kind for kind in read if kind != NONE)}}}"
    return f"{{kind: {yaml_text.flow(kind for kind in written if kind != ADDED)}, becomes: {becomes}}}"

"""What a cell shows that no deviation states: a failure in a message, or a kind of difference at a field."""

import hashlib
from collections.abc import Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from wirebed.bed.codec_id import base_of, short
from wirebed.state.deviations.drafts import signature
from wirebed.state.deviations.places import ValuePlaces
from wirebed.state.deviations.speakers import CODEC
from wirebed.state.row import Reading, Row
from wirebed.view.compare import Found
from wirebed.view.outcome import BROKEN, Cell, Fault, Outcome, steady, word

INTEROP, EVOLUTION = "interop", "evolution"
# The suites whose cells a baseline states.
SUITES = {name: name for name in (INTEROP, EVOLUTION)}
# The longest part of a failure's words that tells it from others.
_WORDS = 160


class Fact(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """The keys are those of a deviation; `field` and `at` stand in its `value:`. What says nothing is empty."""

    format: str
    writer: str  # as java/jackson
    reader: str
    outcome: str
    kind: str = ""  # of a difference
    stage: str = ""  # of a failure
    manner: str = ""
    by: str = ""
    message: str = ""  # of the case, where no field is named
    field: str = ""  # the full name of the field that differs
    at: str = ""  # where it is not the field itself: `element`, `key`, `value`, `root`, …
    says: str = ""  # the words of a failure, without the values that they are about

    against: str = ""  # the entries of this repository that the cell contradicts, with `, ` between

    suite: str = INTEROP
    step: str = ""  # of evolution: the change
    leg: str = ""
    relay: str = ""  # where the leg has one
    side: str = ""  # who failed, where it was not the reader or, for a refusal, the writer

    @property
    def name(self) -> str:
        """What ACCEPT= calls it: `json:java/gson:python/msgspec:narrowed:shop.Order.id`; of evolution
        `json:widened:relay-old:java/gson:java/gson:python/msgspec:narrowed:shop.Order.id`, with the step, the leg and
        the relay."""
        how = hashlib.sha256("\n".join((self.stage, self.manner, self.by, self.says)).encode()).hexdigest()[:6]
        failed = self.outcome != Outcome.DIFFERS and not self.against
        place = (self.field or self.message, self.at, how if failed else self.by, self.against)
        way = (self.step, self.leg, self.writer, self.relay, self.reader)
        parts = (self.format, *way, self.kind or self.outcome, self.side, *place)
        return ":".join(filter(None, parts))


def is_takable(cell: Cell) -> bool:
    """Whether a baseline can state all that is not as expected in a cell. It states no process that ends, hangs or
    breaks, and nothing that contradicts an entry of the bed itself, which is there to be changed."""
    problems = all(problem.fault is Fault.UNSTATED or problem.foreign for problem in cell.problems)
    return bool(cell.problems) and problems and not cell.unattributed and cell.outcome not in BROKEN


def facts_of(suite: str, row: Row, reading: Reading, cell: Cell) -> list[Fact]:
    """The facts of a cell of a suite that is not as expected, each once, in their order. Those of a generation have the
    names of its base."""
    writer, reader, relay = (short(base_of(codec)) for codec in (row.writer, reading.reader, row.relay))
    common = Fact(row.format, writer, reader, cell.outcome.value, suite=suite)
    if suite == EVOLUTION:
        step = row.name.partition("/")[0] if row.leg else ""  # what a language cannot compile is of no step
        common = replace(common, step=step, leg=row.leg, relay=relay, side=cell.side)
    message = row.case.message if row.case is not None else ""
    against = {", ".join(problem.foreign) for problem in cell.problems if problem.foreign}
    facts = {replace(common, message=message, against=names) for names in against}
    if cell.outcome is Outcome.DIFFERS:
        facts.update(_differences(row, reading, cell, message, common))
    elif cell.to_state:
        says = signature(steady(cell.reason))[:_WORDS].strip()
        how = {"stage": cell.stage, "manner": cell.manner, "by": cell.by}
        facts.add(replace(common, **how, message=message, says=says))
    return sorted(facts)


def _differences(row: Row, reading: Reading, cell: Cell, message: str, common: Fact) -> Iterator[Fact]:
    converted = {id(cell.differences[index]) for index in cell.converted}
    places = row.places
    if places is None and row.schema is not None:
        places = _places_of(reading.expected, row.schema, message)
    for difference in cell.unstated:
        field, at = _place(places, difference)
        by = CODEC if id(difference) in converted else ""
        kind = word(difference.kind)
        yield replace(common, kind=kind, by=by, message="" if field else message, field=field, at=at)


# Many readers of a value differ from it.
_places_of = lru_cache(maxsize=4)(ValuePlaces)


def _place(places: ValuePlaces | None, difference: Found) -> tuple[str, str]:
    """The full name of the field of a difference, and where in the field it is."""
    place = places.place(difference) if places is not None else None
    if place is None:
        return "", ""
    at = "" if place.at == "field" else place.at
    return (place.field.full_name if place.field is not None else ""), at

"""Judges a value after its way through two versions: differences with kinds (which is which: judge_kinds.py).

Two things are added to what compare/ finds. A value that is not seen is `preserved`, `dropped` or `unread`, by what the
versions on its way have for it (arrival.py). And what a relay wrote itself but a reader does not see, since the old
value came back, is `stale`.
"""

from dataclasses import replace

from wirebed.bed.schema import Schema
from wirebed.suites.evolution import arrival
from wirebed.suites.evolution.judge_kinds import UNKNOWN, RelayView, grade
from wirebed.suites.evolution.judge_order import in_order
from wirebed.suites.evolution.judge_places import Places
from wirebed.suites.evolution.migrate import Migrated
from wirebed.view.compare import Found, compare
from wirebed.view.outcome import Kind
from wirebed.view.parse import Steps


def read(
    migrated: Migrated,
    expected: bytes,
    seen: bytes,
    original: bytes,
    returned: bytes | None,
    schema_to: Schema,
    initial: bytes = b"",
) -> list[Found]:
    """The differences of a reader of another version.

    `expected` is the migrated view as far as the reader's objects hold it; `returned` what a reader of the original
    version saw after a relay through the codec that read `seen`, None when that cannot be. `initial` is what the
    reader's object holds before it is filled, where that is not the default of each type.
    """
    back = _Returned(original, returned, migrated.schema)
    differences = chain(migrated, expected, seen, original, schema_to, initial)
    return differences + _unseen(migrated, original, back)


def chain(
    migrated: Migrated, expected: bytes, seen: bytes, original: bytes, schema_to: Schema, initial: bytes = b""
) -> list[Found]:
    """As `read`, of the last reader of a chain: what it has no place for is not its business."""
    if expected == seen:
        return []
    sources = Places(original, migrated.schema)
    seen = in_order(migrated, expected, seen, sources)
    places = Places(seen, schema_to)
    begins = Places(initial, schema_to) if initial else None
    differences = []
    for difference in compare(expected, seen, schema=schema_to):
        steps = difference.place.steps()
        source = sources.at(migrated.source(steps))
        kind = grade(difference, places, sources.field(source), source)
        begun = _begins_so(begins, places, steps)
        if steps not in migrated.origin and (begun or kind is Kind.PRESENCE_LOST):
            # The writer said nothing here: the reader's object begins otherwise than its type does.
            kind = Kind.DEFAULT_FILLED
        elif begun and kind is Kind.REINTERPRETED:
            kind = Kind.DROPPED
        if kind is Kind.DROPPED and difference.expected is not None:
            kind = arrival.with_field(difference.expected, places.field(difference.expected))
        differences.append(replace(difference, kind=kind))
    return differences


def _begins_so(begins: Places | None, seen: Places, steps: Steps) -> bool:
    return begins is not None and seen.raw(steps) is not None and begins.raw(steps) == seen.raw(steps)


def relay(original: bytes, seen: bytes, schema: Schema, through: Migrated | None = None) -> list[Found]:
    """The differences of a reader of the original version after another version passed the value on.

    `through`: what the relay ought to have seen, whose types say how a value was cut; None: they are not known.
    """
    if original == seen:
        return []
    before, places = Places(original, schema), Places(seen, schema)
    middle = RelayView(through) if through is not None else None
    differences = []
    for difference in compare(original, seen, schema=schema):
        source = before.at(difference.place.steps())
        kind = grade(difference, places, before.field(source), source, middle or UNKNOWN)
        there = middle.node(difference.place.steps()) if middle is not None else None
        if kind is Kind.DROPPED and middle is not None and there is not None:
            kind = arrival.with_field(there, middle.places.field(there))
        differences.append(replace(difference, kind=kind))
    return differences


def mutated(gives: bytes, seen: bytes, before: bytes, schema: Schema, through: Migrated | None = None) -> list[Found]:
    """The same, when the relay set or cleared fields: `gives` is what ought to be seen, `before` what it was given."""
    differences = relay(gives, seen, schema, through)
    if not differences:
        return []
    then, now = Places(before, schema), Places(seen, schema)
    return [replace(f, kind=Kind.STALE) if _as_before(f.place.steps(), then, now) else f for f in differences]


def _as_before(steps: Steps, then: Places, now: Places) -> bool:
    """Whether a place is as it was before the relay; what stands in an element of the relay's own was not there."""
    return then.at(steps[:-1]) is not None and then.raw(steps) == now.raw(steps)


class _Returned:
    """The view that came back from a relay, and which places of the original are in it as they were."""

    def __init__(self, original: bytes, returned: bytes | None, schema: Schema) -> None:
        self.lost = None
        if returned is not None:
            differences = compare(original, returned, schema=schema)
            self.lost = [f.place.steps() for f in differences if f.kind is not Kind.REORDERED]

    def has(self, place: Steps) -> bool:
        if self.lost is None:
            return False
        return not any(lost[: len(place)] == place or place[: len(lost)] == lost for lost in self.lost)


def _unseen(migrated: Migrated, original: bytes, back: _Returned) -> list[Found]:
    """The places of the original that the reader has no field for."""
    if not migrated.unseen:
        return []
    sources = Places(original, migrated.schema)
    differences = []
    for steps in migrated.unseen:
        node = sources.at(steps)
        if node is not None:
            kind = arrival.without_field(kept=back.has(steps))
            differences.append(Found(kind, node, None, node, migrated.schema))
    return differences

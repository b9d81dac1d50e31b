"""Holds the rows of a format against those that are pinned, or the rows of other versions against those of today."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from wirebed.bed import Bed
from wirebed.bed.codec_id import base_of, is_generation
from wirebed_sweep import pins
from wirebed_sweep.ask import Damaged, Key, Swept

Rows = Mapping[Key, str]


@dataclass(frozen=True)
class Other:
    """A row that is another one than before. `before` and `now`: when. `damaged`: None where the golden is gone."""

    key: Key
    before: str
    old: str
    now: str
    new: str
    damaged: Damaged | None


@dataclass
class Held:
    """`rows`: how many there are now."""

    rows: int = 0
    as_before: int = 0
    others: list[Other] = field(default_factory=list)

    def add(self, held: "Held") -> None:
        self.rows += held.rows
        self.as_before += held.as_before
        self.others += held.others


@dataclass(frozen=True)
class Asked:
    """What a run has asked of a format: it would have found the rows of these, if they were there. `goldens`:
    all that there are, or those of CASE=."""

    ways: Collection[str]
    readers: Collection[str]  # as in `java/gson`
    goldens: Collection[str] | None  # None: all

    def takes(self, key: Key) -> bool:
        named = self.goldens is None or key.golden in self.goldens
        return named and key.way in self.ways and key.reader in self.readers


def against_pins(bed: Bed, format: str, found: Sequence[Swept], asked: Asked, accept: bool) -> Held:
    """`accept`: whether the rows are pinned as they are now."""
    now, pinned = _rows(found), pins.read(bed, format)
    before = {key: row for key, row in pinned.items() if asked.takes(key)}
    damaged = _damaged(found)
    others = [
        Other(key, "pinned", before.get(key, ""), "now", now.get(key, ""), damaged.get((key.golden, key.way)))
        for key in sorted({*now, *before})
        if before.get(key) != now.get(key)
    ]
    if accept and others:
        pins.write(bed, format, {key: row for key, row in pinned.items() if key not in before} | dict(now))
    return Held(len(now), len(now.keys() & before.keys()) - sum(bool(each.old and each.new) for each in others), others)


def against_today(found: Sequence[Swept], readers: Collection[str]) -> Held:
    """`readers`: the ids of all that were asked, those of other versions beside those of today."""
    pairs = [(reader, base_of(reader)) for reader in readers if is_generation(reader) and base_of(reader) in readers]
    held = Held()
    for each in found:
        for reader, today in pairs:
            old, new = each.letters.get(today, ""), each.letters.get(reader, "")
            held.rows += bool(old or new)
            held.as_before += bool(old) and old == new
            if old != new:
                held.others.append(Other(each.key(reader), "today", old, "then", new, each.damaged))
    return held


def _rows(found: Sequence[Swept]) -> dict[Key, str]:
    return {each.key(reader): letters for each in found for reader, letters in each.letters.items()}


def _damaged(found: Sequence[Swept]) -> dict[tuple[str, str], Damaged]:
    return {(each.damaged.golden.name, each.damaged.way): each.damaged for each in found}

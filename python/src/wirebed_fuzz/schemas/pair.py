"""Pairs of schemas: a random one, and the same with one to three random edits. The same seed gives the same pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas import draw, of_declarations, of_fields, of_types
from wirebed_fuzz.schemas.edit import RENAMED, Edit, Fresh
from wirebed_fuzz.schemas.model import File

EDITS = (*of_fields.EDITS, *of_types.EDITS, *of_declarations.EDITS)
MOST_EDITS = 3
PACKAGE = "drawn"


@dataclass(frozen=True)
class Pair:
    """`name`: that of its files, and of its package below `drawn`. `apart`: whether each edit can be made alone, and
    no two of them are of the same place."""

    name: str
    old: File
    edits: tuple[Edit, ...]
    apart: bool

    @cached_property
    def new(self) -> File:
        new = made(self.old, self.edits)
        assert new is not None, "it was drawn so"
        return new

    def only(self, edits: Sequence[Edit], name: str) -> "Pair | None":
        """With some of the edits, in a package of this name; None where they cannot be made without the others."""
        new = made(self.old, edits)
        if new is None:
            return None
        return replace(self, name=name, old=replace(self.old, package=f"{PACKAGE}.{name}"), edits=tuple(edits))

    @property
    def declared(self) -> Iterator[tuple[str, str, str]]:
        """What its author declares: how, the full old name, and the new name."""
        for edit in self.edits:
            if edit.declared is not None:
                how, name, to = edit.declared
                scope = name.rpartition(".")[0]
                new = f"{scope}.{to}".lstrip(".") if how == RENAMED else ""
                if name in names(self.old) and name not in names(self.new) and (not new or new in names(self.new)):
                    yield how, f"{self.old.package}.{name}", to


def draw_pairs(seed: int, count: int) -> list[Pair]:
    random = SplitMix64(seed)
    return [_pair(random.split(), f"p{seed}_{at:03}") for at in range(count)]


def made(old: File, edits: Sequence[Edit]) -> File | None:
    """The schema with these edits, one after the other; None where one of them cannot be made."""
    new: File | None = old
    for edit in edits:
        new = edit.made(new) if new is not None else None
    return new


def names(file: File) -> set[str]:
    """The names from the package of all messages, fields, enums and values of enums."""
    found = set[str]()
    for path, message in file.walk():
        found |= {path, *(f"{path}.{field.name}" for field in message.fields)}
    for path, enum in file.every_enum():
        found |= {path, *(f"{path}.{name}" for name, _ in enum.values)}
    return found


def _pair(random: SplitMix64, name: str) -> Pair:
    old = draw.schema(random, f"{PACKAGE}.{name}")
    edits: list[Edit] = []
    is_apart, new = random.below(4) > 0, old
    for at in range(1 + random.below(MOST_EDITS)):
        edit, new = _next(random, old if is_apart else new, new, edits, Fresh(at))
        edits.append(edit)
    alone = len(edits) == 1 or (is_apart and all(edit.made(old) is not None for edit in edits))
    return Pair(name, old, tuple(edits), alone)


def _next(random: SplitMix64, of: File, new: File, edits: Sequence[Edit], fresh: Fresh) -> tuple[Edit, File]:
    """One more edit, drawn for `of`, and what it makes of `new`."""
    is_apart = of is not new
    taken = frozenset[str]().union(*(edit.places for edit in edits))
    while True:
        edit = random.choice(EDITS)(random, of, fresh)
        if edit is None or (is_apart and (edit.places & taken or edit.made(of) is None)):
            continue
        made = edit.made(new)
        if made is not None and made != of:
            return edit, made

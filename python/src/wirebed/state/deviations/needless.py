"""Finds what entries say beyond what was seen: each condition has to keep out some value that all the others take, and
some cell has to show each codec that an entry names.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.places import ValuePlace, ValuePlaces
from wirebed.state.deviations.selectors import unseen
from wirebed.state.deviations.shown import Shown


class Needless:
    """Sees what entries keep out, and remembers which of their conditions have not been needed for that yet."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.weaker = {entry.name: list(_weaker(entry)) for entry in entries}
        self.open = dict(self.weaker)
        self.needed: set[tuple[str, str]] = set()

    def part(self) -> set[tuple[str, str]]:
        """Each entry and condition that was needed since this was asked before. All of them are open again."""
        needed, self.needed, self.open = self.needed, set(), dict(self.weaker)
        return needed

    def kept_out(self, entry: Entry, value: ValuePlaces) -> None:
        """The condition of an entry holds nowhere in a value of a cell that its selectors take."""
        if self.open.get(entry.name):
            self._settle(entry, [key for key, weaker in self.open[entry.name] if weaker.takes_value(value)])

    def kept_from(self, entry: Entry, place: ValuePlace | None) -> None:
        """The condition of an entry does not hold at the place of a difference that the entry would cover."""
        if place is not None and self.open.get(entry.name):
            weaker = self.open[entry.name]
            self._settle(entry, [key for key, other in weaker if other.value is not None and other.value.holds(place)])

    def _settle(self, entry: Entry, needed: list[str]) -> None:
        if needed:
            self.open[entry.name] = [pair for pair in self.open[entry.name] if pair[0] not in needed]
            self.needed.update((entry.name, key) for key in needed)

    def of(self, entry: Entry, needed: Collection[tuple[str, str]]) -> list[str]:
        """The conditions of an entry that excluded nothing; `needed`: those that did."""
        return [key for key, _ in self.weaker.get(entry.name, ()) if (entry.name, key) not in needed]


def _weaker(entry: Entry) -> Iterator[tuple[str, Entry]]:
    """The entries that lack one predicate each, with its key."""
    if entry.value is not None:
        yield from ((key, replace(entry, value=weaker)) for key, weaker in entry.value.weaker)
    if entry.given is not None:
        yield from ((f"given: {key}", replace(entry, given=weaker)) for key, weaker in entry.given.weaker)


def lines(needless: Needless, entries: Iterable[Entry], shown: Shown) -> list[str]:
    """A line for each condition of entries that excluded nothing, and for each codec that they name in vain."""
    condition = "{}: `{}`: the condition `{}` excludes no cell; remove it"
    codec = "{}: `{}`: no cell of `{}` shows it; remove that"
    return [
        line
        for entry in entries
        for line in (
            *(condition.format(entry.where, entry.name, key) for key in needless.of(entry, shown.needed)),
            *(codec.format(entry.where, entry.name, text) for text in unseen(entry, shown.pairs[entry.name])),
        )
    ]

"""Finds the conditions of entries that exclude nothing: each has to keep out some value that all the others take.

A condition that excludes no cell of a full run says more than was seen, as an entry does that no cell shows.
"""

from collections.abc import Iterable

from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.places import ValuePlace, ValuePlaces


class Needless:
    """Sees what entries keep out, and remembers which of their conditions have not been needed for that yet."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self.open = {entry.name: list(entry.value.weaker) for entry in entries if entry.value is not None}

    def kept_out(self, entry: Entry, case: str, value: ValuePlaces) -> None:
        """The condition of an entry holds nowhere in a value of a cell that its selectors take."""
        if self.open.get(entry.name) and entry.selects(case, value.message):
            self._settle(entry, [key for key, weaker in self.open[entry.name] if weaker.somewhere(value)])

    def kept_from(self, entry: Entry, place: ValuePlace | None) -> None:
        """The condition of an entry does not hold at the place of a difference that the entry would cover."""
        if place is not None and self.open.get(entry.name):
            self._settle(entry, [key for key, weaker in self.open[entry.name] if weaker.holds(place)])

    def _settle(self, entry: Entry, needed: list[str]) -> None:
        self.open[entry.name] = [pair for pair in self.open[entry.name] if pair[0] not in needed]

    def of(self, entry: Entry) -> list[str]:
        """The conditions of an entry that excluded nothing."""
        return [key for key, _ in self.open.get(entry.name, ())]


def lines(needless: Needless, entries: Iterable[Entry]) -> list[str]:
    """A line for each condition of entries that excluded nothing."""
    text = "{}: `{}`: the condition `{}` excludes no cell; remove it"
    return [text.format(entry.where, entry.name, key) for entry in entries for key in needless.of(entry)]

"""Numbers for things that many rows name: rows hold the number, a list holds each thing once."""

from collections.abc import Hashable, Iterable, Iterator
from itertools import repeat

NONE = -1  # for what a row does not have


class Pool:
    """Things in the order in which they were first named."""

    def __init__(self, things: Iterable[Hashable] = ()):
        self._numbers = _Numbers()
        self.numbers(things)

    def number(self, thing: Hashable | None) -> int:
        return self._numbers[thing]

    def numbers(self, things: Iterable[Hashable | None]) -> list[int]:
        return list(map(self._numbers.__getitem__, things))

    def known(self, things: Iterable[Hashable | None]) -> list[int]:
        """The numbers of things; none for those that were never named."""
        return list(map(self._numbers.get, things, repeat(NONE)))

    def __iter__(self) -> Iterator:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def things(self) -> list:
        return list(self._numbers)


class _Numbers(dict):
    """A dict that gives the next number to what it does not have: faster than a call for each of many rows."""

    def __missing__(self, thing: Hashable | None) -> int:
        if thing is None:
            return NONE
        number = self[thing] = len(self)
        return number

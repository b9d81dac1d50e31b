"""Numbers for things that many rows name: rows hold the number, a list holds each thing once."""

from collections.abc import Hashable, Iterable

NONE = -1  # for what a row does not have


class Pool:
    """Things in the order in which they were first named."""

    def __init__(self, things: Iterable[Hashable] = ()):
        self._numbers: dict[Hashable, int] = {}
        for thing in things:
            self.number(thing)

    def number(self, thing: Hashable | None) -> int:
        return NONE if thing is None else self._numbers.setdefault(thing, len(self._numbers))

    def __contains__(self, thing: Hashable) -> bool:
        return thing in self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @property
    def things(self) -> list:
        return list(self._numbers)

"""One way of a sample through the processes, and what has come of it so far."""

from dataclasses import dataclass

from wirebed.evolution.ways import Way
from wirebed.matrix.slots import Slot


@dataclass(slots=True)
class Carried:
    """The answers on a way, as far as they are there."""

    way: Way
    written: Slot | None = None  # None: the bytes are given
    relayed: Slot | None = None
    reads: list[Slot] | None = None  # one a reader
    references: list[Slot | None] | None = None  # one a reader: what its own objects hold of what is expected
    # One a reader, on a leg without a relay: the relay through the reader's codec, and what comes back from there.
    passed: list[Slot | None] | None = None
    returned: list[Slot | None] | None = None

    @property
    def data(self) -> bytes | None:
        return self.way.given.data if self.written is None else self.written.data

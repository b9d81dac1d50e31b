"""How long a peer may take for an answer: by the clock on the wall, or by the processor time of the peer's own session.

A machine that is busy with other programs gives a peer little of its time, and no task is at fault. So a task counts as
out of time only when it was asked alone and the peer itself used that much time on it. A peer that waits for something
uses none: CEILING ends that.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.message import Message

# How many times its seconds a deadline by processor time may take on the wall.
CEILING = 10


@dataclass(frozen=True)
class Deadlines:
    """How long a batch may take, in seconds. `suspect` is for parts of a batch that failed already."""

    base: float = float(os.environ.get("WIREBED_DEADLINE", 30))
    suspect: float = float(os.environ.get("WIREBED_DEADLINE", 30)) / 6
    per_mib: float = 4.0

    def times(self, slower: float) -> "Deadlines":
        """Of a peer that takes so many times as long as others."""
        return Deadlines(self.base * slower, self.suspect * slower, self.per_mib * slower)

    def of(self, request: Message, suspect: bool = False) -> float:
        return (self.suspect if suspect else self.base) + self.per_mib * request.ByteSize() / (1 << 20)


class Deadline:
    """So many seconds from now, by the clock on the wall.

    `waited`: for how many seconds the peer has had work and no processor so far.
    """

    def __init__(self, seconds: float, waited: Callable[[], float] = lambda: 0.0) -> None:
        self.seconds, self.waited = seconds, waited
        self.started = time.monotonic()
        self._waited_before: float | None = None

    def left(self) -> float:
        """In how many seconds the deadline can pass at the earliest; none are left when it has passed."""
        return self.started + self.seconds - time.monotonic()

    def begin_starving(self) -> None:
        """Counts from now on for how long the peer waits for a processor. To ask the system takes so long that it is
        asked only about an answer that does not come at once."""
        if self._waited_before is None:
            self._waited_before = self.waited()

    @property
    def starved(self) -> bool:
        """Whether the machine gave the peer no processor for at least half of its time."""
        return self._waited_before is not None and self.waited() - self._waited_before >= self.seconds / 2

    def description(self) -> str:
        return f"no answer within {self.seconds:.0f} s"


class ProcessorDeadline(Deadline):
    """So many seconds on the wall and of the processor time that `used` tells; at the latest, CEILING times as many."""

    def __init__(self, seconds: float, waited: Callable[[], float], used: Callable[[], float]) -> None:
        super().__init__(seconds, waited)
        self.used = used
        self.before = used()

    def left(self) -> float:
        on_the_wall = super().left()
        if on_the_wall > 0:
            return on_the_wall
        ceiling = on_the_wall + (CEILING - 1) * self.seconds
        return min(ceiling, self.seconds - (self.used() - self.before))

    def description(self) -> str:
        if self.used() - self.before < self.seconds:
            return f"no answer within {CEILING * self.seconds:.0f} s"
        return f"{super().description()} of its own processor time"

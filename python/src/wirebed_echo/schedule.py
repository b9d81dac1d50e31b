"""When the echoes of one connection begin.

A closed load begins an echo when the one before has ended. An open load has a rate; a late echo begins at once and is
counted from its intended time, so that a stall counts for all that it delays.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator
from dataclasses import dataclass

clock = time.perf_counter_ns
SECOND = 1_000_000_000
_PR_SET_TIMERSLACK = 29


@dataclass(frozen=True)
class Schedule:
    echoes: int  # of this connection
    seconds: float = 0.0  # after which none begins; 0 is no limit
    interval: float = 0.0  # nanoseconds; 0 is a closed load
    offset: float = 0.0  # of the first echo in nanoseconds, as the connections take turns

    @classmethod
    def share(cls, echoes: int, number: int, connections: int, seconds: float, rate: float = 0.0) -> Schedule:
        """The schedule of the connection with this number."""
        interval = connections * SECOND / rate if rate else 0.0
        mine = echoes // connections + (number < echoes % connections)
        return cls(mine, seconds, interval, interval * number / connections)

    def beginnings(self) -> Iterator[int]:
        """Waits for the time of each echo, and says when it was to begin."""
        start = clock()
        end = start + self.seconds * SECOND if self.seconds else float("inf")
        if not self.interval:
            for _ in range(self.echoes):
                moment = clock()
                if moment >= end:
                    return
                yield moment
            return
        # Otherwise the system may end a pause 50 µs late, which would be counted as the server's.
        ctypes.CDLL(None).prctl(_PR_SET_TIMERSLACK, 1)
        for number in range(self.echoes):
            intended = int(start + self.offset + number * self.interval)
            moment = clock()
            if max(moment, intended) >= end:
                return
            if moment < intended:
                time.sleep((intended - moment) / SECOND)
            yield intended

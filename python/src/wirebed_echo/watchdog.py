"""Closes the connections whose deadline has passed: one thread for all, so that no read or write needs a timeout."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from functools import cache

NEVER = math.inf
now = time.monotonic


class Watched:
    """A connection sets `due` to the time at which `expire` is to be called, once."""

    __slots__ = ("due", "expire", "expired")

    def __init__(self, expire: Callable[[], None], due: float = NEVER) -> None:
        self.expire = expire
        self.due = due
        self.expired = False


class Watchdog:
    def __init__(self, tick: float) -> None:
        self._tick = tick
        self._watched: set[Watched] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def watch(self, watched: Watched) -> None:
        with self._lock:
            self._watched.add(watched)

    def forget(self, watched: Watched) -> None:
        with self._lock:
            self._watched.discard(watched)

    def close(self) -> None:
        """Ends all that it watches."""
        self._ended.set()
        self._expire(NEVER)

    def _run(self) -> None:
        while not self._ended.wait(self._tick):
            self._expire(now())

    def _expire(self, moment: float) -> None:
        with self._lock:
            late = [watched for watched in self._watched if watched.due <= moment]
            self._watched.difference_update(late)
        for watched in late:
            watched.expired = True
            watched.expire()


@cache
def of_clients() -> Watchdog:
    """For all connections that this process opens."""
    return Watchdog(0.05)

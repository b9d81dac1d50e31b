"""Closes the connections whose deadline has passed: one thread for all, so that no read or write needs a timeout."""

from __future__ import annotations

import contextlib
import math
import socket
import struct
import threading
import time
from collections.abc import Callable
from functools import cache

_NEVER = math.inf
_now = time.monotonic
_RESET = struct.pack("ii", 1, 0)


class Deadline:
    """A deadline that moves. `end` is called once, after it has passed."""

    __slots__ = ("at", "end", "expired")

    def __init__(self, end: Callable[[], None]) -> None:
        self.end = end
        self.at = _NEVER
        self.expired = False

    def arm(self, seconds: float) -> None:
        self.at = _now() + seconds

    def disarm(self) -> None:
        self.at = _NEVER


class Watchdog:
    def __init__(self, tick: float) -> None:
        self._tick = tick
        self._watched: set[Deadline] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    def watch(self, end: Callable[[], None]) -> Deadline:
        deadline = Deadline(end)
        with self._lock:
            self._watched.add(deadline)
        return deadline

    def forget(self, deadline: Deadline) -> None:
        with self._lock:
            self._watched.discard(deadline)

    def close(self) -> None:
        """Ends all that it watches."""
        self._ended.set()
        self._expire(_NEVER)

    def _run(self) -> None:
        while not self._ended.wait(self._tick):
            self._expire(_now())

    def _expire(self, moment: float) -> None:
        with self._lock:
            late = [deadline for deadline in self._watched if deadline.at <= moment]
            self._watched.difference_update(late)
        for deadline in late:
            deadline.expired = True
            deadline.end()


@cache
def of_clients() -> Watchdog:
    """For all connections that this process opens."""
    return Watchdog(0.05)


def cut(connected: socket.socket | None) -> None:
    """Ends what another thread waits for on the socket, and has its close reset the connection.

    Linux sends no more updates of the window after a shutdown. The other end, where it saw the window full, would hold
    the connection for open until it gives up.
    """
    if connected is not None:
        with contextlib.suppress(OSError):
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connected.shutdown(socket.SHUT_RDWR)

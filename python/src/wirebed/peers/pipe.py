"""The two pipes of a peer, with a deadline on every read and write."""

import os
import select

from wirebed.peers.deadline import Deadline

_CHUNK = 1 << 20
# Seconds after which an answer is late, and the least time between two looks at the deadline.
_LATE, _LOOKS = 0.1, 0.05


class DeadlinePassed(Exception):
    """The peer did not read or write in time."""


class Pipe:
    """Blocking reads and writes until `deadline`; what `parse_length_prefixed` reads from."""

    def __init__(self, source: int, sink: int) -> None:
        self.source, self.sink = source, sink
        self.deadline = Deadline(0)
        self.buffer = bytearray()
        os.set_blocking(source, False)
        os.set_blocking(sink, False)
        self._readable = _poll(source, select.POLLIN)
        self._writable = _poll(sink, select.POLLOUT)

    def read(self, size: int) -> bytes:
        """Exactly `size` bytes, or fewer at the end of the stream."""
        while len(self.buffer) < size:
            try:
                data = os.read(self.source, max(_CHUNK, size - len(self.buffer)))
            except BlockingIOError:
                self._wait(self._readable)
                continue
            if not data:
                break
            self.buffer += data
        data = bytes(self.buffer[:size])
        del self.buffer[:size]
        return data

    def write(self, data: bytes) -> int:
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self.sink, rest) :]
            except BlockingIOError:
                self._wait(self._writable)
        return len(data)

    def _wait(self, poll: select.poll) -> None:
        patience = _LATE
        while (left := self.deadline.left()) > 0:
            if poll.poll(max(min(left, patience), _LOOKS) * 1000):
                return
            self.deadline.begin_starving()
            patience = left
        raise DeadlinePassed


def _poll(fd: int, event: int) -> select.poll:
    poll = select.poll()
    poll.register(fd, event)
    return poll

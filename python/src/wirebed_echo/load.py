"""`load`: the same values again and again, over connections of one thread each, with the clock on."""

from __future__ import annotations

import threading
import time
from array import array
from collections.abc import Iterable
from itertools import chain

from wirebed_protocol import peer_pb2

from wirebed_echo.request import Request
from wirebed_echo.schedule import SECOND, Schedule, clock
from wirebed_echo.transports import Connection, ConnectionTrouble, Refused, open_connection
from wirebed_peer.bridge.models import model_of
from wirebed_peer.codecs import open_codec
from wirebed_peer.refusal import Refusal
from wirebed_peer.tasks import failure_of, unfinished
from wirebed_peer.tree import Tree

# Seconds between two attempts to open a connection.
_PAUSE = 0.25


def load(tree: Tree, asked: peer_pb2.Load) -> peer_pb2.Loaded:
    connections = [LoadConnection(tree, asked, number) for number in range(max(1, asked.connections))]
    together = threading.Barrier(len(connections))
    threads = []
    for connection in connections:
        threads.append(threading.Thread(target=connection.run, args=(together,)))
        try:
            threads[-1].start()
        except RuntimeError as error:
            # The machine has no thread to spare, and the others wait for this one.
            threads.pop()
            connection.give_up(error)
            together.abort()
    for thread in threads:
        thread.join()
    return _sum([connection.tally for connection in connections])


class LoadTally:
    """The echoes of one connection while the clock ran."""

    def __init__(self) -> None:
        self.wrong = self.failed = self.sent = self.received = 0
        self.begin = self.end = 0
        self.first: tuple[int, peer_pb2.Failure] | None = None
        self.round_trips, self.wholes = array("q"), array("q")

    @property
    def echoes(self) -> int:
        return len(self.wholes) - self.wrong

    def fail(self, failure: peer_pb2.Failure) -> None:
        if self.first is None:
            self.first = clock(), failure


def _sum(tallies: list[LoadTally]) -> peer_pb2.Loaded:
    loaded = peer_pb2.Loaded(
        echoes=sum(tally.echoes for tally in tallies),
        wrong=sum(tally.wrong for tally in tallies),
        failed=sum(tally.failed for tally in tallies),
        sent=sum(tally.sent for tally in tallies),
        received=sum(tally.received for tally in tallies),
        round_trip=_latencies(tally.round_trips for tally in tallies),
        whole=_latencies(tally.wholes for tally in tallies),
    )
    busy = [tally for tally in tallies if tally.begin]
    if busy:
        loaded.seconds = (max(tally.end for tally in busy) - min(tally.begin for tally in busy)) / SECOND
    failures = sorted((tally.first for tally in tallies if tally.first), key=lambda first: first[0])
    if failures:
        loaded.first.CopyFrom(failures[0][1])
    return loaded


def _latencies(nanos: Iterable[array[int]]) -> peer_pb2.Latencies:
    return peer_pb2.Latencies(each=chain.from_iterable(nanos))


class LoadConnection:
    """One connection, with the thread and the codec that are its own."""

    def __init__(self, tree: Tree, asked: peer_pb2.Load, number: int) -> None:
        self._tree, self._asked = tree, asked
        self._options = dict(asked.options)
        self._request = Request(asked.server.codec, asked.message, self._options)
        connections = max(1, asked.connections)
        self._warm_up = Schedule.share(asked.warm_up, number, connections, asked.seconds)
        self._schedule = Schedule.share(asked.echoes, number, connections, asked.seconds, asked.rate)
        # Not all connections begin with the same value.
        self._number = number
        self._connection: Connection | None = None
        self._attempt = -_PAUSE
        self._lost = 0.0
        self.tally = LoadTally()

    def run(self, together: threading.Barrier) -> None:
        broken: Exception | None = None
        try:
            self._prepare()
            self._echoes(self._warm_up)
        except Exception as error:
            broken = error
        self.tally = LoadTally()
        try:
            together.wait()
            if broken is not None:
                raise broken
            self._echoes(self._schedule)
        except Exception as error:
            self.give_up(error)
        if self._connection is not None:
            self._connection.close()

    def give_up(self, error: Exception) -> None:
        """None of the echoes that are left can be tried."""
        self.tally.failed = self._schedule.echoes - self.tally.echoes - self.tally.wrong
        self.tally.fail(_failure(error))

    def _prepare(self) -> None:
        """Objects are built once, before the clock starts; each echo encodes one."""
        asked = self._asked
        self._codec = open_codec(asked.codec, self._tree)
        self._model = model_of(self._codec.model, self._tree)
        self._model.require(asked.message)
        self._values = [self._model.build(asked.message, view) for view in asked.views]
        # The bytes of the first good reply to each value.
        self._known: list[bytes | None] = [None] * len(self._values)

    def _echoes(self, schedule: Schedule) -> None:
        tally, message, options = self.tally, self._asked.message, self._options
        encode, decode, values, known = self._codec.encode, self._codec.decode, self._values, self._known
        round_trip, whole, many = tally.round_trips.append, tally.wholes.append, len(values)
        sent_bytes = received_bytes = 0
        for number, begin in enumerate(schedule.beginnings(), self._number):
            tally.begin = tally.begin or begin
            try:
                if self._connection is None:
                    self._open()
                    begin = begin if schedule.interval else clock()
                sent = encode(message, values[number % many], options)
                before = clock()
                reply = self._connection.exchange(sent)
                after = clock()
                value = decode(message, reply, options)
                end = clock()
            except Exception as error:
                self._failed(error)
                if self._given_up():
                    break
                continue
            tally.end = end
            round_trip(after - before)
            whole(end - begin)
            sent_bytes += len(sent)
            received_bytes += len(reply)
            if reply != known[number % many] and not self._is_right(number % many, value, reply):
                tally.wrong += 1
        tally.sent, tally.received = sent_bytes, received_bytes

    def _is_right(self, index: int, value: object, reply: bytes) -> bool:
        """Outside of the clock."""
        try:
            right = self._model.show(self._asked.message, value) == self._asked.expected[index]
        except Refusal as refusal:
            self.tally.fail(failure_of(refusal))
            return False
        if right:
            self._known[index] = self._known[index] or reply
        else:
            self.tally.fail(peer_pb2.Failure(reason=f"the reply to value {index} is another value"))
        return right

    def _failed(self, error: Exception) -> None:
        self.tally.failed += 1
        self.tally.end = clock()
        self.tally.fail(_failure(error))
        if isinstance(error, ConnectionTrouble) and self._connection is not None:
            self._connection.close()
            self._connection = None
            self._lost = time.monotonic()

    def _open(self) -> None:
        """A few times a second at most."""
        time.sleep(max(0.0, self._attempt + _PAUSE - time.monotonic()))
        self._attempt = time.monotonic()
        self._lost = self._lost or self._attempt
        self._connection = open_connection(self._asked.server, self._request)
        self._lost = 0.0

    def _given_up(self) -> bool:
        """A load without a limit of time ends when its server is gone for good."""
        gone = self._connection is None and time.monotonic() - self._lost > self._asked.server.deadline
        return gone and not self._asked.seconds


def _failure(error: Exception) -> peer_pb2.Failure:
    """The reason why an echo failed, in the words of whoever refused it."""
    if isinstance(error, Refusal):
        return failure_of(error)
    if isinstance(error, ConnectionTrouble):
        return error.failure()
    result = error.result if isinstance(error, Refused) else unfinished(error)
    what = getattr(result, result.WhichOneof("outcome") or "internal_error")
    return what if isinstance(what, peer_pb2.Failure) else peer_pb2.Failure(reason=what.reason)

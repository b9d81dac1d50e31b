"""Payload -> payload: decodes with the codec that a client asked for, and encodes the object anew."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import NoReturn

from wirebed_protocol import peer_pb2

from wirebed_echo.request import Request
from wirebed_echo.transports import ConnectionTrouble, Refused
from wirebed_peer.bridge.models import model_of
from wirebed_peer.codec import Codec
from wirebed_peer.codecs import open_codec
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.tasks import failure_of, unfinished
from wirebed_peer.tree import Tree

# What one thread keeps open for the clients that it serves in turn.
_OPEN_IN_A_THREAD = 16


@dataclass
class Counts:
    """The replies with a value, those without, and the calls that their client gave up."""

    echoed: int = 0
    refused: int = 0
    cancelled: int = 0

    def add(self, echoer: Echoer) -> None:
        self.echoed += echoer.echoed
        self.refused += echoer.refused


class Echoer:
    """For one connection or one thread, as codecs are."""

    def __init__(self, tree: Tree, line: str, max_message: int) -> None:
        self.echoed = self.refused = 0
        self._max_message = max_message
        try:
            self._request = Request.parse(line)
            self._codec = _codec(self._request, tree)
        except Exception as error:
            refusal = unfinished(error)
            # It refuses everything, for the same reason.
            self.echo = lambda payload: self._refuse(refusal)  # type: ignore[method-assign]

    def echo(self, payload: bytes) -> bytes:
        """The same value as this codec writes it. Raises Refused."""
        codec, message, options = self._codec, self._request.message, self._request.options
        decoded = False
        try:
            value = codec.decode(message, payload, options)
            decoded = True
            reply = codec.encode(message, value, options)
        except Refusal as refusal:
            failure = failure_of(refusal)
            self._refuse(peer_pb2.Result(encode_error=failure) if decoded else peer_pb2.Result(decode_error=failure))
        except Exception as error:
            self._refuse(unfinished(error))
        if len(reply) > self._max_message:
            self._refuse(too_long(len(reply), self._max_message).result())
        self.echoed += 1
        return reply

    def withdraw(self) -> None:
        """Nobody waits for the reply any more."""
        self.echoed -= 1

    def _refuse(self, result: peer_pb2.Result) -> NoReturn:
        self.refused += 1
        raise Refused(result)


def _codec(request: Request, tree: Tree) -> Codec:
    """Raises Unsupported as the relay of a peer does."""
    codec = open_codec(request.codec, tree)
    if not codec.decodes:
        raise Unsupported(f"{codec.name} does not decode")
    if not codec.encodes:
        raise Unsupported(f"{codec.name} does not encode")
    if not request.message:
        raise Unsupported("a value without a schema is encoded or decoded only")
    model_of(codec.model, tree).require(request.message)
    return codec


def too_long(length: int, max_message: int) -> ConnectionTrouble:
    return ConnectionTrouble(f"a message of {length} bytes; the longest may have {max_message}")


class Echoers:
    """Opens echoers, and counts what they did."""

    def __init__(self, tree: Tree, max_message: int) -> None:
        self._tree = tree
        self._max_message = max_message
        self._lock = threading.Lock()
        self._open: set[Echoer] = set()
        self._closed = Counts()
        self._threads = threading.local()

    def open(self, line: str) -> Echoer:
        echoer = Echoer(self._tree, line, self._max_message)
        with self._lock:
            self._open.add(echoer)
        return echoer

    def close(self, echoer: Echoer) -> None:
        with self._lock:
            self._open.discard(echoer)
            self._closed.add(echoer)

    def of_this_thread(self, line: str) -> Echoer:
        """For a thread of a pool, which serves one client after the other."""
        mine: OrderedDict[str, Echoer] = self._threads.__dict__.setdefault("echoers", OrderedDict())
        if line in mine:
            mine.move_to_end(line)
            return mine[line]
        if len(mine) == _OPEN_IN_A_THREAD:
            self.close(mine.popitem(last=False)[1])
        mine[line] = self.open(line)
        return mine[line]

    def cancelled(self) -> None:
        with self._lock:
            self._closed.cancelled += 1

    def refused(self) -> None:
        """Without an echoer, as what was sent is no payload."""
        with self._lock:
            self._closed.refused += 1

    def counts(self) -> Counts:
        with self._lock:
            total = replace(self._closed)
            for echoer in self._open:
                total.add(echoer)
            return total

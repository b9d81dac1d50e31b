"""The tasks of one work: the same task is given once, and all routes that need it share the answer."""

from collections.abc import Mapping

from wirebed_protocol import peer_pb2

from wirebed.engine.slots import Slot, Tasks
from wirebed.peers.codecs import CodecRef


class TaskMemo:
    """`tasks` collects the tasks of the stage that is under way."""

    def __init__(self):
        self.slots: dict[tuple, Slot] = {}
        self.tasks: Tasks | None = None

    def encode(self, codec: CodecRef, message: str, options: Mapping, view: bytes) -> Slot:
        key = ("e", codec.process, codec.key, message, _frozen(options), view)
        if key not in self.slots:
            self.slots[key] = self._encode(codec, message, options, view)
        return self.slots[key]

    def decode(
        self, codec: CodecRef, message: str, options: Mapping, data: bytes, likely=None, again: bool = False
    ) -> Slot:
        """`likely` is what the answer probably is; `again`: also when the same was asked before."""
        key = ("d", codec.process, codec.key, message, _frozen(options), data)
        if again or key not in self.slots:
            self.slots[key] = self._decode(codec, message, options, data, likely)
        return self.slots[key]

    def relay(self, codec: CodecRef, message: str, options: Mapping, data: bytes, edits=(b"", ()), into="") -> Slot:
        key = ("r", codec.process, codec.key, message, _frozen(options), data, edits, into)
        if key not in self.slots:
            relay = peer_pb2.Relay(wire=data, set=edits[0], clear=edits[1], into=into)
            self.slots[key] = self._relay(codec, message, options, relay)
        return self.slots[key]

    def settle(self):
        """All answers are there: a subclass may bring them into the form in which they are compared."""

    def _encode(self, codec: CodecRef, message: str, options: Mapping, view: bytes) -> Slot:
        return self.tasks.encode(codec.process, codec.key, message, options, view)

    def _decode(self, codec: CodecRef, message: str, options: Mapping, data: bytes, likely) -> Slot:
        return self.tasks.decode(codec.process, codec.key, message, options, data, likely)

    def _relay(self, codec: CodecRef, message: str, options: Mapping, relay: peer_pb2.Relay) -> Slot:
        return self.tasks.relay(codec.process, codec.key, message, options, relay)


def _frozen(options: Mapping) -> tuple:
    return tuple(sorted(options.items())) if options else ()

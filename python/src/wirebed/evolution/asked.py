"""The tasks of a step, each given once."""

from collections.abc import Mapping

from wirebed_protocol import peer_pb2

from wirebed.evolution.classes import NotOfTheClass, from_bare, to_bare
from wirebed.evolution.codecs import Codec
from wirebed.evolution.model import Step
from wirebed.matrix.slots import Slot, Tasks
from wirebed.outcome import Outcome
from wirebed.view import ViewError


class Asked:
    """Tasks of one step; the same task is given once, and all who ask share the answer."""

    def __init__(self):
        self.slots: dict[tuple, Slot] = {}
        self.tasks: Tasks | None = None

    def encode(self, codec: Codec, message: str, options: Mapping, view: bytes) -> Slot:
        key = ("e", codec.process, codec.ref.key, message, _frozen(options), view)
        if key not in self.slots:
            self.slots[key] = self._encode(codec, message, options, view)
        return self.slots[key]

    def decode(self, codec: Codec, message: str, options: Mapping, data: bytes) -> Slot:
        key = ("d", codec.process, codec.ref.key, message, _frozen(options), data)
        if key not in self.slots:
            self.slots[key] = self._decode(codec, message, options, data)
        return self.slots[key]

    def relay(self, codec: Codec, message: str, options: Mapping, data: bytes, edits=(b"", ()), into="") -> Slot:
        key = ("r", codec.process, codec.ref.key, message, _frozen(options), data, edits, into)
        if key not in self.slots:
            relay = peer_pb2.Relay(wire=data, set=edits[0], clear=edits[1], into=into)
            self.slots[key] = self._relay(codec, message, options, relay)
        return self.slots[key]

    def _encode(self, codec: Codec, message: str, options: Mapping, view: bytes) -> Slot:
        return self.tasks.encode(codec.process, codec.ref.key, message, options, view)

    def _decode(self, codec: Codec, message: str, options: Mapping, data: bytes) -> Slot:
        return self.tasks.decode(codec.process, codec.ref.key, message, options, data)

    def _relay(self, codec: Codec, message: str, options: Mapping, relay: peer_pb2.Relay) -> Slot:
        return self.tasks.relay(codec.process, codec.ref.key, message, options, relay)

    def settle(self):
        """All answers are there."""


def _frozen(options: Mapping) -> tuple:
    return tuple(sorted(options.items())) if options else ()


class AskedOfClass(Asked):
    """Of a step about a class that was written by hand: what travels is a bare object in place of the message."""

    def __init__(self, step: Step, schemas: Mapping[str, object]):
        super().__init__()
        self.step, self.schemas = step, schemas
        self.seen: list[tuple[Slot, str]] = []

    def _encode(self, codec, message, options, view) -> Slot:
        try:
            bare = to_bare(view, self.schemas[codec.version], self.step.class_name)
        except NotOfTheClass as error:
            return _internal(Slot(), error)
        return self.tasks.encode(codec.process, codec.ref.key, "", options, bare, class_name=self.step.class_name)

    def _decode(self, codec, message, options, data) -> Slot:
        slot = self.tasks.decode(codec.process, codec.ref.key, "", options, data, class_name=self.step.class_name)
        self.seen.append((slot, codec.version))
        return slot

    def _relay(self, codec, message, options, relay) -> Slot:
        return self.tasks.relay(codec.process, codec.ref.key, "", options, relay, class_name=self.step.class_name)

    def settle(self):
        """What was seen becomes what the schema of the reader calls it."""
        for slot, version in self.seen:
            if slot.data is not None:
                try:
                    slot.data = from_bare(slot.data, self.schemas[version], self.step.roots[version])
                except (NotOfTheClass, ViewError) as error:
                    _internal(slot, error)
        self.seen = []


def _internal(slot: Slot, error: Exception) -> Slot:
    slot.data, slot.outcome, slot.reason = None, Outcome.INTERNAL, str(error)
    return slot


def asked_of(step: Step, schemas: Mapping[str, object]) -> Asked:
    return AskedOfClass(step, schemas) if step.class_name else Asked()

"""Checks whether a task may be timed: it refuses unsupported tasks and codecs that cheat before any clock runs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from google.protobuf.message import Message
from wirebed_protocol import bench_pb2

from wirebed_bench.fields import by_path, differing, fields
from wirebed_bench.operations import Operations, Task
from wirebed_peer.bridge import unbound
from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.codec import Codec
from wirebed_peer.codecs import CODECS
from wirebed_peer.refusal import Refusal, Unsupported

View = bytes


class Cheat(Exception):
    """The operation does not do the work that its row is named after."""


def probe(operations: Operations, task: Task) -> dict[str, str]:
    """Returns what is kept between operations as `kept`, or the reason not to time the task as `refused`."""
    try:
        operation = operations.of(task)
        if task.operation != bench_pb2.MEMCPY:
            Probe(operations, task, operation.call).run()
    except (Cheat, Unsupported) as reason:
        return {"id": task.id, "refused": str(reason)}
    except Refusal as refusal:
        return {"id": task.id, "refused": f"{refusal.type_name}: {refusal}".removeprefix(": ")}
    except Exception as error:
        return {"id": task.id, "refused": f"{type(error).__name__}: {error}"}
    return {"id": task.id, "kept": operation.kept}


class Probe:
    """Checks one task with its own value and with the other value."""

    def __init__(self, operations: Operations, task: Task, call: Callable[[Any], Any]) -> None:
        self._task = task
        self._call = call
        self._operations = operations
        self._plain = operations.plain()
        # A separate instance of the codec computes the expected values.
        self._codec = operations.codec(task.codec) if task.codec else None
        self._model: Model = self._plain if self._codec is None else model_of(self._codec.model, operations.tree)

    def run(self) -> None:
        task = self._task
        if not task.other:
            raise Unsupported("there is no other value to try it with")
        if task.operation in (bench_pb2.ENCODE, bench_pb2.POPULATE):
            self._encodes(self._model if task.operation == bench_pb2.ENCODE else self._plain)
        elif task.operation in (bench_pb2.DECODE, bench_pb2.CONVERT):
            self._decodes(self._model if task.operation == bench_pb2.DECODE else self._plain)
        else:
            self._copies()

    def _encodes(self, model: Model) -> None:
        """Writes newly built objects, and one object that is changed after it was written."""
        message, view, other = self._task.message, self._task.view, self._task.other
        codec = self._codec
        reader = codec if codec.decodes else self._alike(codec, "decodes")
        expected = {one: self._read(reader, self._write(codec, self._held(one))) for one in (view, other)}

        def check(value: Any, one: View, cheat: str) -> View:
            seen = self._read(reader, bytes(self._call(value)))
            if seen != expected[one]:
                raise Cheat(cheat)
            return seen

        not_its_own = "it writes something else than the value, or what it wrote before"
        seen = [check(model.build(message, one), one, not_its_own) for one in (view, other, view)]
        self._differ(model, seen[0], seen[1])
        value = model.build(message, view)
        check(value, view, not_its_own)
        self._change(model, value)
        check(value, other, "it remembers: of an object that was changed it writes what that was before")

    def _decodes(self, model: Model) -> None:
        task, codec = self._task, self._codec
        wires = [task.wire, *self._other_wire(codec)]
        converts = task.operation == bench_pb2.CONVERT
        read = {wire: self._read(codec, wire) for wire in wires}
        expected = {wire: self._shown(model, view) if converts else view for wire, view in read.items()}

        def check(wire: bytes, cheat: str) -> tuple[Any, View]:
            value = self._call(wire)
            seen = model.show(task.message, value)
            if seen != expected[wire]:
                raise Cheat(cheat)
            return value, seen

        not_its_own = "it reads something else than the bytes say, or what it read before"
        (first, seen), *others, (last, _) = (check(wire, not_its_own) for wire in (*wires, task.wire))
        if others:
            self._differ(model, seen, others[0][1])
        elif seen != self._shown(model, task.view):
            raise Unsupported("it loses something, and nobody here writes the other value to tell what")
        if not task.reused and (first is last or mutables(first) & mutables(last)):
            raise Cheat("it remembers: what it read before is part of what it reads now")
        self._change(model, last)
        check(task.wire, "it remembers: an object that was changed comes back for the same bytes")

    def _other_wire(self, codec: Codec) -> list[bytes]:
        """The bytes of the other value; none when the codecs here cannot read what they wrote of it."""
        writer = codec if codec.encodes else self._alike(codec, "encodes")
        try:
            wire = self._write(writer, self._held(self._task.other))
            self._read(codec, wire)
        except Refusal:
            return []
        return [wire]

    def _copies(self) -> None:
        task, model = self._task, self._plain
        for view in (task.view, task.other):
            value = model.build(task.message, view)
            copy = self._call(value)
            if fields(model.show(task.message, copy)) != fields(model.show(task.message, value)):
                raise Cheat("the copy is not equal")
            if mutables(value) & mutables(copy):
                raise Cheat("the copy shares objects with what it was made of")

    def _differ(self, model: Model, seen: View, seen_other: View) -> None:
        """Checks that whatever differs between the two values also differs between the two results."""
        held, held_other = self._shown(model, self._task.view), self._shown(model, self._task.other)
        mine, others = by_path(seen), by_path(seen_other)
        alike = [path for path in differing(held, held_other) if mine.get(path) == others.get(path)]
        if held == held_other:
            raise Unsupported("the other value is the same to this language's objects")
        if alike:
            raise Cheat(f"it leaves something out: field {'.'.join(min(alike))} is alike for two values that differ")

    def _held(self, view: View) -> View:
        """The value to be written: for POPULATE, as far as a plain object can hold it."""
        populates = self._task.operation == bench_pb2.POPULATE
        return self._shown(self._plain, view) if populates else view

    def _shown(self, model: Model, view: View) -> View:
        return model.show(self._task.message, model.build(self._task.message, view))

    def _change(self, model: Model, value: Any) -> None:
        """Makes an object hold the other value."""
        if isinstance(value, Message):
            unbound.clear(value)
        numbers = [field.number for field in self._operations.tree.descriptor(self._task.message).fields]
        model.edit(self._task.message, value, self._task.other, numbers)

    def _write(self, codec: Codec, view: View) -> bytes:
        """Writes as a peer does."""
        model = model_of(codec.model, self._operations.tree)
        return codec.encode(self._task.message, model.build(self._task.message, view), dict(self._task.options))

    def _read(self, codec: Codec, wire: bytes) -> View:
        """Reads as a peer does."""
        model = model_of(codec.model, self._operations.tree)
        return model.show(self._task.message, codec.decode(self._task.message, wire, dict(self._task.options)))

    def _alike(self, codec: Codec, can: str) -> Codec:
        """A codec of the same format that has the direction which `codec` lacks."""
        names = [name for name in CODECS if name.split("/")[0] == codec.format]
        found = next((one for one in map(self._operations.codec, names) if getattr(one, can)), None)
        if found is None:
            raise Unsupported(f"nobody here {can} {codec.format} to try it with")
        return found


def mutables(value: Any) -> set[int]:
    """The identities of all mutable objects within a plain object. A protobuf message contains no other objects."""
    found: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in found:
            continue
        if dataclasses.is_dataclass(one):
            waiting += [getattr(one, field.name) for field in dataclasses.fields(one)]
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, (list, set)):
            waiting += one
        else:
            continue
        found[id(one)] = one
    return set(found)

"""Opens a task as one operation: a call with one argument that does no more than the task needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from wirebed_protocol import bench_pb2, peer_pb2

from wirebed_bench.conversions import Conversions, conversions
from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.codec import Bound, Codec
from wirebed_peer.codecs import codec_class
from wirebed_peer.refusal import Unsupported
from wirebed_peer.tree import Tree

Task = bench_pb2.BenchTask
OpenCodec = Callable[[str], Codec]


class Operation(NamedTuple):
    """`call(argument)` is repeated, and the clock measures nothing else."""

    call: Callable[[Any], Any]
    argument: Any
    kept: str


def codecs_of(tree: Tree) -> OpenCodec:
    def opened(name: str) -> Codec:
        try:
            kind = codec_class(name)
        except KeyError:
            raise Unsupported(f"this program has no codec {name}") from None
        return kind(tree)

    return opened


class Operations:
    """Opens the operations of tasks over one tree. It raises Unsupported for what this program cannot do."""

    def __init__(self, tree: Tree, codec: OpenCodec | None = None) -> None:
        self.tree = tree
        self.codec = codec or codecs_of(tree)
        self._kinds = {
            bench_pb2.ENCODE: self._encode,
            bench_pb2.POPULATE: self._populate,
            bench_pb2.DECODE: self._decode,
            bench_pb2.CONVERT: self._convert,
            bench_pb2.COPY: self._copy,
            bench_pb2.MEMCPY: self._memcpy,
        }

    def of(self, task: Task) -> Operation:
        if task.operation not in self._kinds:
            raise Unsupported(f"this program has no operation {task.operation}")
        return self._kinds[task.operation](task)

    def plain(self) -> Model:
        return model_of(peer_pb2.PLAIN, self.tree)

    def _encode(self, task: Task) -> Operation:
        codec = self.codec(task.codec)
        bound = self._encoder(codec, task)
        return Operation(bound.call, model_of(codec.model, self.tree).build(task.message, task.view), bound.kept)

    def _populate(self, task: Task) -> Operation:
        codec, written = self._message_codec(task)
        bound, fill, new = self._encoder(codec, task), written.fill, self.tree.message_class(task.message)
        encode, value = bound.call, self.plain().build(task.message, task.view)
        return Operation(lambda plain: encode(fill(plain, new())), value, f"{bound.kept}; the message is new")

    def _decode(self, task: Task) -> Operation:
        bound = self._decoder(self.codec(task.codec), task)
        return Operation(bound.call, task.wire, bound.kept)

    def _convert(self, task: Task) -> Operation:
        codec, written = self._message_codec(task)
        bound, plain = self._decoder(codec, task), written.plain
        decode = bound.call
        return Operation(lambda data: plain(decode(data)), task.wire, f"{bound.kept}; the plain object is new")

    def _copy(self, task: Task) -> Operation:
        if task.reused:
            raise Unsupported("a copy is new")
        value = self.plain().build(task.message, task.view)
        return Operation(conversions(self.tree, task.message).copy, value, "nothing is kept; every object is new")

    def _memcpy(self, task: Task) -> Operation:
        into = memoryview(bytearray(len(task.wire)))
        return Operation(partial(into.__setitem__, slice(None)), task.wire, "the place that is copied to is kept")

    def _message_codec(self, task: Task) -> tuple[Codec, Conversions]:
        codec = self.codec(task.codec)
        if codec.model != peer_pb2.MESSAGE:
            raise Unsupported("its objects are the plain objects")
        return codec, conversions(self.tree, task.message)

    @staticmethod
    def _encoder(codec: Codec, task: Task) -> Bound:
        open_ = codec.reusing_encoder if task.reused else codec.encoder
        return open_(task.message, dict(task.options))

    @staticmethod
    def _decoder(codec: Codec, task: Task) -> Bound:
        open_ = codec.reusing_decoder if task.reused else codec.decoder
        return open_(task.message, dict(task.options))

"""Runs one task and turns whatever happens into a result."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.bare import BareModel
from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.codec import Codec
from wirebed_peer.codecs import CODECS, codec_class, unknown_codec
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.stopwatch import timed
from wirebed_peer.tree import Tree


class Tasks:
    """Every codec over one tree, ready to take tasks."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.codecs: dict[str, Codec] = {name: codec_class(name)(tree) for name in CODECS}
        self._bare = BareModel()
        self._actions: dict[str, Callable[[Codec, Model, Any], peer_pb2.Result]] = {
            "encode": self._encode,
            "decode": self._decode,
            "relay": self._relay,
            "measure": self._measure,
        }

    def run(self, task: peer_pb2.Task) -> peer_pb2.Result:
        """The result of one task, whatever happens in it."""
        try:
            result = self._run(task)
        except Exception as error:
            result = unfinished(error)
        result.id = task.id
        return result

    def _run(self, task: peer_pb2.Task) -> peer_pb2.Result:
        kind = task.WhichOneof("action") or ""
        if kind not in self._actions:
            raise Unsupported("the task has no action that this peer knows")
        if task.class_name:
            raise Unsupported("this peer has no codec of classes")
        codec = self._codec(task.codec)
        if kind == "encode" and not codec.encodes:
            raise Unsupported(f"{codec.name} does not encode")
        if kind in ("decode", "relay") and not codec.decodes:
            raise Unsupported(f"{codec.name} does not decode")
        if not task.message and kind not in ("encode", "decode"):
            raise Unsupported("a value without a schema is encoded or decoded only")
        return self._actions[kind](codec, self._model(codec, task.message), task)

    def _codec(self, name: str) -> Codec:
        if name not in self.codecs:
            raise unknown_codec(name)
        return self.codecs[name]

    def _model(self, codec: Codec, message: str) -> Model:
        if message:
            model = model_of(codec.model, self._tree)
            model.require(message)
            return model
        if codec.bare:
            return self._bare
        raise Unsupported(f"{codec.name} needs a schema")

    def _encode(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        try:
            value = model.build(task.message, task.encode)
            return peer_pb2.Result(encoded=codec.encode(task.message, value, task.options))
        except Refusal as refusal:
            return peer_pb2.Result(encode_error=failure_of(refusal))

    def _decode(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        try:
            value = codec.decode(task.message, task.decode, task.options)
            shown = model.show(task.message, value, task.options.get("defaults") == "shown")
            return peer_pb2.Result(decoded=shown)
        except Refusal as refusal:
            return peer_pb2.Result(decode_error=failure_of(refusal))

    def _relay(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        into = self._into(codec, task.relay.into)
        try:
            value = codec.decode(task.message, task.relay.wire, task.options)
        except Refusal as refusal:
            return peer_pb2.Result(decode_error=failure_of(refusal))
        try:
            model.edit(task.message, value, task.relay.set, list(task.relay.clear))
            return peer_pb2.Result(encoded=into.encode(task.message, value, task.options))
        except Refusal as refusal:
            return peer_pb2.Result(encode_error=failure_of(refusal))

    def _into(self, codec: Codec, name: str) -> Codec:
        """The codec that encodes again what another decoded: it must take the same objects."""
        into = self._codec(name) if name else codec
        if into.model != codec.model:
            raise Unsupported(f"{into.name} does not take what {codec.name} returns")
        if not into.encodes:
            raise Unsupported(f"{into.name} does not encode")
        return into

    def _measure(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        measure, measured = task.measure, peer_pb2.Measured()
        try:
            data = measure.wire if measure.HasField("wire") else self._measure_encode(codec, model, task, measured)
        except Refusal as refusal:
            return peer_pb2.Result(encode_error=failure_of(refusal))
        measured.size = len(data)
        if codec.decodes:
            try:
                decode = partial(codec.decode, task.message, data, task.options)
                measured.decode.CopyFrom(timed(decode, measure.milliseconds))
            except Refusal as refusal:
                return peer_pb2.Result(decode_error=failure_of(refusal))
        return peer_pb2.Result(measured=measured)

    def _measure_encode(self, codec: Codec, model: Model, task: peer_pb2.Task, measured: peer_pb2.Measured) -> bytes:
        """Encodes once, for the decoder."""
        value = model.build(task.message, task.measure.view)
        data = self._writer_for(codec).encode(task.message, value, task.options)
        if codec.encodes:
            encode = partial(codec.encode, task.message, value, task.options)
            measured.encode.CopyFrom(timed(encode, task.measure.milliseconds))
        return data

    def _writer_for(self, codec: Codec) -> Codec:
        """The codec itself, or another of its format if it only reads."""
        alike = [other for other in self.codecs.values() if other.format == codec.format and other.encodes]
        return codec if codec.encodes or not alike else alike[0]


def unfinished(error: Exception) -> peer_pb2.Result:
    """The result where an exception other than a Refusal came in between."""
    if isinstance(error, Unsupported):
        return peer_pb2.Result(unsupported=peer_pb2.Unsupported(reason=str(error)))
    failure = peer_pb2.Failure(type=type(error).__qualname__, reason=_utf8(str(error)))
    return peer_pb2.Result(internal_error=failure)


def failure_of(refusal: Refusal) -> peer_pb2.Failure:
    return peer_pb2.Failure(stage=refusal.stage, type=refusal.type_name, reason=_utf8(refusal.reason))


def _utf8(text: str) -> str:
    """Text that can be sent: a reason may quote what it refuses, including lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()

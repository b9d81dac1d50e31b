"""Runs one task and turns whatever happens into a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.bare import BareModel
from wirebed_peer.bridge.models import Model, model_of
from wirebed_peer.codec import Codec
from wirebed_peer.codecs import CODECS, open_codecs, unknown_codec
from wirebed_peer.failures import is_exhausted
from wirebed_peer.left import tell_object
from wirebed_peer.refusal import Refusal, Unsupported
from wirebed_peer.stopwatch import timed
from wirebed_peer.tree import Tree

# Takes a view and gives wire bytes, or the reverse.
Step = Callable[[bytes], bytes]


class Tasks:
    """Codecs over one tree, ready to take tasks; all of them, unless others are named."""

    def __init__(self, tree: Tree, codecs: Iterable[str] = CODECS) -> None:
        self._tree = tree
        self.codecs, self.unloaded = open_codecs(codecs, tree)
        self._bare = BareModel()
        self._actions: dict[str, Callable[[Codec, Model, Any], peer_pb2.Result]] = {
            "relay": self._relay,
            "measure": self._measure,
        }

    def run(self, task: peer_pb2.Task) -> peer_pb2.Result:
        """The result of one task, whatever happens in it."""
        kind = task.WhichOneof("action") or ""
        try:
            result = self._run(kind, task)
        except Exception as error:
            return result_of(error, kind, task.id)
        result.id = task.id
        return result

    def _run(self, kind: str, task: peer_pb2.Task) -> peer_pb2.Result:
        if kind == "encode":
            return peer_pb2.Result(encoded=self._step_of(task, kind)(task.encode))
        if kind == "decode":
            return peer_pb2.Result(decoded=self._step_of(task, kind)(task.decode))
        codec, model = self._taking(kind, task.codec, task.message, task.class_name)
        return self._actions[kind](codec, model, task)

    def _step_of(self, task: peer_pb2.Task, kind: str) -> Step:
        return self.step(kind, task.codec, task.message, task.options, task.class_name)

    def step(
        self, action: str, codec_name: str, message: str, options: Mapping[str, str], class_name: str = ""
    ) -> Step:
        """The work of an encode or a decode with each value: a view or wire bytes, and its answer."""
        codec, model = self._taking(action, codec_name, message, class_name)
        if action == "encode":
            return lambda view: codec.encode(message, model.build(message, view), options)
        defaults = options.get("defaults") == "shown"
        return lambda wire: model.show(message, _decoded(codec, model, message, wire, options), defaults)

    def _taking(self, kind: str, name: str, message: str, class_name: str) -> tuple[Codec, Model]:
        """The codec that takes such a task, and the model of its objects."""
        if kind not in ("encode", "decode", *self._actions):
            raise Unsupported("the task has no action that this peer knows")
        if class_name:
            raise Unsupported("this peer has no codec of classes")
        codec = self._codec(name)
        if kind == "encode" and not codec.encodes:
            raise Unsupported(f"{codec.name} does not encode")
        if kind in ("decode", "relay") and not codec.decodes:
            raise Unsupported(f"{codec.name} does not decode")
        if not message and kind not in ("encode", "decode"):
            raise Unsupported("a value without a schema is encoded or decoded only")
        return codec, self._model(codec, message)

    def _codec(self, name: str) -> Codec:
        if name in self.unloaded:
            raise Unsupported(self.unloaded[name].words)
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

    def _relay(self, codec: Codec, model: Model, task: peer_pb2.Task) -> peer_pb2.Result:
        into = self._into(codec, task.relay.into)
        try:
            value = _decoded(codec, model, task.message, task.relay.wire, task.options)
        except Refusal as refusal:
            return peer_pb2.Result(decode_error=failure_of(refusal))
        model.edit(task.message, value, task.relay.set, list(task.relay.clear))
        return peer_pb2.Result(encoded=into.encode(task.message, value, task.options))

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
        data = measure.wire if measure.HasField("wire") else self._measure_encode(codec, model, task, measured)
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


def _decoded(codec: Codec, model: Model, message: str, wire: bytes, options: Mapping[str, str]) -> Any:
    try:
        return codec.decode(message, wire, options)
    except Refusal as refusal:
        tell_object(refusal, model, message)
        raise


def result_of(error: Exception, action: str, id: int) -> peer_pb2.Result:
    """The result of a task that raised. A refusal is a decode_error of a decode, and an encode_error of other tasks."""
    if not isinstance(error, Refusal):
        result = unfinished(error)
    elif action == "decode":
        result = peer_pb2.Result(decode_error=failure_of(error))
    else:
        result = peer_pb2.Result(encode_error=failure_of(error))
    result.id = id
    return result


def unfinished(error: Exception) -> peer_pb2.Result:
    """The result where an exception other than a Refusal came in between."""
    if isinstance(error, Unsupported):
        return peer_pb2.Result(unsupported=peer_pb2.Unsupported(reason=str(error)))
    name, reason = type(error).__qualname__, _utf8(str(error))
    manner = peer_pb2.EXHAUSTED if is_exhausted(error) else peer_pb2.MANNER_UNSPECIFIED
    failure = peer_pb2.Failure(type=name, reason=reason, manner=manner)
    return peer_pb2.Result(internal_error=failure)


def failure_of(refusal: Refusal) -> peer_pb2.Failure:
    return peer_pb2.Failure(
        stage=refusal.stage,
        type=refusal.type_name,
        reason=_utf8(refusal.reason),
        manner=refusal.manner,
        by=refusal.by,
        left=refusal.left,
    )


def _utf8(text: str) -> str:
    """Text that can be sent: a reason may quote what it refuses, including lone surrogates."""
    return text.encode("utf-8", "backslashreplace").decode()

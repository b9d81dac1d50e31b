"""Plain objects -> Hessian 2, in the bytes that Caucho writes, by the functions of hessian2_write.py.j2."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from wirebed_peer.hessian2 import ENVELOPE_END, layout, write_scalars
from wirebed_peer.hessian2.writer import Stream, class_def
from wirebed_peer.tree import Tree

MILLISECOND = datetime.timedelta(milliseconds=1)
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


class TypedWriter:
    """Writes plain objects of one tree."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    def encode(self, message: str, value: Any, envelope: bool = False) -> bytes:
        return self.encoder(message, envelope)(value)

    def encoder(self, message: str, envelope: bool = False) -> Callable[[Any], bytes]:
        write = self._tree.generated("plain_hessian2_write", "write", self._tree.plain_class(message))

        def encode(value: Any) -> bytes:
            stream = Stream(envelope)
            write(value, stream)
            if envelope:
                stream.out += ENVELOPE_END
            return bytes(stream.out)

        return encode


def _anonymous(stream: Stream, java_class: str, field: str, content: bytes) -> None:
    """Writes an object that is never shared, but takes a number like any other."""
    stream.objects[~len(stream.objects)] = 0
    head = stream.object_head(java_class, lambda: class_def(java_class, (field,)))
    stream.out += head + content


def decimal_object(value: Any, stream: Stream) -> None:
    _anonymous(stream, layout.BIG_DECIMAL, "value", write_scalars.string_bytes(str(value)))


def float_object(value: float, stream: Stream) -> None:
    _anonymous(stream, layout.FLOAT_HANDLE, "_value", write_scalars.double_bytes(value))

"""java-serial/javaobj-v1: reads with the first API of javaobj-py3, that of `javaobj.loads`. The marshaller of this API
is the only one of the library, and java-serial/javaobj writes with it.

The parser sets the fields of Java's objects as attributes of its own, by the names that the stream has, and makes
lists, dicts and sets of Java's collections. No stream can load any code: a class is a mere name.
"""

from __future__ import annotations

import logging
from typing import Any

from javaobj.v1.beans import JavaArray, JavaByteArray, JavaEnum, JavaObject, JavaString
from javaobj.v1.transformers import DefaultObjectTransformer
from javaobj.v1.unmarshaller import JavaObjectUnmarshaller
from wirebed_protocol import peer_pb2

from wirebed_peer.codec.javaobj_builder import CountedReads, JavaobjBuilder, JavaobjReader
from wirebed_peer.codec.setting import code
from wirebed_peer.refusal import Refusal

_Lists = DefaultObjectTransformer.JavaList
_Sets = DefaultObjectTransformer.JavaSet
_Maps = DefaultObjectTransformer.JavaMap
# For its log, the parser formats each value that it has read, whether anybody reads the log or not. Fifty lists of
# which each holds the next one twice would be a text of 2^50 letters, so a collection is formatted as any other object.
for _collection in (JavaArray, _Lists, _Sets, _Maps):
    _collection.__repr__ = JavaObject.__repr__  # type: ignore[method-assign]
# The parser logs the state in which it fails, with a dump of the bytes.
logging.getLogger("javaobj").disabled = True


class _Builder(JavaobjBuilder):
    LISTS = (JavaArray, _Lists)
    SETS = (_Sets,)
    MAPS = (_Maps,)
    BOX = DefaultObjectTransformer.JavaPrimitiveClass
    TEXT, BYTES, ENUM, OBJECT = JavaString, JavaByteArray, JavaEnum, JavaObject

    def text(self, value: JavaString) -> str:
        return str(value)

    def octets(self, value: JavaByteArray) -> bytes:
        return bytes(octet & 0xFF for octet in value)

    def constant(self, value: JavaEnum) -> Any:
        return value.constant

    def fields(self, value: JavaObject) -> dict[str, Any]:
        return {name: getattr(value, name) for name in value.classdesc.fields_names}

    def block(self, value: JavaObject) -> bytes | None:
        match value.annotations:
            case [str(data)] if type(data) is str:
                return data.encode("latin-1")
        return None


class JavaobjV1(JavaobjReader):
    library = "javaobj-v1"
    settings = (
        *JavaobjReader.settings,
        code(
            "collections are formatted as any other object, and the log is off",
            "The library formats every value for its log; nested lists take exponential time.",
        ),
    )
    typed_errors = {
        "OSError": 'v1.unmarshaller.JavaObjectUnmarshaller._readStreamHeader: ":raise IOError: Invalid magic header"',
        "RuntimeError": 'v1.unmarshaller.JavaObjectUnmarshaller._readStruct: ":raise RuntimeError: End of stream"',
    }
    encodes = False
    BUILDER = _Builder

    @classmethod
    def parsed(cls, data: bytes) -> Any:
        stream = CountedReads(data)
        value = cls.parsing(_load, stream)
        stream.check(0)
        if stream.tell() < len(data):
            raise Refusal(peer_pb2.PARSE, "", "trailing bytes after the value")
        return value


def _load(stream: CountedReads) -> Any:
    parser = JavaObjectUnmarshaller(stream)
    parser.add_transformer(DefaultObjectTransformer())
    return parser.readObject()

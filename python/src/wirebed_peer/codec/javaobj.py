"""java-serial/javaobj: reads with the second API of javaobj-py3, and writes with the marshaller of its first, since the
second has none. `javaobj_writer` makes what that takes; `javaobj_v1` reads with the first API.

The parser returns Java's objects with their class descriptions, and lists, dicts and sets for Java's collections;
`javaobj_builder` makes dataclasses of them. No stream can load any code: a class is a mere name.
"""

from __future__ import annotations

from typing import Any

from javaobj.constants import TypeCode
from javaobj.v2.api import ObjectTransformer
from javaobj.v2.beans import BlockData, FieldType, JavaArray, JavaEnum, JavaInstance, JavaString
from javaobj.v2.core import JavaStreamParser
from javaobj.v2.stream import DataStreamReader
from javaobj.v2.transformers import DefaultObjectTransformer, JavaList, JavaMap, JavaPrimitiveClass, JavaSet
from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Options
from wirebed_peer.codec.javaobj_builder import CountedReads, JavaobjBuilder, JavaobjReader
from wirebed_peer.codec.javaobj_classes import Classes
from wirebed_peer.codec.javaobj_writer import Graph, Marshaller
from wirebed_peer.codec.setting import SPELLED, code
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

_FORMS = {
    TypeCode.TYPE_BYTE: "B",
    TypeCode.TYPE_BOOLEAN: "?",
    TypeCode.TYPE_INTEGER: "i",
    TypeCode.TYPE_LONG: "q",
    TypeCode.TYPE_FLOAT: "f",
    TypeCode.TYPE_DOUBLE: "d",
}


class _ArrayReader(ObjectTransformer):
    """Reads an array of primitives at once, and bytes without sign; the library alone reads them one by one."""

    def load_array(self, reader: DataStreamReader, type_code: TypeCode, size: int) -> tuple[Any, ...] | None:
        form = _FORMS.get(type_code)
        return reader.read(f">{size}{form}") if form else None


class _Builder(JavaobjBuilder):
    LISTS = (JavaArray, JavaList)
    SETS = (JavaSet,)
    MAPS = (JavaMap,)
    BOX, TEXT, BYTES, ENUM, OBJECT = JavaPrimitiveClass, JavaString, JavaArray, JavaEnum, JavaInstance

    def text(self, value: JavaString) -> str:
        return value.value

    def octets(self, value: JavaArray) -> bytes | None:
        return bytes(value) if value.field_type == FieldType.BYTE else None

    def constant(self, value: JavaEnum) -> str:
        return value.value.value

    def fields(self, value: JavaInstance) -> dict[str, Any]:
        # As attributes they would be hidden by those of the library.
        held = value.field_data.get(value.classdesc, {})
        return {field.name: content for field, content in held.items()}

    def block(self, value: JavaInstance) -> bytes | None:
        match value.annotations.get(value.classdesc):
            case [BlockData(data=bytes(data))]:
                return data
        return None


class JavaobjSerial(JavaobjReader):
    library = "javaobj"
    settings = (
        *JavaobjReader.settings,
        code(
            "the library's objects are made of dataclasses",
            "Its marshaller knows no class of Python's.",
            writes=SPELLED,
        ),
        code(
            "arrays of primitives are read at once, and bytes without sign",
            "The library reads each element by itself, and returns signed numbers.",
        ),
    )
    BUILDER = _Builder
    typed_errors = {
        # Its README says "No typed exceptions" of this parser, and no text names the ValueError that most checks raise.
        "EOFError": 'v2.stream.DataStreamReader.read: ":raise EOFError: End of stream reached during unpacking"',
        "RuntimeError": 'v1.marshaller.JavaObjectMarshaller.writeObject: ":raise RuntimeError: Unsupported type"',
    }

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._classes = Classes(tree)

    def encoder(self, message: str, options: Options) -> Bound:
        def encode(value: Any) -> bytes:
            return Marshaller().dump(Graph(self._classes).message(message, value))

        return Bound(encode, "the descriptions of classes are kept; the library's objects and its marshaller are new")

    @classmethod
    def parsed(cls, data: bytes) -> Any:
        stream = CountedReads(data)
        parser = JavaStreamParser(stream, [_ArrayReader(), DefaultObjectTransformer()])
        contents = cls.parsing(parser.run)
        # The one read behind the last value is how the library finds the end.
        stream.check(1)
        if len(contents) != 1:
            raise Refusal(peer_pb2.PARSE, "", f"{len(contents)} values where one should be")
        return contents[0]

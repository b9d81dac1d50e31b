"""java-serial/javaobj: reads with the second parser of javaobj-py3, and writes with the marshaller of its first
version, since the second has none. `javaobj_writer` makes what that takes.

The parser returns Java's objects with their class descriptions, and lists, dicts and sets for Java's collections. They
become dataclasses field by field, as a user would do by hand; a value that does not have its declared type is left as
it is, and the bridge refuses it. No stream can load any code: a class is a mere name.
"""

from __future__ import annotations

import datetime
import decimal
from io import BytesIO
from typing import Any

from javaobj.constants import TypeCode
from javaobj.v2.api import ObjectTransformer
from javaobj.v2.beans import BlockData, FieldType, JavaArray, JavaEnum, JavaInstance, JavaString
from javaobj.v2.core import JavaStreamParser
from javaobj.v2.stream import DataStreamReader
from javaobj.v2.transformers import DefaultObjectTransformer, JavaList, JavaMap, JavaPrimitiveClass, JavaSet
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.dataclass_builder import DataclassBuilder
from wirebed_peer.codec.javaobj_classes import Classes
from wirebed_peer.codec.javaobj_writer import Graph, Marshaller
from wirebed_peer.codec.setting import code, guard
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

_T = PlainType
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
# The boxes of Java that the library leaves as objects.
_BOXES = {_T.FLOAT: "java.lang.Float", _T.DOUBLE: "java.lang.Double"}
_FORMS = {
    TypeCode.TYPE_BYTE: "B",
    TypeCode.TYPE_BOOLEAN: "?",
    TypeCode.TYPE_INTEGER: "i",
    TypeCode.TYPE_LONG: "q",
    TypeCode.TYPE_FLOAT: "f",
    TypeCode.TYPE_DOUBLE: "d",
}
# The limit in bytes: making a longer Decimal takes time that grows with the square of the length.
_LONGEST_NUMBER = 1 << 16


class JavaobjSerial(Codec):
    format = "java-serial"
    library = "javaobj"
    package = "javaobj-py3"
    library_packages = ("javaobj",)
    typed_errors = {
        # Its README says "No typed exceptions" of this parser, and no text names the ValueError that most checks raise.
        "EOFError": 'v2.stream.DataStreamReader.read: ":raise EOFError: End of stream reached during unpacking"',
        "RuntimeError": 'v1.marshaller.JavaObjectMarshaller.writeObject: ":raise RuntimeError: Unsupported type"',
    }
    settings = (
        code("dataclasses are made of the library's objects, and back", "The library knows no class of Python's."),
        code(
            "arrays of primitives are read at once, and bytes without sign",
            "The library reads each element by itself, and returns signed numbers.",
        ),
        guard("a number of more than 65,536 bytes is refused", "Decimal takes time that grows with the square."),
        guard(
            "a text that is cut off, and more than one value, are refused",
            "The library takes what is there of a text, and returns all values of a stream.",
        ),
    )
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._classes = Classes(tree)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        try:
            return self.decoder(message, options).call(data)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.PARSE, error, self) from None

    def encoder(self, message: str, options: Options) -> Bound:
        def encode(value: Any) -> bytes:
            return Marshaller().dump(Graph(self._classes).message(message, value))

        return Bound(encode, "the descriptions of classes are kept; the library's objects and its marshaller are new")

    def decoder(self, message: str, options: Options) -> Bound:
        type_ = PlainType(kind=_T.MESSAGE, name=message)

        def decode(data: bytes) -> Any:
            return _Builder(self.tree).single(type_, parsed(data))

        return Bound(decode, "nothing is kept; parser, the library's objects and dataclasses are new")


def parsed(data: bytes) -> Any:
    """The one value of a stream. (`javaobj.loads` would also unpack gzip, without a limit on the size.)"""
    stream = _CountedReads(data)
    parser = JavaStreamParser(stream, [_ArrayReader(), DefaultObjectTransformer()])
    contents = JavaobjSerial.parsing(parser.run)
    # The one read behind the last value is how the library finds the end.
    if stream.cut_off > 1:
        raise Refusal(peer_pb2.PARSE, "", "the bytes end in a text or a block, which the library takes as complete")
    if len(contents) != 1:
        raise Refusal(peer_pb2.PARSE, "", f"{len(contents)} values where one should be")
    return contents[0]


class _CountedReads(BytesIO):
    """Counts the reads that the end of the bytes cuts off. The library itself checks those of numbers alone."""

    cut_off = 0

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        if size is not None and len(piece) < size:
            self.cut_off += 1
        return piece


class _ArrayReader(ObjectTransformer):
    """Reads an array of primitives at once, and bytes without sign; the library alone reads them one by one."""

    def load_array(self, reader: DataStreamReader, type_code: TypeCode, size: int) -> tuple[Any, ...] | None:
        form = _FORMS.get(type_code)
        return reader.read(f">{size}{form}") if form else None


class _Builder(DataclassBuilder):
    LISTS = (JavaArray, JavaList)
    SETS = (JavaSet,)
    MAPS = (JavaMap,)

    def single(self, type_: PlainType, value: Any) -> Any:
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        if isinstance(value, JavaPrimitiveClass):
            value = value.value
        if type(value) is int and kind == _T.UINT64 and value < 0:
            return value + (1 << 64)
        if type(value) is JavaString:
            return value.value if kind == _T.STRING else value
        if type(value) is JavaArray:
            is_bytes = kind == _T.BYTES and value.field_type == FieldType.BYTE
            return bytes(value) if is_bytes else value
        if type(value) is JavaEnum:
            return self._enum(type_, value) if kind == _T.ENUM else value
        return self._object(kind, type_, value) if type(value) is JavaInstance else value

    def _enum(self, type_: PlainType, value: JavaEnum) -> Any:
        enum = self.tree.plain_enums[type_.name]
        if value.classdesc.name == enum.java_class:
            for entry in enum.values:
                if value.value.value == entry.java_name and not entry.alias:
                    return self.tree.python_class(enum)(entry.number)
        return value

    def _object(self, kind: int, type_: PlainType, value: JavaInstance) -> Any:
        java_class = value.classdesc.name
        if kind == _T.MESSAGE and java_class == self.tree.plain_class(type_.name).java_class:
            return self.message(type_.name, value, _fields(value))
        if kind in _BOXES and java_class == _BOXES[kind]:
            return _fields(value).get("value", value)
        if kind == _T.DATE and java_class == "java.util.Date":
            return _date(value)
        if kind == _T.DECIMAL and java_class == "java.math.BigDecimal":
            return _decimal(value)
        return value


def _fields(value: JavaInstance) -> dict[str, Any]:
    """The fields of an object's own class, by name. As attributes they would be hidden by those of the library."""
    held = value.field_data.get(value.classdesc, {})
    return {field.name: content for field, content in held.items()}


def _date(value: JavaInstance) -> Any:
    """Reads a java.util.Date: its writeObject writes no field, and the milliseconds after the fields."""
    match value.annotations.get(value.classdesc):
        case [BlockData(data=bytes(data))] if len(data) == 8:
            milliseconds = int.from_bytes(data, "big", signed=True)
            return JavaobjSerial.parsing(lambda: _EPOCH + datetime.timedelta(milliseconds=milliseconds))
    return value


def _decimal(value: JavaInstance) -> Any:
    """Reads a BigDecimal: a scale and an unscaled BigInteger, which consists of magnitude and sign."""
    fields = _fields(value)
    whole, scale = fields.get("intVal"), fields.get("scale")
    if type(whole) is not JavaInstance or whole.classdesc.name != "java.math.BigInteger" or type(scale) is not int:
        return value
    number = _fields(whole)
    sign, magnitude = number.get("signum"), number.get("magnitude")
    if type(sign) is not int or type(magnitude) is not JavaArray or magnitude.field_type != FieldType.BYTE:
        return value
    if len(magnitude) > _LONGEST_NUMBER:
        raise Refusal(peer_pb2.PARSE, "", f"a number of {len(magnitude):,} bytes")
    digits = decimal.Decimal(int.from_bytes(bytes(magnitude), "big")).as_tuple().digits
    return decimal.Decimal((int(sign < 0), digits, -scale))

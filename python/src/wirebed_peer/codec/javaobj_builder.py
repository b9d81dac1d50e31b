"""Objects become dataclasses field by field, as a user would do by hand: for the readers of both APIs of javaobj-py3.

A value that does not have its declared type is left as it is, and the bridge refuses it."""

from __future__ import annotations

import datetime
import decimal
from io import BytesIO
from typing import Any, ClassVar

from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.dataclass_builder import DataclassBuilder
from wirebed_peer.codec.setting import SPELLED, code, guard
from wirebed_peer.refusal import Refusal

_T = PlainType
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
# The boxes of Java that the library leaves as objects.
_BOXES = {_T.FLOAT: "java.lang.Float", _T.DOUBLE: "java.lang.Double"}
# The limit in bytes: making a longer Decimal takes time that grows with the square of the length.
_LONGEST_NUMBER = 1 << 16


class CountedReads(BytesIO):
    """Counts the reads that the end of the bytes cuts off. The library itself checks those of numbers alone."""

    cut_off = 0

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        if size is not None and len(piece) < size:
            self.cut_off += 1
        return piece

    def check(self, allowed: int) -> None:
        if self.cut_off > allowed:
            raise Refusal(peer_pb2.PARSE, "", "the bytes end in a text or a block, which the library takes as complete")


SETTINGS = (
    code("dataclasses are made of the library's objects", "The library knows no class of Python's.", reads=SPELLED),
    guard("a number of more than 65,536 bytes is refused", "Decimal takes time that grows with the square."),
    guard(
        "a text that is cut off, and more than one value, are refused",
        "The library takes what is there of a text, and does not look behind a value.",
    ),
)


class JavaobjReader(Codec):
    format = "java-serial"
    package = "javaobj-py3"
    library_packages = ("javaobj",)
    settings = SETTINGS
    model = peer_pb2.PLAIN
    BUILDER: ClassVar[type[JavaobjBuilder]]

    @classmethod
    def parsed(cls, data: bytes) -> Any:
        """The one value of a stream. (`javaobj.loads` would also unpack gzip, without a limit on the size.)"""
        raise NotImplementedError

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        try:
            return self.decoder(message, options).call(data)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.PARSE, error, self) from None

    def decoder(self, message: str, options: Options) -> Bound:
        type_ = PlainType(kind=_T.MESSAGE, name=message)

        def decode(data: bytes) -> Any:
            return self.BUILDER(self.tree).single(type_, self.parsed(data))

        return Bound(decode, "nothing is kept; parser, the library's objects and dataclasses are new")


class JavaobjBuilder(DataclassBuilder):
    """Asks a parser's objects what they hold; the methods without a body here are what the two parsers differ in."""

    # The parser's types for Integer, Long and Boolean; for a text, an array of bytes, an enum and any other object.
    BOX: ClassVar[type]
    TEXT: ClassVar[type]
    BYTES: ClassVar[type]
    ENUM: ClassVar[type]
    OBJECT: ClassVar[type]

    def text(self, value: Any) -> str:
        raise NotImplementedError

    def octets(self, value: Any) -> bytes | None:
        """The bytes of an array, or None if it holds others."""
        raise NotImplementedError

    def constant(self, value: Any) -> Any:
        """The name of an enum's constant."""
        raise NotImplementedError

    def fields(self, value: Any) -> dict[str, Any]:
        """The fields of an object's own class, by name."""
        raise NotImplementedError

    def block(self, value: Any) -> bytes | None:
        """The primitive data behind the fields of an object, or None if that is not all."""
        raise NotImplementedError

    def single(self, type_: PlainType, value: Any) -> Any:
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        if isinstance(value, self.BOX):
            value = value.value
        if type(value) is int and kind == _T.UINT64 and value < 0:
            return value + (1 << 64)
        if type(value) is self.TEXT:
            return self.text(value) if kind == _T.STRING else value
        if type(value) is self.BYTES:
            octets = self.octets(value) if kind == _T.BYTES else None
            return value if octets is None else octets
        if type(value) is self.ENUM:
            return self._enum(type_, value) if kind == _T.ENUM else value
        return self._object(kind, type_, value) if type(value) is self.OBJECT else value

    def _enum(self, type_: PlainType, value: Any) -> Any:
        enum = self.tree.plain_enums[type_.name]
        if _class_name(value) == enum.java_class:
            for entry in enum.values:
                if self.constant(value) == entry.java_name and not entry.alias:
                    return self.tree.python_class(enum)(entry.number)
        return value

    def _object(self, kind: int, type_: PlainType, value: Any) -> Any:
        java_class = _class_name(value)
        if kind == _T.MESSAGE and java_class == self.tree.plain_class(type_.name).java_class:
            return self.message(type_.name, value, self.fields(value))
        if kind in _BOXES and java_class == _BOXES[kind]:
            return self.fields(value).get("value", value)
        if kind == _T.DATE and java_class == "java.util.Date":
            return self._date(value)
        if kind == _T.DECIMAL and java_class == "java.math.BigDecimal":
            return self._decimal(value)
        return value

    def _date(self, value: Any) -> Any:
        """Reads a java.util.Date: its writeObject writes no field, and the milliseconds after the fields."""
        data = self.block(value)
        if data is None or len(data) != 8:
            return value
        milliseconds = int.from_bytes(data, "big", signed=True)
        return JavaobjReader.parsing(lambda: _EPOCH + datetime.timedelta(milliseconds=milliseconds))

    def _decimal(self, value: Any) -> Any:
        """Reads a BigDecimal: a scale and an unscaled BigInteger, which consists of magnitude and sign."""
        fields = self.fields(value)
        whole, scale = fields.get("intVal"), fields.get("scale")
        if type(whole) is not self.OBJECT or _class_name(whole) != "java.math.BigInteger" or type(scale) is not int:
            return value
        number = self.fields(whole)
        sign, magnitude = number.get("signum"), number.get("magnitude")
        if type(sign) is not int or type(magnitude) is not self.BYTES:
            return value
        if len(magnitude) > _LONGEST_NUMBER:
            raise Refusal(peer_pb2.PARSE, "", f"a number of {len(magnitude):,} bytes")
        octets = self.octets(magnitude)
        if octets is None:
            return value
        digits = decimal.Decimal(int.from_bytes(octets, "big")).as_tuple().digits
        return decimal.Decimal((int(sign < 0), digits, -scale))


def _class_name(value: Any) -> Any:
    """The name of the class of an object or a constant; None where the first API found no class or something else."""
    return getattr(value.classdesc, "name", None)

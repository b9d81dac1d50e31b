"""json/msgspec: typed JSON.

msgspec can rename the fields of its own Structs but not those of a dataclass, so each plain class has a Struct with
the names of the wire beside it. msgspec checks and converts against the Struct; what it cannot express (an enum by
name, a bool as a map key, milliseconds always written) is done on the way between the two.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import msgspec
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed_peer.codec import Bound, Codec, Options, parsing, writing
from wirebed_peer.codec.plain_code import Convert, PlainCode, contents, iso
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
_ANNOTATION = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64, _T.UINT64), "int"),
    _T.BOOL: "bool",
    _T.FLOAT: "float",
    _T.DOUBLE: "float",
    _T.STRING: "str",
    _T.BYTES: "bytes",
    _T.DATE: "Annotated[datetime, Meta(tz=True)]",
    _T.DECIMAL: "Decimal",
}
_EMPTY = {"int": "0", "bool": "False", "float": "0.0", "str": "''", "bytes": "b''"}
_PRELUDE = """
from __future__ import annotations
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal
from msgspec import Meta, Struct
"""


class MsgspecJson(Codec):
    format = "json"
    library = "msgspec"
    package = "msgspec"
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._structs = _Structs(tree)
        self._decoders: dict[str, msgspec.json.Decoder] = {}
        self._encoder = msgspec.json.Encoder()

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        to_struct = self._structs.to_struct(message)
        try:
            struct = to_struct(value)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.WRITE, error) from None
        return writing(self._encoder.encode, struct)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        return self._structs.to_plain(message)(parsing(self._decoder(message).decode, data))

    def encoder(self, message: str, options: Options) -> Bound:
        to_struct, encode = self._structs.to_struct(message), self._encoder.encode
        return Bound(lambda value: encode(to_struct(value)), "the Encoder is kept; Structs and bytes are new")

    def decoder(self, message: str, options: Options) -> Bound:
        to_plain, decode = self._structs.to_plain(message), self._decoder(message).decode
        return Bound(lambda data: to_plain(decode(data)), "the Decoder is kept; Structs and objects are new")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        to_struct, encode_into = self._structs.to_struct(message), self._encoder.encode_into
        kept = bytearray()

        def encode(value: Any) -> bytearray:
            encode_into(to_struct(value), kept)
            return kept

        return Bound(encode, "the Encoder is kept, and the bytearray that it encodes into; Structs are new")

    def _decoder(self, message: str) -> msgspec.json.Decoder:
        decoder = self._decoders.get(message)
        if decoder is None:
            decoder = self._decoders[message] = msgspec.json.Decoder(self._structs.struct(message))
        return decoder


class _Structs(PlainCode):
    """A Struct `S<n>` for each plain class, with `to_struct<n>` and `to_plain<n>` that convert to and from it."""

    def __init__(self, tree: Tree) -> None:
        # msgspec resolves annotations in the module of a class.
        module = types.ModuleType(f"{__name__}.structs{id(self)}")
        sys.modules[module.__name__] = module
        super().__init__(tree, module.__dict__)
        self.namespace["iso"] = iso
        exec(_PRELUDE, self.namespace)

    def struct(self, message: str) -> type[msgspec.Struct]:
        return self.namespace[f"S{self.number(message)}"]

    def to_struct(self, message: str) -> Callable[[Any], msgspec.Struct]:
        return self.namespace[f"to_struct{self.number(message)}"]

    def to_plain(self, message: str) -> Callable[[msgspec.Struct], Any]:
        return self.namespace[f"to_plain{self.number(message)}"]

    def source(self, number: int, entry: PlainClass) -> list[str]:
        to_struct = ", ".join(_field(f, f"v.{f.python_name}", self._to_struct, writes=True) for f in entry.fields)
        to_plain = ", ".join(_field(f, f"v.f{f.number}", self._to_plain, writes=False) for f in entry.fields)
        return [
            "from __future__ import annotations",
            f"class S{number}(Struct, rename={self._wire_names(entry)!r}):",
            "    pass",
            *(f"    f{field.number}: {self._annotation(field)} = {self._empty(field)}" for field in entry.fields),
            f"def to_struct{number}(v):",
            f"    return S{number}({to_struct})",
            f"def to_plain{number}(v):",
            f"    return C{number}({to_plain})",
        ]

    @staticmethod
    def _wire_names(entry: PlainClass) -> dict[str, str]:
        return {f"f{field.number}": field.json_name for field in entry.fields}

    def _annotation(self, field: PlainField) -> str:
        value = self._value(field.type)
        if field.container == PlainField.MAP:
            return f"dict[{_key(field.key)}, {value}]"
        if field.container == PlainField.SET:
            return f"set[{value}]"
        if field.container != PlainField.SINGLE:
            return f"list[{value}]"
        return f"{value} | None" if may_be_none(field) else value

    def _value(self, type_: PlainType) -> str:
        if type_.kind == _T.MESSAGE:
            return f"S{self.number(type_.name)}"
        if type_.kind == _T.ENUM:
            return f"Enum{self.enum(type_.name)}"
        if type_.kind == _T.WRAPPER:
            return _ANNOTATION[type_.wrapped]
        return _ANNOTATION[type_.kind]

    def _empty(self, field: PlainField) -> str:
        if field.container != PlainField.SINGLE:
            return {PlainField.MAP: "{}", PlainField.SET: "set()"}.get(field.container, "[]")
        if may_be_none(field):
            return "None"
        if field.type.kind == _T.ENUM:
            return repr(self.tree.plain_enums[field.type.name].values[0].name)
        return _EMPTY[_ANNOTATION[field.type.kind]]

    def enum(self, name: str) -> int:
        """With the names as a Literal, too."""
        number = super().enum(name)
        if f"Enum{number}" not in self.namespace:
            names = ", ".join(repr(value.name) for value in self.tree.plain_enums[name].values)
            self.namespace[f"Enum{number}"] = eval(f"Literal[{names}]", self.namespace)
        return number

    def _to_struct(self, type_: PlainType, value: str) -> str:
        if type_.kind == _T.MESSAGE:
            return f"to_struct{self.number(type_.name)}({value})"
        if type_.kind == _T.ENUM:
            return f"enum{self.enum(type_.name)}_name[{value}]"
        if type_.kind == _T.DATE:
            return f"iso({value})"
        return value

    def _to_plain(self, type_: PlainType, value: str) -> str:
        if type_.kind == _T.MESSAGE:
            return f"to_plain{self.number(type_.name)}({value})"
        if type_.kind == _T.ENUM:
            return f"enum{self.enum(type_.name)}_of[{value}]"
        return value


def _key(type_: PlainType) -> str:
    return "Literal['true', 'false']" if type_.kind == _T.BOOL else _ANNOTATION[type_.kind]


def _field(field: PlainField, value: str, convert: Convert, writes: bool) -> str:
    """An expression that converts one field to the Struct (when it is written) or back."""
    if field.container == PlainField.SINGLE:
        content = convert(field.type, value)
        return f"None if {value} is None else {content}" if field.nullable and content != value else content
    return contents(field, value, convert, _key_to_struct if writes else _key_to_plain, writes)


def _key_to_struct(type_: PlainType, value: str) -> str:
    return f"('true' if {value} else 'false')" if type_.kind == _T.BOOL else value


def _key_to_plain(type_: PlainType, value: str) -> str:
    return f"{value} == 'true'" if type_.kind == _T.BOOL else value

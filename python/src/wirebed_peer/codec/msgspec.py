"""json/msgspec: typed JSON.

msgspec can rename the fields of its own Structs but not those of a dataclass, so each plain class has a Struct with
the names of the wire beside it. msgspec checks and converts against the Struct; what it cannot express (an enum by
name, a bool as a map key, milliseconds always written) is done on the way between the two.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from datetime import datetime
from typing import Any

import msgspec
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField, PlainType

from wirebed_peer.codec import Codec, Options, parsing, writing
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


def iso(moment: datetime) -> str:
    """ISO 8601 in UTC with at least milliseconds."""
    digits = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


class MsgspecJson(Codec):
    format = "json"
    library = "msgspec"
    package = "msgspec"
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._structs = _Structs(tree)
        self._decoders: dict[str, msgspec.json.Decoder] = {}
        self._encode = msgspec.json.Encoder().encode

    def encode(self, message: str, value: Any, options: Options) -> bytes:
        name = self._structs.name(message)
        try:
            struct = self._structs.namespace[f"struct_{name}"](value)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.WRITE, error) from None
        return writing(self._encode, struct)

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        name = self._structs.name(message)
        decoder = self._decoders.get(message)
        if decoder is None:
            decoder = self._decoders[message] = msgspec.json.Decoder(self._structs.namespace[name])
        return self._structs.namespace[f"plain_{name}"](parsing(decoder.decode, data))


class _Structs:
    """A Struct `S<n>` for each plain class, with `struct_S<n>` and `plain_S<n>` that convert to and from it."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._names: dict[str, str] = {}
        self._enums: dict[str, int] = {}
        # msgspec resolves annotations in the module of a class.
        module = types.ModuleType(f"{__name__}.structs{id(self)}")
        sys.modules[module.__name__] = module
        self.namespace: dict[str, Any] = module.__dict__
        self.namespace["iso"] = iso
        exec(_PRELUDE, self.namespace)

    def name(self, message: str) -> str:
        """The name of the Struct for a message; makes it, and those that it needs."""
        if message in self._names:
            return self._names[message]
        name = self._names[message] = f"S{len(self._names)}"
        entry = self._tree.plain_class(message)
        self.namespace[f"{name}_class"] = self._tree.python_class(entry)
        to_struct = ", ".join(_field(f, f"v.{f.python_name}", self._to_struct, writes=True) for f in entry.fields)
        to_plain = ", ".join(_field(f, f"v.f{f.number}", self._to_plain, writes=False) for f in entry.fields)
        source = [
            "from __future__ import annotations",
            f"class {name}(Struct, rename={self._wire_names(entry)!r}):",
            "    pass",
            *(f"    f{field.number}: {self._annotation(field)} = {self._empty(field)}" for field in entry.fields),
            f"def struct_{name}(v):",
            f"    return {name}({to_struct})",
            f"def plain_{name}(v):",
            f"    return {name}_class({to_plain})",
        ]
        exec(compile("\n".join(source), f"<json struct of {message}>", "exec"), self.namespace)
        return name

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
            return self.name(type_.name)
        if type_.kind == _T.ENUM:
            return f"Enum{self._enum(type_.name)}"
        if type_.kind == _T.WRAPPER:
            return _ANNOTATION[type_.wrapped]
        return _ANNOTATION[type_.kind]

    def _empty(self, field: PlainField) -> str:
        if field.container != PlainField.SINGLE:
            return {PlainField.MAP: "{}", PlainField.SET: "set()"}.get(field.container, "[]")
        if may_be_none(field):
            return "None"
        if field.type.kind == _T.ENUM:
            return repr(self._tree.plain_enums[field.type.name].values[0].name)
        return _EMPTY[_ANNOTATION[field.type.kind]]

    def _enum(self, name: str) -> int:
        """The number of an enum, whose names then are a Literal, a table to names and one from names."""
        if name not in self._enums:
            index = self._enums[name] = len(self._enums)
            entry: PlainEnum = self._tree.plain_enums[name]
            members = self._tree.python_class(entry)
            names = ", ".join(repr(value.name) for value in entry.values)
            self.namespace[f"Enum{index}"] = eval(f"Literal[{names}]", self.namespace)
            self.namespace[f"enum{index}_name"] = {
                members(value.number): value.name for value in entry.values if not value.alias
            }
            self.namespace[f"enum{index}_of"] = {v.name: members(v.number) for v in entry.values}
        return self._enums[name]

    def _to_struct(self, type_: PlainType, value: str) -> str:
        if type_.kind == _T.MESSAGE:
            return f"struct_{self.name(type_.name)}({value})"
        if type_.kind == _T.ENUM:
            return f"enum{self._enum(type_.name)}_name[{value}]"
        if type_.kind == _T.DATE:
            return f"iso({value})"
        return value

    def _to_plain(self, type_: PlainType, value: str) -> str:
        if type_.kind == _T.MESSAGE:
            return f"plain_{self.name(type_.name)}({value})"
        if type_.kind == _T.ENUM:
            return f"enum{self._enum(type_.name)}_of[{value}]"
        return value


def _key(type_: PlainType) -> str:
    return "Literal['true', 'false']" if type_.kind == _T.BOOL else _ANNOTATION[type_.kind]


def _field(field: PlainField, value: str, convert: Callable[[PlainType, str], str], writes: bool) -> str:
    """An expression that converts one field to the Struct (when it is written) or back."""
    if field.container == PlainField.SINGLE:
        content = convert(field.type, value)
        return f"None if {value} is None else {content}" if field.nullable and content != value else content
    content = convert(field.type, "x")
    if field.container == PlainField.MAP:
        bool_key = "('true' if k else 'false')" if writes else "k == 'true'"
        key = bool_key if field.key.kind == _T.BOOL else "k"
        return value if (key, content) == ("k", "x") else f"{{{key}: {content} for k, x in {value}.items()}}"
    if field.container == PlainField.SET:
        # Written in order, since a set of texts has another one in every process.
        items = f"{content} for x in {value}"
        return f"sorted({items})" if writes else f"{{{items}}}"
    return value if content == "x" else f"[{content} for x in {value}]"

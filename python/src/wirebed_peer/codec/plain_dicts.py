"""Plain objects <-> the dicts, lists and scalars that an untyped JSON library takes and gives.

What such a library reads is of any type: each value is checked on its way into the dataclass. An integer has no width
here, as it has none in Python.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed_peer.codec.plain_code import PlainCode, contents, iso
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
_SCALAR = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64, _T.UINT64), ("integer", "0")),
    _T.BOOL: ("boolean", "False"),
    _T.FLOAT: ("number", "0.0"),
    _T.DOUBLE: ("number", "0.0"),
    _T.STRING: ("text", "''"),
    _T.BYTES: ("binary", "''"),
    _T.DATE: ("moment", ""),
    _T.DECIMAL: ("decimal", ""),
}
_CONTAINER = {PlainField.MAP: ("table", "{}")}
_LIST = ("array", "()")


class PlainDicts(PlainCode):
    """For each plain class `to_dict<n>` and `to_plain<n>`."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree, {**_READS, "b64encode": b64encode, "iso": iso})

    def to_dict(self, message: str) -> Callable[[Any], dict[str, Any]]:
        return self.namespace[f"to_dict{self.number(message)}"]

    def of_dict(self, message: str) -> Callable[[Any], Any]:
        return self.namespace[f"to_plain{self.number(message)}"]

    def of_plain(self, message: str, value: Any) -> dict[str, Any]:
        to_dict = self.to_dict(message)
        try:
            return to_dict(value)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.WRITE, error) from None

    def source(self, number: int, entry: PlainClass) -> list[str]:
        to_dict = ", ".join(f"{f.json_name!r}: {self._write_field(f)}" for f in entry.fields)
        to_plain = ", ".join(self._read_field(f) for f in entry.fields)
        return [
            f"def to_dict{number}(v):",
            f"    return {{{to_dict}}}",
            f"def to_plain{number}(v):",
            "    get = table(v).get",
            f"    return C{number}({to_plain})",
        ]

    def _write_field(self, field: PlainField) -> str:
        value = f"v.{field.python_name}"
        if field.container != PlainField.SINGLE:
            return contents(field, value, self._write, _write_key, writes=True)
        content = self._write(field.type, value)
        return f"None if {value} is None else {content}" if may_be_none(field) and content != value else content

    def _write(self, type_: PlainType, value: str) -> str:
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        if kind == _T.MESSAGE:
            return f"to_dict{self.number(type_.name)}({value})"
        if kind == _T.ENUM:
            return f"enum{self.enum(type_.name)}_name[{value}]"
        if kind == _T.DATE:
            return f"iso({value})"
        if kind == _T.DECIMAL:
            return f"str({value})"
        return f"b64encode({value}).decode()" if kind == _T.BYTES else value

    def _read_field(self, field: PlainField) -> str:
        name = repr(field.json_name)
        if field.container != PlainField.SINGLE:
            check, empty = _CONTAINER.get(field.container, _LIST)
            return contents(field, f"{check}(get({name}, {empty}))", self._read, _read_key, writes=False)
        if may_be_none(field):
            return f"None if (x := get({name})) is None else {self._read(field.type, 'x')}"
        return self._read(field.type, f"get({name}, {self._empty(field.type)})")

    def _read(self, type_: PlainType, value: str) -> str:
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        if kind == _T.MESSAGE:
            return f"to_plain{self.number(type_.name)}({value})"
        if kind == _T.ENUM:
            return f"one_of(enum{self.enum(type_.name)}_of, {value})"
        return f"{_SCALAR[kind][0]}({value})"

    def _empty(self, type_: PlainType) -> str:
        if type_.kind == _T.ENUM:
            return repr(self.tree.plain_enums[type_.name].values[0].name)
        return _SCALAR[type_.kind][1]


def _write_key(type_: PlainType, value: str) -> str:
    if type_.kind == _T.BOOL:
        return f"('true' if {value} else 'false')"
    return value if type_.kind == _T.STRING else f"str({value})"


def _read_key(type_: PlainType, value: str) -> str:
    if type_.kind == _T.BOOL:
        return f"one_of(truths, {value})"
    return value if type_.kind == _T.STRING else f"integer_of({value})"


class Mistyped(ValueError):
    """JSON, but not of the type that the plain class has there."""


def _expected(what: str, value: Any) -> Mistyped:
    return Mistyped(f"expected {what}, got {_JSON_TYPES.get(type(value), type(value).__name__)}")


def _typed(what: str, *types: type) -> Any:
    def check(value: Any) -> Any:
        if type(value) in types:
            return value
        raise _expected(what, value)

    return check


def _number(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) is int:
        return float(value)
    raise _expected("a number", value)


def _array(value: Any) -> Any:
    if type(value) is list or value == ():
        return value
    raise _expected("an array", value)


def _binary(value: Any) -> bytes:
    return b64decode(_text(value), validate=True)


def _moment(value: Any) -> datetime:
    moment = datetime.fromisoformat(_text(value))
    if moment.tzinfo is None:
        raise Mistyped(f"expected a date with its offset, got {value!r}")
    return moment


def _decimal(value: Any) -> Decimal:
    try:
        return Decimal(_text(value))
    except ArithmeticError:
        raise Mistyped(f"expected the text of a decimal, got {value!r}") from None


def _one_of(known: dict[str, Any], value: Any) -> Any:
    if type(value) is str and value in known:
        return known[value]
    raise Mistyped(f"expected one of {', '.join(known)}, got {value!r}")


def _integer_of(key: str) -> int:
    number = int(key)
    if str(number) != key:
        raise Mistyped(f"expected an integer as a key, got {key!r}")
    return number


_JSON_TYPES = {dict: "object", list: "array", type(None): "null"}
_text = _typed("a text", str)
_READS: dict[str, Any] = {
    "integer": _typed("an integer", int),
    "boolean": _typed("a boolean", bool),
    "table": _typed("an object", dict),
    "text": _text,
    "number": _number,
    "array": _array,
    "binary": _binary,
    "moment": _moment,
    "decimal": _decimal,
    "one_of": _one_of,
    "integer_of": _integer_of,
    "truths": {"true": True, "false": False},
}

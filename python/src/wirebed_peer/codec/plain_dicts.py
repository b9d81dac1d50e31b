"""Converts between plain objects and the dicts, lists and scalars of an untyped JSON library, by json_dicts.py.j2.

Such a library reads values of any type, so each is checked on its way into the dataclass. The width of an integer is
not checked here, since Python's integers have none.
"""

from __future__ import annotations

from base64 import b64decode
from binascii import Error
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Codec
from wirebed_peer.codec.setting import SPELLED, Setting, code, guard
from wirebed_peer.refusal import Refusal


class DictsCodec(Codec):
    """A codec whose library takes and returns dicts."""

    settings = (
        code(
            "dicts are made of objects, and objects of dicts, by generated code (json_dicts.py.j2)",
            "The library reads dicts; the code adds the forms of the mapping table for keys, bytes, dates and enums.",
            reads=(Setting.KEYS, *SPELLED),
            writes=(Setting.KEYS, *SPELLED),
        ),
        guard(
            "a value that has not the declared type is refused while the object is made",
            "The library knows no types, and a dataclass checks none.",
        ),
    )

    def to_dict(self, message: str) -> Callable[[Any], dict[str, Any]]:
        return self.tree.generated("plain_dicts", "to_dict", self.tree.plain_class(message))

    def to_plain(self, message: str) -> Callable[[Any], Any]:
        return self.tree.generated("plain_dicts", "to_plain", self.tree.plain_class(message))

    def dict_of(self, message: str, value: Any) -> dict[str, Any]:
        to_dict = self.to_dict(message)
        try:
            return to_dict(value)
        except RecursionError as error:
            raise Refusal.of(peer_pb2.WRITE, error, self) from None


def iso(moment: datetime) -> str:
    """ISO 8601 in UTC with at least milliseconds."""
    digits = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


class Mistyped(ValueError):
    """The JSON value does not have the type that the plain class declares."""


def _expected(what: str, value: Any) -> Mistyped:
    return Mistyped(f"expected {what}, got {_JSON_TYPES.get(type(value), type(value).__name__)}")


def _typed(what: str, *types: type) -> Any:
    def check(value: Any) -> Any:
        if type(value) in types:
            return value
        raise _expected(what, value)

    return check


def number(value: Any) -> float:
    if type(value) is float:
        return value
    if type(value) is not int:
        raise _expected("a number", value)
    try:
        return float(value)
    except OverflowError as error:
        raise Mistyped(str(error)) from None


def array(value: Any) -> Any:
    if type(value) is list or value == ():
        return value
    raise _expected("an array", value)


def binary(value: Any) -> bytes:
    try:
        return b64decode(text(value), validate=True)
    except Error as error:
        raise Mistyped(str(error)) from None


def moment(value: Any) -> datetime:
    try:
        instant = datetime.fromisoformat(text(value))
    except ValueError as error:
        raise Mistyped(str(error)) from None
    if instant.tzinfo is None:
        raise Mistyped(f"expected a date with its offset, got {value!r}")
    return instant


def decimal(value: Any) -> Decimal:
    try:
        return Decimal(text(value))
    except ArithmeticError:
        raise Mistyped(f"expected the text of a decimal, got {value!r}") from None


def one_of(known: dict[str, Any], value: Any) -> Any:
    if type(value) is str and value in known:
        return known[value]
    raise Mistyped(f"expected one of {', '.join(known)}, got {value!r}")


def integer_of(key: str) -> int:
    try:
        number = int(key)
    except ValueError as error:
        raise Mistyped(str(error)) from None
    if str(number) != key:
        raise Mistyped(f"expected an integer as a key, got {key!r}")
    return number


_JSON_TYPES = {dict: "object", list: "array", type(None): "null"}
TRUTHS = {"true": True, "false": False}
integer = _typed("an integer", int)
boolean = _typed("a boolean", bool)
table = _typed("an object", dict)
text = _typed("a text", str)

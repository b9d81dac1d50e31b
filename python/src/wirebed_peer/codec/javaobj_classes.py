"""Class descriptions for the marshaller of javaobj-py3 (`javaobj.v1`), which has none itself.

Those of the JDK's classes are declared here, those of plain classes come from the plain schema."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

from javaobj.v1.beans import JavaClass, JavaEnum, JavaObject, JavaString
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.hessian2.layout import value_kind
from wirebed_peer.tree import Tree

_T = PlainType
_SERIALIZABLE, _WITH_METHOD, _ENUM = 2, 3, 0x12
PRIMITIVES = {
    _T.INT32: "I",
    **dict.fromkeys((_T.UINT32, _T.INT64, _T.UINT64), "J"),
    _T.BOOL: "Z",
    _T.FLOAT: "F",
    _T.DOUBLE: "D",
}
_TYPES = {
    **{kind: "Ljava/lang/Long;" for kind in (_T.UINT32, _T.INT64, _T.UINT64)},
    _T.INT32: "Ljava/lang/Integer;",
    _T.BOOL: "Ljava/lang/Boolean;",
    _T.FLOAT: "Ljava/lang/Float;",
    _T.DOUBLE: "Ljava/lang/Double;",
    _T.STRING: "Ljava/lang/String;",
    _T.BYTES: "[B",
    _T.DATE: "Ljava/util/Date;",
    _T.DECIMAL: "Ljava/math/BigDecimal;",
}
_COLLECTIONS = {
    PlainField.LIST: "Ljava/util/List;",
    PlainField.SET: "Ljava/util/Set;",
    PlainField.MAP: "Ljava/util/Map;",
}


def _class(
    name: str, version: int, *fields: tuple[str, str], flags: int = _SERIALIZABLE, parent: JavaClass | None = None
) -> JavaClass:
    result = JavaClass()
    result.name, result.serialVersionUID, result.flags, result.superclass = name, version, flags, parent
    result.fields_names = [field for field, _ in fields]
    result.fields_types = [type_ for _, type_ in fields]
    return result


def array_class(type_: str) -> JavaClass:
    """The description of an array class. Its version is a hash of its name and modifiers, since none is declared."""
    name = type_.replace("/", ".").encode()
    digest = hashlib.sha1(struct.pack(">H", len(name)) + name + struct.pack(">i", 0x411)).digest()
    return _class(name.decode(), struct.unpack("<q", digest[:8])[0])


_NUMBER = _class("java.lang.Number", -8742448824652078965)
BOXES = {
    "I": _class("java.lang.Integer", 1360826667806852920, ("value", "I"), parent=_NUMBER),
    "J": _class("java.lang.Long", 4290774380558885855, ("value", "J"), parent=_NUMBER),
    "Z": _class("java.lang.Boolean", -3665804199014368530, ("value", "Z")),
    "F": _class("java.lang.Float", -2671257302660747028, ("value", "F"), parent=_NUMBER),
    "D": _class("java.lang.Double", -9172774392245257468, ("value", "D"), parent=_NUMBER),
}
DATE = _class("java.util.Date", 7523967970034938905, flags=_WITH_METHOD)
INTEGER = _class(
    "java.math.BigInteger",
    -8287574255936472291,
    *((name, "I") for name in ("bitCount", "bitLength", "firstNonzeroByteNum", "lowestSetBit", "signum")),
    ("magnitude", "[B"),
    flags=_WITH_METHOD,
    parent=_NUMBER,
)
DECIMAL = _class(
    "java.math.BigDecimal",
    6108874887143696463,
    ("scale", "I"),
    ("intVal", "Ljava/math/BigInteger;"),
    flags=_WITH_METHOD,
    parent=_NUMBER,
)
LIST = _class("java.util.ArrayList", 8683452581122892189, ("size", "I"), flags=_WITH_METHOD)
SET = _class("java.util.HashSet", -5024744406713321676, flags=_WITH_METHOD)
MAP = _class("java.util.HashMap", 362498820763181265, ("loadFactor", "F"), ("threshold", "I"), flags=_WITH_METHOD)
_ANY_ENUM = _class("java.lang.Enum", 0, flags=_ENUM)
BYTES = array_class("[B")


def new_object(java_class: JavaClass, **fields: Any) -> JavaObject:
    result = JavaObject()
    result.classdesc = java_class
    for name, value in fields.items():
        setattr(result, name, value)
    return result


class NoJavaForm(ValueError):
    """A dataclass can hold the value, but it has no form on the wire."""


def check(value: Any, expected: type) -> None:
    """Refuses a value that is not as declared."""
    if type(value) is not expected:
        raise NoJavaForm(f"{type(value).__name__} where {expected.__name__} is declared")


class Classes:
    """The descriptions of one tree's plain classes and enums."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, JavaClass] = {}
        self._fields: dict[str, list[PlainField]] = {}

    def fields(self, message: str) -> list[PlainField]:
        """The fields in the order in which the JDK writes them: primitives by name, then objects by name."""
        if message not in self._fields:
            fields = self._tree.plain_class(message).fields
            self._fields[message] = sorted(fields, key=lambda field: (not self.is_primitive(field), field.java_name))
        return self._fields[message]

    def of_message(self, message: str) -> JavaClass:
        if message not in self._known:
            fields = [(field.java_name, self._type(field)) for field in self.fields(message)]
            self._known[message] = _class(self._tree.plain_class(message).java_class, 1, *fields)
        return self._known[message]

    def constant(self, enum: str, value: Any) -> JavaEnum:
        entry = self._tree.plain_enums[enum]
        check(value, self._tree.python_class(entry))
        if enum not in self._known:
            self._known[enum] = _class(entry.java_class, 0, flags=_ENUM, parent=_ANY_ENUM)
        names = {item.number: item.java_name for item in entry.values if not item.alias}
        result = JavaEnum(JavaString(names[int(value)]))
        result.classdesc = self._known[enum]
        return result

    def python_class(self, message: str) -> type:
        return self._tree.python_class(self._tree.plain_class(message))

    def is_primitive(self, field: PlainField) -> bool:
        return field.container == PlainField.SINGLE and not field.nullable and field.type.kind in PRIMITIVES

    def _type(self, field: PlainField) -> str:
        if field.container == PlainField.ARRAY:
            return "[" + self.element(field.type)
        if field.container != PlainField.SINGLE:
            return _COLLECTIONS[field.container]
        return PRIMITIVES[field.type.kind] if self.is_primitive(field) else self._reference(field.type)

    def element(self, type_: PlainType) -> str:
        """The type name of an array's elements."""
        return PRIMITIVES.get(type_.kind) or self._reference(type_)

    def _reference(self, type_: PlainType) -> str:
        kind = value_kind(type_)
        if kind == _T.MESSAGE:
            name = self._tree.plain_class(type_.name).java_class
        elif kind == _T.ENUM:
            name = self._tree.plain_enums[type_.name].java_class
        else:
            return _TYPES[kind]
        return f"L{name.replace('.', '/')};"

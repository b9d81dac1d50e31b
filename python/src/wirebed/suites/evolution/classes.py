"""Values of classes that were written by hand (java/classes): as a schema calls them, and as their peer does.

A step about a class describes its fields in v1.proto and v2.proto as any step does, so that samples, migration and
judging are those of every step. Only what travels to the peer is a bare `object` (proto/wirebed/README.md).

| in the schema | in the bare object |
|---|---|
| a field that is absent | none: the constructor's value stays when an object is built; null when one is seen |
| int32, an enum | `int`, `string` of the constant's name |
| int64 | `long` |
| float, double | `double` |
| string, bytes, bool | `string`, `binary`, `bool` |
| a repeated field of these | `list` |
"""

from collections.abc import Callable
from typing import Any

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import Schema
from wirebed.view import grammar as g
from wirebed.view.parse import Node, parse
from wirebed.view.writer import ViewWriter

Scalar = Any  # the tag of its node, or its word, decides the type
_Write = Callable[[ViewWriter, Scalar], None]
_WORDS: dict[int, tuple[str, _Write]] = {
    g.TRUE: ("bool", ViewWriter.boolean),
    g.FALSE: ("bool", ViewWriter.boolean),
    g.FLOAT: ("double", ViewWriter.float64),
    g.DOUBLE: ("double", ViewWriter.float64),
    g.TEXT: ("string", ViewWriter.text),
    g.BYTES: ("binary", ViewWriter.binary),
}


class NotOfTheClass(ValueError):
    """A value that the other side has no word for."""


def to_bare(view: bytes, schema: Schema, class_name: str) -> bytes:
    """The view of a message -> the bare object of a class."""
    root = parse(view)
    fields = schema.message(root.value).fields_by_number
    out = ViewWriter()
    _begin(out, class_name, len(root.children))
    for number, child in zip(root.keys, root.children, strict=True):
        out.record("field")
        out.field(1)
        out.text(fields[number].name)
        out.field(2)
        _to_bare(child, fields[number], out)
        out.end()
    out.end()
    return out.finish()


def _begin(out: ViewWriter, class_name: str, count: int) -> None:
    out.record("object")
    out.field(1)
    out.text(class_name)
    out.field(2)
    out.list(count)


def _to_bare(node: Node, field: F, out: ViewWriter) -> None:
    if node.tag == g.LIST:
        out.record("list")
        out.field(2)
        out.list(len(node.children))
        for child in node.children:
            _to_bare(child, field, out)
        out.end()
        return
    word, write, value = _word(node, field)
    out.record(word)
    out.field(1)
    write(out, value)
    out.end()


def _word(node: Node, field: F) -> tuple[str, _Write, Scalar]:
    if node.tag == g.INT:
        return ("long" if field.cpp_type == F.CPPTYPE_INT64 else "int"), ViewWriter.integer, node.value
    if node.tag == g.ENUM and field.enum_type is not None and node.value in field.enum_type.values_by_number:
        return "string", ViewWriter.text, field.enum_type.values_by_number[node.value].name
    if node.tag not in _WORDS:
        raise NotOfTheClass(f"a {g.NAMES[node.tag]} in {field.full_name}: a class written by hand has none")
    return *_WORDS[node.tag], node.value


def from_bare(view: bytes, schema: Schema, message: str) -> bytes:
    """The bare object that a peer saw -> the view of a message."""
    names, values = _fields_of(parse(view))
    seen = dict(zip(names, values, strict=True))
    out = ViewWriter()
    out.record(message)
    for field in schema.message(message).fields:
        node = seen.pop(field.name, None)
        if node is not None and node.value != "null":
            out.field(field.number)
            _from_bare(node, field, out)
    if seen:
        raise NotOfTheClass(f"{message} has no field {', '.join(seen)}, which the class has")
    out.end()
    return out.finish()


def _fields_of(root: Node) -> tuple[list[str], list[Node]]:
    if root.value != "object":
        raise NotOfTheClass(f"a {root.value} where an object should be")
    fields = _member(root, 2).children
    return [_member(field, 1).value for field in fields], [_member(field, 2) for field in fields]


def _member(node: Node, number: int) -> Node:
    child = node.field(number)
    if child is None:
        raise NotOfTheClass(f"{node.value} without its field {number}")
    return child


def _from_bare(node: Node, field: F, out: ViewWriter) -> None:
    if node.value == "list":
        items = _member(node, 2).children
        out.list(len(items))
        for item in items:
            _from_bare(item, field, out)
        return
    scalar = node.field(1)
    if scalar is None or node.value in ("map", "object"):
        raise NotOfTheClass(f"a {node.value} in {field.full_name}")
    _scalar(node.value, scalar.value, field, out)


def _scalar(word: str, value: Scalar, field: F, out: ViewWriter) -> None:
    """The node that the declared type asks for, if the value is of it, else the node of what is there."""
    if word == "string" and field.enum_type is not None and value in field.enum_type.values_by_name:
        out.enum(field.enum_type.values_by_name[value].number)
    elif word == "double" and field.type == F.TYPE_FLOAT:
        out.float32(value)
    else:
        _SCALARS[word](out, value)


_SCALARS: dict[str, _Write] = {
    "bool": ViewWriter.boolean,
    "int": ViewWriter.integer,
    "long": ViewWriter.integer,
    "date": ViewWriter.integer,
    "double": ViewWriter.float64,
    "string": ViewWriter.text,
    "binary": ViewWriter.binary,
}

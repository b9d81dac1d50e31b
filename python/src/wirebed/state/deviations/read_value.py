"""`reads:` of an entry: what a codec makes of what was written, as a literal or as a function of it.

fixtures/deviations/README.md, "What is read", has the forms. A function also explains a list, a map or a message: each
scalar in it is read as the function says, or as it was written.
"""

import hashlib
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NoReturn

from google.protobuf.descriptor import FieldDescriptor

from wirebed.bed.glob import any_matches
from wirebed.bed.schema import Schema
from wirebed.state.deviations import enum_handles, packed, spilled, texts
from wirebed.state.deviations.functions import (
    CASTS,
    FUNCTIONS,
    Function,
    ReadError,
    Scalar,
    each_of,
    function_of,
    to_float,
)
from wirebed.state.deviations.names import constant_at
from wirebed.state.deviations.places import ValuePlace, types_of
from wirebed.state.deviations.respelling import Respelling, respelling
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed.view.spell import field_name, known, path

# Of what was written and read, the case and the schema.
Explains = Callable[[Node | None, Node | None, str, Schema | None], bool]


@dataclass(frozen=True, eq=False)
class ReadValue:
    """Compares what was read with what an entry says of it."""

    explains: Explains
    # Of `spelled`: what is written is what the given bytes say with each place of `given` respelled like this.
    spelled: Respelling | None = None
    # Instead of `explains`: of the place of what was written and what was read, where the places around it decide.
    at: Callable[[ValuePlace, Node | None], bool] | None = None


def read_value(data: Data) -> ReadValue:
    """Compiles `reads:` of a YAML file. Raises ReadError."""
    if not isinstance(data, dict):
        return ReadValue(lambda written, read, case, schema: _is_whole(read, data, schema))
    if len(data) != 1 or not data.keys() <= {*FUNCTIONS, *_LITERALS, "position", "spelled", *_FOUND}:
        raise ReadError(f"a mapping with one of {', '.join((*FUNCTIONS, *_LITERALS))}")
    ((name, given),) = data.items()
    if name == "spelled":
        return ReadValue(_says, respelling(given))
    if name in _FOUND:
        word, found = _FOUND[name]
        if given != word:
            raise ReadError(f"{name}: {word}")
        return ReadValue(_never, at=lambda place, read: _is(read, found(place)))
    if name in _LITERALS:
        return ReadValue(_LITERALS[name](given))
    if (name, given) == ("position", "constant"):
        return ReadValue(lambda written, read, case, schema: _explained(_constant_at(read, schema), written, read))
    if (name, given) == ("cast", "declared"):
        return ReadValue(lambda written, read, case, schema: _explained(_cast_at(read, schema), written, read))
    function = function_of(data)
    return ReadValue(lambda written, read, case, schema: _explained(function, written, read))


def _never(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
    return False


def _says(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
    return written is not None and _is_whole(read, literal(written, schema), schema)


def _by_case(given: Data) -> Explains:
    if not isinstance(given, dict):
        raise ReadError("a mapping of cases to what is read")

    def explains(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
        names = (case, case.partition("/")[2])
        matching = next((glob for glob in given if any(any_matches(name, [glob]) for name in names)), None)
        if matching is None:
            return False
        literal = given[matching]
        several = literal["any"] if isinstance(literal, dict) and literal.keys() == {"any"} else None
        return any(_is_whole(read, option, schema) for option in (several if isinstance(several, list) else [literal]))

    return explains


def _packed(given: Data) -> Explains:
    """The bytes of what an Any packs, written again."""
    text: Function = str if given == "known" else function_of(given)

    def explains(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
        if written is None or schema is None:
            return False
        any_ = written.parent
        return _explained(lambda data: packed.again(any_, schema.pool, text), written, read)

    return explains


def _joined(given: Data) -> Explains:
    """A map in which several keys are read as one, or a set in which several elements are: each that was read is one
    that was written, and none is missing. A function says how they are read, or a literal."""
    function = function_of(given) if isinstance(given, dict) else lambda value: given

    def explains(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
        if written is None or read is None or written.tag != read.tag or written.tag not in (g.MAP, g.SET):
            return False
        # An element of a set stands for its key.
        were, are = (list(zip(node.keys or node.children, node.children, strict=True)) for node in (written, read))
        there = all(any(_read_as(function, key, other) for other, *_ in are) for key, *_ in were)
        return there and all(any(all(map(partial(_read_as, function), entry, pair)) for entry in were) for pair in are)

    return explains


def _split(given: Data) -> Explains:
    """The list of the parts of all texts of a list that are not empty."""

    def explains(written: Node | None, read: Node | None, case: str, schema: Schema | None) -> bool:
        if written is None or read is None or not written.tag == read.tag == g.LIST:
            return False
        parts = [part for text in written.children for part in str(_value(text)).split(str(given)) if part]
        return parts == [_value(text) for text in read.children]

    return explains


# What the places around a place decide, with the one word that each form has.
_FOUND: dict[str, tuple[str, Callable[[ValuePlace], Scalar | None]]] = {
    "spilled": ("group", spilled.value),
    "enum-handles": ("found", enum_handles.read),
}
_LITERALS: dict[str, Callable[[Data], Explains]] = {
    "packed": _packed,
    "joined": _joined,
    "split": _split,
    "cases": _by_case,
    "sha256": lambda given: lambda written, read, case, schema: digest(read) == given,
    "same": lambda given: lambda written, read, case, schema: _target(read, schema) == given,
}


def _field_of(read: Node | None, schema: Schema | None) -> FieldDescriptor | None:
    """The field that holds a place, itself or in its list or map."""
    place = read
    while place is not None and place.parent is not None and place.parent.tag != g.RECORD:
        place = place.parent
    if schema is None or place is None or place.parent is None or not known(schema, place.parent.value):
        return None
    fields: Mapping[int, FieldDescriptor] = schema.message(place.parent.value).fields_by_number
    return fields.get(place.step)


def _constant_at(read: Node | None, schema: Schema | None) -> Function:
    """The number of the constant at a position, of the enum that is declared at a place."""
    field = _field_of(read, schema)
    if field is not None and field.message_type is not None and field.message_type.GetOptions().map_entry:
        field = field.message_type.fields_by_name["value"]
    if field is None or field.enum_type is None:
        return _no_type
    enum = field.enum_type
    return lambda position: constant_at(enum, position)


def _cast_at(read: Node | None, schema: Schema | None) -> Function:
    """The cast to the declared type of a place."""
    field = _field_of(read, schema)
    return CASTS.get(types_of(field)[0] if field is not None else "", _no_type)


def _no_type(value: Scalar) -> NoReturn:
    raise ValueError(value)


def _explained(function: Function, written: Node | None, read: Node | None) -> bool:
    if written is None or read is None:
        return False
    if written.tag in g.SCALARS and read.tag in g.SCALARS:
        try:
            return any(_is(read, result) for result in each_of(function(_value(written))))
        except (ValueError, TypeError, ArithmeticError):
            return False
    if written.tag != read.tag or written.value != read.value or len(written.children) != len(read.children):
        return False
    if written.tag == g.MAP:
        return _maps(function, written, read)
    return written.keys == read.keys and all(
        _read_as(function, child, other) for child, other in zip(written.children, read.children, strict=True)
    )


def _read_as(function: Function, written: Node, read: Node) -> bool:
    """Whether a value is read as it was written, or as the function says."""
    return _alike(written, read) or _explained(function, written, read)


def _maps(function: Function, written: Node, read: Node) -> bool:
    """Each entry that was written is one that was read, whatever their order."""
    left = list(zip(read.keys, read.children, strict=True))
    for entry in zip(written.keys, written.children, strict=True):
        match = next((pair for pair in left if all(map(partial(_read_as, function), entry, pair))), None)
        if match is None:
            return False
        left.remove(match)
    return True


def literal(node: Node | None, schema: Schema | None) -> Data:
    """The literal of a value, which `_is_whole` finds to be it: a text for bytes and for invalid text."""
    if node is None or node.tag in (g.ABSENT, g.NULL):
        return None
    if node.tag in (g.LIST, g.SET):
        return [literal(child, schema) for child in node.children]
    if node.tag in (g.RECORD, g.MAP):
        return {name: literal(child, schema) for name, child in _named(node, schema).items()}
    value: bytes | str | float = node.value
    return f"0x{value.hex()}" if isinstance(value, bytes) else value


def _named(node: Node, schema: Schema | None) -> dict[str, Node]:
    """The members of a message or a map that are there, by the names of the fields or by the keys."""
    names = node.keys if node.tag == g.RECORD else map(_key, node.keys)
    return {
        field_name(schema, node.value, name) if node.tag == g.RECORD else name: child
        for name, child in zip(names, node.children, strict=True)
        if child.tag != g.ABSENT
    }


def _is_whole(node: Node | None, literal: Data, schema: Schema | None) -> bool:
    """Whether a value is this literal: a mapping of fields or keys, a list, or a scalar."""
    if node is None or node.tag not in (g.RECORD, g.MAP, g.LIST, g.SET):
        return _is(node, literal)
    if node.tag in (g.LIST, g.SET):
        if not isinstance(literal, list) or len(literal) != len(node.children):
            return False
        return all(_is_whole(child, item, schema) for child, item in zip(node.children, literal, strict=True))
    there = _named(node, schema)
    return (
        isinstance(literal, dict)
        and there.keys() == literal.keys()
        and all(_is_whole(child, literal[name], schema) for name, child in there.items())
    )


def _key(node: Node) -> str:
    """A key as an entry writes it; invalid text by its bytes."""
    if node.tag == g.BAD_TEXT:
        return f"0x{node.value.hex()}"
    return "null" if node.tag == g.NULL else str(_value(node))


def _value(node: Node) -> Scalar:
    """The value of a scalar; invalid text as characters, its surrogates and invalid bytes included."""
    return texts.characters(node) if node.tag == g.BAD_TEXT else node.value


def _is(node: Node | None, literal: Scalar) -> bool:
    """Whether a scalar has this value: a number the same number and sign, a text the same characters."""
    if node is None or node.tag not in g.SCALARS:
        return node is None and literal is None
    value: bool | float | str | bytes = _value(node)
    if isinstance(literal, bool) or isinstance(value, bool):
        return value is literal
    if isinstance(value, (int, float)) and isinstance(literal, (int, float)):
        if node.tag == g.FLOAT:
            literal = to_float(literal)
        if value == literal == 0:
            return math.copysign(1, value) == math.copysign(1, literal)
        return value == literal or (value != value and literal != literal)
    if isinstance(node.value, bytes) and literal == f"0x{node.value.hex()}":
        return True
    return bool(value == literal)


def _alike(node: Node, other: Node) -> bool:
    if node.tag in g.SCALARS:
        return node.tag == other.tag and node.value == other.value
    return (
        (node.tag, node.value, len(node.children)) == (other.tag, other.value, len(other.children))
        and (node.tag == g.MAP or node.keys == other.keys)
        and all(map(_alike, node.children, other.children))
        and (node.tag != g.MAP or all(map(_alike, node.keys, other.keys)))
    )


def digest(node: Node | None) -> str:
    """The digest of a text or of bytes, and of any other value with all that it holds."""
    value = node.value if node is not None else b""
    if node is None or node.tag in (g.TEXT, g.BAD_TEXT, g.BYTES):
        return hashlib.sha256(value.encode() if isinstance(value, str) else value).hexdigest()
    return hashlib.sha256(repr(_held(node)).encode()).hexdigest()


def _held(node: Node) -> tuple[object, ...]:
    value = node.value.steps() if isinstance(node.value, Node) else node.value
    keys = [key if isinstance(key, int) else _held(key) for key in node.keys]
    return (chr(node.tag), value, keys, [_held(child) for child in node.children])


def _target(node: Node | None, schema: Schema | None) -> str | None:
    """The path of the object that a `=` names."""
    return path(node.value, schema) if node is not None and node.tag == g.SAME else None

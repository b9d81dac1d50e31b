"""The predicates about what another version of the schema declares, beside `becomes` and its kin (condition.py)."""

from collections.abc import Callable

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import EnumDescriptor

from wirebed.bed.schema import json_name
from wirebed.state.deviations.declarations import (
    bare_kind,
    in_plain_class,
    json_form,
    kind,
    plain_type,
    presence,
    wire_type,
)
from wirebed.state.deviations.java_types import java_type
from wirebed.state.deviations.makers import ConditionError, ShapeTest, Test, listed
from wirebed.state.deviations.places import RELATIONS, Shape, ValuePlace, other_shape
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.parse import Node

_ASPECTS: dict[str, Callable[[Shape], object]] = {
    "kind": kind,
    "type": lambda shape: (shape.at, shape.types[:1]),
    "bare-kind": bare_kind,
    "json-form": json_form,
    "java-type": java_type,
    "wire-type": wire_type,
    "plain": plain_type,
    "plain-type": in_plain_class,
    "hint": lambda shape: shape.hint,
    "presence": presence,
    "name": lambda shape: shape.field.name if shape.field is not None else "",
    "json-name": lambda shape: json_name(shape.field) if shape.field is not None else "",
    "number": lambda shape: shape.field.number if shape.field is not None else 0,
    "type-name": lambda shape: [name.rpartition(".")[2] for name in shape.types[1:]],
}


def changed(wanted: Data) -> ShapeTest:
    """Whether the other version declares the same thing otherwise, in each of these aspects; `{same-name: kind}`: what
    has the same name, or the same number."""
    if isinstance(wanted, dict):
        tests = [_declared_otherwise(str(relation), aspects) for relation, aspects in wanted.items()]
        return lambda shape: all(test(shape) for test in tests)
    return _declared_otherwise("becomes", wanted)


def _declared_otherwise(relation: str, wanted: Data) -> ShapeTest:
    if relation not in RELATIONS:
        raise ConditionError("", f"{relation} is none of {' '.join(RELATIONS)}")
    aspects = listed(wanted)
    for aspect in aspects:
        if aspect not in _ASPECTS:
            raise ConditionError("", f"{aspect} is none of {' '.join(_ASPECTS)}")
    of = [_ASPECTS[aspect] for aspect in aspects]

    def test(shape: Shape) -> bool:
        other = other_shape(shape, relation)
        return other is not None and all(aspect(shape) != aspect(other) for aspect in of)

    return test


def unknown_class(wanted: Data) -> ShapeTest:
    """Whether the other version has no class with the name that this language gives to that of a message or an enum."""
    language = str(wanted)

    def test(shape: Shape) -> bool:
        if shape.target is None or shape.added or kind(shape) not in ("message", "enum"):
            return False
        name = shape.owner.names.classes.get(language, {}).get(shape.types[-1])
        return name is not None and name not in shape.target.names.classes.get(language, {}).values()

    return test


def unknown_constant(place: ValuePlace) -> bool:
    """Whether the enum that the other version declares has no constant with the name of this one, or that is this text.
    A second name of a number is no constant of a plain enum."""
    node, other = place.node, other_shape(place.shape, "becomes")
    of_other = other.field.enum_type if other is not None and other.field is not None else None
    if node is None or of_other is None:
        return False
    name = node.value if node.tag == g.TEXT else _name_of(place, node)
    return name is not None and name not in _constants(of_other).values()


def unknown_constant_in(wanted: Data) -> Test:
    """Whether the enum that has this class in the other version has no constant with the name that this language gives
    to an enum number."""
    language = str(wanted)

    def test(place: ValuePlace) -> bool:
        node, shape = place.node, place.shape
        if node is None or node.tag != g.ENUM or shape.target is None:
            return False
        enum = shape.owner.names.classes.get(language, {}).get(shape.types[-1], "")
        name = shape.owner.names.constants.get(language, {}).get(enum, {}).get(node.value)
        others = shape.target.names.constants.get(language, {}).get(enum)
        return name is not None and others is not None and name not in others.values()

    return test


def name_there(place: ValuePlace) -> str:
    """What the other version's enum has under the name of an enum value, or under a text, one of NAMES_THERE. Empty
    where no enum of the same name is declared there."""
    other, node = other_shape(place.shape, "same-name"), place.node
    if node is None or other is None or other.field is None or other.field.enum_type is None:
        return ""
    name = node.value if node.tag == g.TEXT else _name_of(place, node)
    if name is None:
        return ""
    there = other.field.enum_type.values_by_name.get(name)
    return "none" if there is None else "same" if there.number == node.value else "another"


NAMES_THERE = "none same another"


def reserved(place: ValuePlace) -> bool:
    """Whether the other version reserves the name of a field, in the message that has its place there."""
    up, field = place.up, place.field
    to = other_shape(up.shape, "becomes") if up is not None else None
    if to is None or field is None or to.types[0] not in ("message", "group"):
        return False
    declared = descriptor_pb2.DescriptorProto()
    to.owner.pool.FindMessageTypeByName(to.types[-1]).CopyToProto(declared)
    return field.name in declared.reserved_name


def _name_of(place: ValuePlace, node: Node) -> str | None:
    """The name of an enum value; None where there is another value, or a number without a name."""
    if node.tag != g.ENUM or place.field is None or place.field.enum_type is None:
        return None
    return _constants(place.field.enum_type).get(node.value)


def _constants(enum: EnumDescriptor) -> dict[int, str]:
    """The first name of each number."""
    return {value.number: value.name for value in reversed(enum.values)}

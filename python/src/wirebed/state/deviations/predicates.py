"""The predicates of a condition that look at one place of a value. Each is compiled into a test."""

import math
import re
import struct
from collections.abc import Callable, Iterable
from typing import TypeVar

from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import EnumDescriptor
from wirebed_protocol import options_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed.bed.glob import any_matches
from wirebed.bed.schema import json_name
from wirebed.state.deviations import names
from wirebed.state.deviations.java_types import java_type
from wirebed.state.deviations.places import RELATIONS, Shape, ValuePlace, ValuePlaces, other_shape
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default
from wirebed.view.parse import Node
from wirebed_build.plain.resolve import WRAPPERS

ShapeTest = Callable[[Shape], bool]
Test = Callable[[ValuePlace], bool]
Need = Callable[[ValuePlaces], bool]  # a condition on a whole value, without which a test holds nowhere in it
_Maker = Callable[[Data], Test]
_P = TypeVar("_P", Shape, ValuePlace)


class ConditionError(ValueError):
    """An invalid condition; `key` is the predicate at fault."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


def _list(wanted: Data) -> list[str]:
    return [str(item) for item in (wanted if isinstance(wanted, list) else [wanted])]


def _globs(wanted: Data, of: Callable[[_P], Iterable[str]]) -> Callable[[_P], bool]:
    globs = _list(wanted)
    return lambda place: any(any_matches(name, globs) for name in of(place))


def _field(wanted: Data) -> ShapeTest:
    """Globs with a dot are for full names, as interop.names.Spellings.odd; the others for names."""
    globs = _list(wanted)
    names, full_names = ([glob for glob in globs if ("." in glob) == dotted] for dotted in (False, True))

    def test(shape: Shape) -> bool:
        field = shape.field
        if field is None:
            return False
        return any_matches(field.name, names) or any_matches(field.full_name, full_names)

    return test


def _name(wanted: Data) -> ShapeTest:
    """Globs of the field's name in each of some languages: `{json: 'null'}`."""
    if not isinstance(wanted, dict):
        raise ConditionError("", "a mapping of languages to globs")
    globs = {of: _list(given) for of, given in wanted.items()}

    def test(shape: Shape) -> bool:
        spellings = {of: names.name(shape.plain_field, of) for of in globs}
        return all(spelling is not None and any_matches(spelling, globs[of]) for of, spelling in spellings.items())

    return test


def _names_differ(wanted: Data) -> ShapeTest:
    languages = [language for language in wanted if isinstance(language, str)] if isinstance(wanted, list) else []
    if not isinstance(wanted, list) or not len(wanted) == len(languages) == 2:
        raise ConditionError("", "a list of two languages")

    def test(shape: Shape) -> bool:
        name, other = (names.name(shape.plain_field, of) for of in languages)
        return name is not None and other is not None and name != other

    return test


def _one_of(wanted: Data, known: str, of: Callable[[_P], str]) -> Callable[[_P], bool]:
    words = _list(wanted)
    for word in words:
        if word not in known.split():
            raise ConditionError("", f"{word} is none of {known}")
    return lambda place: of(place) in words


def _flag(of: Callable[[_P], bool]) -> Callable[[Data], Callable[[_P], bool]]:
    def make(wanted: Data) -> Callable[[_P], bool]:
        if not isinstance(wanted, bool):
            raise ConditionError("", "true or false")
        return lambda place: of(place) == wanted

    return make


_POWER = re.compile(r"(-?)(\d+)\^(\d+)([+-]\d+)?")


def number(wanted: Data) -> float:
    """A number of the YAML file, which may be written as `2^63-1` or `-2^31`."""
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return wanted
    match = _POWER.fullmatch(str(wanted))
    if not match:
        raise ConditionError("", f"{wanted} is no number")
    sign, base, power, more = match.groups()
    whole: int = int(base) ** int(power)  # which is no fraction, since the power has no sign
    return (-whole if sign else whole) + int(more or 0)


_NUMBERS = (g.INT, g.UINT, g.FLOAT, g.DOUBLE, g.ENUM)


def _numeric(holds: Callable[[float, float], bool]) -> _Maker:
    def make(wanted: Data) -> Test:
        limit = number(wanted)
        return lambda place: place.node is not None and place.node.tag in _NUMBERS and holds(place.node.value, limit)

    return make


def _absent(wanted: Data) -> Test:
    """`true`, `false`, or `[true, false]` where it does not matter."""
    if wanted == [True, False]:
        return lambda place: True
    return _flag(_is_absent)(wanted)


def _is_absent(place: ValuePlace) -> bool:
    return place.node is None


def _within(wanted: Data) -> Callable[[int], bool]:
    """`{above:, below:, from:, to:, is:}` of a count, or just a number."""
    limits = wanted if isinstance(wanted, dict) else {"is": wanted}
    for word in limits:
        if word not in _COMPARE:
            raise ConditionError("", f"unknown key `{word}`; known: {', '.join(_COMPARE)}")
    checks = [(_COMPARE[word], number(limit)) for word, limit in limits.items()]
    return lambda count: all(check(count, limit) for check, limit in checks)


def _range(of: Callable[[ValuePlace], int | None]) -> _Maker:
    def make(wanted: Data) -> Test:
        within = _within(wanted)
        return lambda place: (count := of(place)) is not None and within(count)

    return make


def _depth(wanted: Data) -> tuple[Test, Need]:
    within = _within(wanted)
    return lambda place: within(place.depth), lambda value: any(map(within, value.depths))


_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "above": lambda value, limit: value > limit,
    "below": lambda value, limit: value < limit,
    "from": lambda value, limit: value >= limit,
    "to": lambda value, limit: value <= limit,
    "is": lambda value, limit: value == limit,
}


def _class_of(place: ValuePlace) -> str:
    """The class of a float or double, one of `_FLOATS`; empty for other nodes."""
    node = place.node
    if node is None or node.tag not in (g.FLOAT, g.DOUBLE):
        return ""
    value = node.value
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "negative-zero" if math.copysign(1, value) < 0 else "zero"
    if abs(value) < (2**-126 if node.tag == g.FLOAT else 2**-1022):
        return "subnormal"
    return "whole" if value == math.trunc(value) else "fraction"


def _inexact(wanted: Data) -> Test:
    """Holds for a number that the named type cannot represent exactly."""
    if not isinstance(wanted, str) or wanted not in _EXACT:
        raise ConditionError("", "float or double")
    is_exact = _EXACT[wanted]

    def test(place: ValuePlace) -> bool:
        if place.node is None or place.node.tag not in _NUMBERS or place.node.value != place.node.value:
            return False
        return not is_exact(place.node.value)

    return test


def _exact(form: struct.Struct) -> Callable[[float], bool]:
    """Whether a form of floating point has exactly this number, which is not NaN."""

    def is_exact(value: float) -> bool:
        try:
            return bool(form.unpack(form.pack(value))[0] == value)
        except OverflowError:
            return False

    return is_exact


_EXACT = {"float": _exact(g.F32), "double": _exact(g.F64)}


def _text(wanted: Data) -> tuple[Test, Need]:
    search = re.compile(str(wanted), re.DOTALL).search

    def test(place: ValuePlace) -> bool:
        return place.node is not None and place.node.tag == g.TEXT and search(place.node.value) is not None

    return test, lambda value: any(map(search, value.texts))


def _length(place: ValuePlace) -> int | None:
    """The UTF-16 units of a text, or the bytes of a bytes value or an invalid text."""
    node = place.node
    if node is None or node.tag not in (g.TEXT, g.BAD_TEXT, g.BYTES):
        return None
    return len(node.value.encode("utf-16-le")) // 2 if node.tag == g.TEXT else len(node.value)


def _count(place: ValuePlace) -> int | None:
    return len(place.node.children) if place.node is not None and place.at in ("list", "set", "map") else None


def _presence(shape: Shape) -> str:
    field = shape.field
    if field is None or shape.at != "field":
        return ""
    if field.is_required:
        return "required"
    return "explicit" if field.has_presence else "implicit"


def _unnamed(place: ValuePlace) -> bool:
    """Whether a number has no name in the enum that is declared for it."""
    if place.node is None or place.node.tag not in (g.ENUM, g.INT, g.UINT):
        return False
    if place.field is None or place.field.enum_type is None:
        return False
    return place.node.value not in _constants(place.field.enum_type)  # upb looks up the lowest 32 bits


def _unknown_constant(place: ValuePlace) -> bool:
    """Whether the enum that the other version declares has no constant with the name of this one, or that is this text.
    A second name of a number is no constant of a plain enum."""
    node, other = place.node, other_shape(place.shape, "becomes")
    of_other = other.field.enum_type if other is not None and other.field is not None else None
    if node is None or of_other is None:
        return False
    name = node.value if node.tag == g.TEXT else _name_of(place, node)
    return name is not None and name not in _constants(of_other).values()


def _unknown_constant_in(wanted: Data) -> Test:
    """Whether the enum that has this class in the other version has no constant with the name that this language gives
    to an enum number."""
    language = str(wanted)

    def test(place: ValuePlace) -> bool:
        node, shape = place.node, place.shape
        if node is None or node.tag != g.ENUM or shape.target is None:
            return False
        enum = shape.owner.class_names[language].get(shape.types[-1], "")
        name = shape.owner.constants[language].get(enum, {}).get(node.value)
        others = shape.target.constants[language].get(enum)
        return name is not None and others is not None and name not in others.values()

    return test


def _unknown_class(wanted: Data) -> ShapeTest:
    """Whether the other version has no class with the name that this language gives to that of a message or an enum."""
    language = str(wanted)

    def test(shape: Shape) -> bool:
        if shape.target is None or shape.added or kind(shape) not in ("message", "enum"):
            return False
        name = shape.owner.class_names[language].get(shape.types[-1])
        return name is not None and name not in shape.target.class_names[language].values()

    return test


def _name_there(place: ValuePlace) -> str:
    """What the other version's enum has under the name of an enum value, or under a text: one of `_NAMES`. Empty where
    no enum of the same name is declared there."""
    other, node = other_shape(place.shape, "same-name"), place.node
    if node is None or other is None or other.field is None or other.field.enum_type is None:
        return ""
    name = node.value if node.tag == g.TEXT else _name_of(place, node)
    if name is None:
        return ""
    there = other.field.enum_type.values_by_name.get(name)
    return "none" if there is None else "same" if there.number == node.value else "another"


def _written(place: ValuePlace) -> bool:
    """Whether formats of protobuf write what is there: they leave out an empty list, and a default without presence."""
    if place.node is None or not is_default(place.node):
        return place.node is not None
    return place.at not in ("list", "set", "map") and _presence(place.shape) != "implicit"


def _reserved(place: ValuePlace) -> bool:
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


def _position(place: ValuePlace) -> str:
    """The kind of the constant to which an enum number points as a position, one of `_POSITIONS`."""
    if place.node is None or place.node.tag != g.ENUM or place.field is None or place.field.enum_type is None:
        return ""
    number = names.constant_at(place.field.enum_type, place.node.value)
    return "none" if number is None else "same" if number == place.node.value else "another"


def _target(place: ValuePlace) -> Node | None:
    """The record that a `=` names."""
    node = place.node
    target: Node | None = node.value if node is not None and node.tag == g.SAME else None
    return target if target is not None and target.tag == g.RECORD else None


def _cycle(place: ValuePlace) -> bool:
    target, node = _target(place), place.node
    while target is not None and node is not None:
        if node is target:
            return True
        node = node.parent
    return False


_INTEGERS = {
    **dict.fromkeys(("int32", "sint32", "sfixed32", "enum"), (-(2**31), 2**31 - 1)),
    **dict.fromkeys(("int64", "sint64", "sfixed64"), (-(2**63), 2**63 - 1)),
    **dict.fromkeys(("uint32", "fixed32"), (0, 2**32 - 1)),
    **dict.fromkeys(("uint64", "fixed64"), (0, 2**64 - 1)),
    "bool": (0, 1),
}


def _fits(wanted: Data) -> Test:
    """Holds for numbers, truths and texts of digits, by whether the declared type of their place holds them exactly."""
    if not isinstance(wanted, bool):
        raise ConditionError("", "true or false")
    return lambda place: (value := _number_of(place.node)) is not None and _holds(place, value) == wanted


def _holds(place: ValuePlace, value: float) -> bool:
    type_ = place.shape.types[0] if place.shape.types else ""
    if type_ in _INTEGERS:
        least, greatest = _INTEGERS[type_]
        return bool(least <= value <= greatest and value == math.trunc(value))
    return type_ in _EXACT and (value != value or _EXACT[type_](value))


def _number_of(node: Node | None) -> float | None:
    if node is None or node.tag not in (*_NUMBERS, g.TRUE, g.FALSE, g.TEXT):
        return None
    if node.tag == g.TEXT:
        return int(node.value) if _DIGITS.fullmatch(node.value) else None
    number: float = node.value if node.tag in _NUMBERS else node.tag == g.TRUE
    return number


_DIGITS = re.compile(r"-?[0-9]{1,40}")


def _without_fields(place: ValuePlace) -> bool:
    """Whether a message is there whose type declares no field."""
    if place.node is None or place.node.tag != g.RECORD:
        return False
    return not any(number > 0 for number in place.shape.owner.layout(place.node.value))


_KINDS = {
    **dict.fromkeys(("int32", "sint32", "sfixed32", "uint32", "fixed32"), "integer"),
    **dict.fromkeys(("int64", "sint64", "sfixed64", "uint64", "fixed64"), "integer"),
    **dict.fromkeys(("float", "double"), "float"),
    **dict.fromkeys(("message", "group"), "message"),
}


def kind(shape: Shape) -> str:
    """The kind of value that is declared for a place, whatever its width; empty where nothing is declared."""
    if shape.at in ("list", "set", "map"):
        return "set" if shape.hint == "SET" else shape.at
    if shape.hint in ("DATE", "DECIMAL"):
        return shape.hint.lower()
    declared = shape.types[0] if shape.types else ""
    if not WRAPPERS.keys().isdisjoint(shape.types):
        return "wrapper"
    return _KINDS.get(declared, declared)


def _bare_kind(shape: Shape) -> str:
    """The kind, a wrapper being of that which it wraps."""
    field = shape.plain_field
    if kind(shape) != "wrapper" or field is None:
        return kind(shape)
    wrapped = PlainType.Kind.Name(field.type.wrapped).lower()
    return _KINDS.get(wrapped, wrapped)


_JSON_FORMS = {
    **dict.fromkeys(("integer", "float"), "number"),
    "bool": "boolean",
    **dict.fromkeys(("enum", "string", "bytes", "date", "decimal"), "text"),
    **dict.fromkeys(("list", "set"), "array"),
    **dict.fromkeys(("message", "map"), "object"),
}
_WRAPPED_FORMS = {PlainType.BOOL: "boolean", PlainType.STRING: "text", PlainType.BYTES: "text"}


def json_form(shape: Shape) -> str:
    """The form of a value in plain JSON (proto/README.md, the mapping table), where keys are texts."""
    if shape.at == "key":
        return "text"
    if kind(shape) == "wrapper" and shape.plain_field is not None:
        return _WRAPPED_FORMS.get(shape.plain_field.type.wrapped, "number")
    return _JSON_FORMS.get(kind(shape), "")


_WIRE_TYPES = {
    **dict.fromkeys(("fixed32", "sfixed32", "float"), "32-bit"),
    **dict.fromkeys(("fixed64", "sfixed64", "double"), "64-bit"),
    **dict.fromkeys(("string", "bytes", "message"), "length-delimited"),
    "group": "group",
}


def wire_type(shape: Shape) -> str:
    """How protobuf delimits the field on the wire; empty where nothing is declared."""
    field = shape.field
    if field is None or not shape.types:
        return ""
    if shape.at == "map" or field.is_packed:
        return "length-delimited"
    return _WIRE_TYPES.get(shape.types[0], "varint")


def plain_type(shape: Shape) -> str:
    """The type in the plain class, of the value or of each element (plain.proto, PlainType.Kind); empty without one."""
    field = shape.plain_field
    return PlainType.Kind.Name(field.type.kind) if field is not None else ""


def _in_plain_class(shape: Shape) -> tuple[object, ...]:
    field = shape.plain_field
    if field is None:
        return ()
    return (field.container, field.type.kind, field.type.wrapped, field.key.kind, field.nullable)


_ASPECTS: dict[str, Callable[[Shape], object]] = {
    "kind": kind,
    "type": lambda shape: (shape.at, shape.types[:1]),
    "bare-kind": _bare_kind,
    "json-form": json_form,
    "java-type": java_type,
    "wire-type": wire_type,
    "plain": plain_type,
    "plain-type": _in_plain_class,
    "hint": lambda shape: shape.hint,
    "presence": _presence,
    "name": lambda shape: shape.field.name if shape.field is not None else "",
    "json-name": lambda shape: json_name(shape.field) if shape.field is not None else "",
    "number": lambda shape: shape.field.number if shape.field is not None else 0,
    "type-name": lambda shape: [name.rpartition(".")[2] for name in shape.types[1:]],
}


def _changed(wanted: Data) -> ShapeTest:
    """Whether the other version declares the same thing otherwise, in each of these aspects; `{same-name: kind}`: what
    has the same name, or the same number."""
    if isinstance(wanted, dict):
        tests = [_declared_otherwise(str(relation), aspects) for relation, aspects in wanted.items()]
        return lambda shape: all(test(shape) for test in tests)
    return _declared_otherwise("becomes", wanted)


def _declared_otherwise(relation: str, wanted: Data) -> ShapeTest:
    if relation not in RELATIONS:
        raise ConditionError("", f"{relation} is none of {' '.join(RELATIONS)}")
    aspects = _list(wanted)
    for aspect in aspects:
        if aspect not in _ASPECTS:
            raise ConditionError("", f"{aspect} is none of {' '.join(_ASPECTS)}")
    of = [_ASPECTS[aspect] for aspect in aspects]

    def test(shape: Shape) -> bool:
        other = other_shape(shape, relation)
        return other is not None and all(aspect(shape) != aspect(other) for aspect in of)

    return test


_PLACES = "field element key value list set map root"
_KIND_NAMES = "integer float bool enum string bytes message wrapper date decimal list set map"
_POSITIONS = _NAMES = "none same another"
_FLOATS = "nan inf -inf negative-zero zero subnormal whole fraction"
# All hints but AS_DECLARED, the default.
_HINTS = " ".join([*options_pb2.Collection.keys(), *options_pb2.Type.keys()[1:], "NO_PRESENCE"])


# The predicates that hold only for some tags, 0 for an absent field.
TAGS = {
    **dict.fromkeys(("above", "below", "from", "to", "is", "multiple-of", "inexact-in"), frozenset(_NUMBERS)),
    "float": frozenset((g.FLOAT, g.DOUBLE)),
    "matches": frozenset((g.TEXT,)),
    "length": frozenset((g.TEXT, g.BAD_TEXT, g.BYTES)),
    "count": frozenset((g.LIST, g.SET, g.MAP)),
    "invalid": frozenset((g.BAD_TEXT,)),
    "null": frozenset((g.NULL,)),
    "absent": frozenset((0,)),
    "true": frozenset((g.TRUE,)),
    "unnamed": frozenset((g.ENUM, g.INT, g.UINT)),
    "unknown-constant": frozenset((g.ENUM, g.TEXT)),
    "unknown-constant-in": frozenset((g.ENUM,)),
    "position": frozenset((g.ENUM,)),
    "without-fields": frozenset((g.RECORD,)),
    "shared": frozenset((g.SAME,)),
    "cycle": frozenset((g.SAME,)),
}

# The predicates that the shape of a place decides.
OF_SHAPES: dict[str, Callable[[Data], ShapeTest]] = {
    "type": lambda wanted: _globs(wanted, lambda shape: shape.types),
    "field": _field,
    "name": _name,
    "names-differ": _names_differ,
    "at": lambda wanted: _one_of(wanted, _PLACES, lambda shape: shape.at),
    "presence": lambda wanted: _one_of(wanted, "explicit implicit required", _presence),
    "hint": lambda wanted: _one_of(wanted, _HINTS, lambda shape: shape.hint),
    "closed": _flag(lambda s: s.field is not None and s.field.enum_type is not None and s.field.enum_type.is_closed),
    "oneof": _flag(lambda shape: shape.field is not None and shape.field.containing_oneof is not None),
    "extension": _flag(lambda shape: shape.field is not None and shape.field.is_extension),
    "kind": lambda wanted: _one_of(wanted, _KIND_NAMES, kind),
    "json-form": lambda wanted: _one_of(wanted, "number boolean text array object", json_form),
    "java-type": lambda wanted: _globs(wanted, lambda shape: (java_type(shape),)),
    "unknown-class": _unknown_class,
    "plain": lambda wanted: _one_of(wanted, " ".join(PlainType.Kind.keys()[1:]), plain_type),
    "nullable": _flag(lambda shape: shape.plain_field is not None and shape.plain_field.nullable),
    "changed": _changed,
    "added": _flag(lambda shape: shape.added),
}
OF_PLACES: dict[str, _Maker] = {
    "path": lambda wanted: _globs(wanted, lambda place: (place.path,)),
    "float": lambda wanted: _one_of(wanted, _FLOATS, _class_of),
    "above": _numeric(_COMPARE["above"]),
    "below": _numeric(_COMPARE["below"]),
    "from": _numeric(_COMPARE["from"]),
    "to": _numeric(_COMPARE["to"]),
    "is": _numeric(_COMPARE["is"]),
    "multiple-of": _numeric(lambda value, unit: value % unit == 0),
    "inexact-in": _inexact,
    "length": _range(_length),
    "count": _range(_count),
    "invalid": _flag(lambda place: place.node is not None and place.node.tag == g.BAD_TEXT),
    "null": _flag(lambda place: place.node is not None and place.node.tag == g.NULL),
    "absent": _absent,
    "default": _flag(lambda place: place.node is not None and is_default(place.node)),
    "true": _flag(lambda place: place.node is not None and place.node.tag == g.TRUE),
    "unnamed": _flag(_unnamed),
    "unknown-constant": _flag(_unknown_constant),
    "unknown-constant-in": _unknown_constant_in,
    "name-there": lambda wanted: _one_of(wanted, _NAMES, _name_there),
    "written": _flag(_written),
    "reserved": _flag(_reserved),
    "fits": _fits,
    "position": lambda wanted: _one_of(wanted, _POSITIONS, _position),
    "without-fields": _flag(_without_fields),
    "shared": _flag(lambda place: _target(place) is not None),
    "cycle": _flag(_cycle),
}
WITH_NEEDS: dict[str, Callable[[Data], tuple[Test, Need]]] = {"matches": _text, "depth": _depth}

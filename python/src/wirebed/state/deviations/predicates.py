"""The predicates of a condition that look at one place of a value. Each is compiled into a test."""

import re
from collections.abc import Callable

from wirebed_protocol import options_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed.bed.glob import any_matches
from wirebed.state.deviations import changes, enum_handles, given_place, names, references, spilled, texts
from wirebed.state.deviations.declarations import KINDS, json_form, kind, plain_type, presence, unverified
from wirebed.state.deviations.functions import ReadError, Scalar, each_of, function_of
from wirebed.state.deviations.given_place import GivenPlace
from wirebed.state.deviations.java_classes import java_classes
from wirebed.state.deviations.java_types import java_type
from wirebed.state.deviations.makers import (
    ConditionError,
    Need,
    ShapeTest,
    Test,
    by_flag,
    by_globs,
    by_word,
    known_words,
    listed,
)
from wirebed.state.deviations.numbers import (
    COMPARE,
    FLOATS,
    NUMBERS,
    Maker,
    fits,
    float_class,
    inexact,
    limits,
    numeric,
    ranged,
)
from wirebed.state.deviations.places import Shape, ValuePlace
from wirebed.state.deviations.yaml_text import Data
from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default
from wirebed.view.parse import Node


def _field(wanted: Data) -> ShapeTest:
    """Globs with a dot are for full names, as interop.names.Spellings.odd; the others for names."""
    globs = listed(wanted)
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
    globs = {of: listed(given) for of, given in wanted.items()}

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


def _absent(wanted: Data) -> Test:
    """`true`, `false`, or `[true, false]` where it does not matter."""
    if wanted == [True, False]:
        return lambda place: True
    return by_flag(_is_absent)(wanted)


def _is_absent(place: ValuePlace) -> bool:
    return place.node is None


def _depth(wanted: Data) -> tuple[Test, Need]:
    within = limits(wanted)
    return lambda place: within(place.depth), lambda value: any(map(within, value.depths))


def _text(wanted: Data) -> tuple[Test, Need]:
    search = re.compile(str(wanted), re.DOTALL).search

    def test(place: ValuePlace) -> bool:
        return place.node is not None and place.node.tag == g.TEXT and search(place.node.value) is not None

    return test, lambda value: any(map(search, value.texts))


def in_invalid(wanted: Data) -> Test:
    """`matches` of a condition that speaks of invalid texts."""
    search = re.compile(str(wanted), re.DOTALL).search
    return lambda place: place.node is not None and search(texts.characters(place.node)) is not None


def _invalid(wanted: Data) -> Test:
    if isinstance(wanted, bool):
        return lambda place: bool(texts.invalid(place.node)) == wanted
    return by_word(wanted, texts.INVALID, lambda place: texts.invalid(place.node))


def _length(place: ValuePlace) -> int | None:
    """The UTF-16 units of a text, or the bytes of a bytes value or an invalid text."""
    node = place.node
    if node is None or node.tag not in (g.TEXT, g.BAD_TEXT, g.BYTES):
        return None
    return len(node.value.encode("utf-16-le", "surrogatepass")) // 2 if node.tag == g.TEXT else len(node.value)


def _count(place: ValuePlace) -> int | None:
    return len(place.node.children) if place.node is not None and place.at in ("list", "set", "map") else None


def _unnamed(place: ValuePlace) -> bool:
    """Whether a number has no name in the enum that is declared for it; of given text, whether it is no name of it."""
    if place.node is None or place.node.tag not in (g.ENUM, g.INT, g.UINT, g.TEXT):
        return False
    if place.field is None or place.field.enum_type is None:
        return False
    if place.node.tag == g.TEXT:
        text = place.node.value.strip('"')
        # A look into values_by_name of upb 7.36.2 leaves an error behind where the text has a lone surrogate.
        return isinstance(place, GivenPlace) and all(value.name != text for value in place.field.enum_type.values)
    named = place.field.enum_type.values_by_number.get(place.node.value)
    # upb 7.36.2 looks up the lowest 32 bits.
    return named is None or named.number != place.node.value


def _written(place: ValuePlace) -> bool:
    """Whether formats of protobuf write what is there: they leave out an empty list, and a default without presence."""
    if place.node is None or not is_default(place.node):
        return place.node is not None
    return place.at not in ("list", "set", "map") and presence(place.shape) != "implicit"


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


def _cycle(wanted: Data) -> Test:
    """`true`, `false`, or `direct`: a field that is the very object that has it."""
    if wanted == "direct":
        return lambda place: place.node is not None and _target(place) is place.node.parent is not None
    return by_flag(_in_cycle)(wanted)


def _in_cycle(place: ValuePlace) -> bool:
    target, node = _target(place), place.node
    while target is not None and node is not None:
        if node is target:
            return True
        node = node.parent
    return False


def _without_fields(place: ValuePlace) -> bool:
    """Whether a message is there whose type declares no field."""
    if place.node is None or place.node.tag != g.RECORD:
        return False
    return not any(number > 0 for number in place.shape.owner.layout(place.node.value))


def _spilled(place: ValuePlace) -> str:
    if spilled.value(place) is not None:
        return "value"
    return "twice" if spilled.twice(place) else ""


def _without_empty_lists(wanted: Data) -> Test:
    """`{declared: nothing}`: by the order of fields in which a value is written, what a reader finds at a reference."""
    if not isinstance(wanted, dict) or len(wanted) != 1 or not wanted.keys() <= set(references.ORDERS):
        raise ConditionError("", f"a mapping of one of {', '.join(references.ORDERS)}")
    ((order, words),) = wanted.items()
    return by_word(words, references.FINDS, lambda place: references.found(place, order))


def _enum_handles(wanted: Data) -> Test:
    """`{class: object}`: what a reader finds at references of each kind, one or several."""
    if not isinstance(wanted, dict) or not wanted or not wanted.keys() <= set(enum_handles.REFERENCES):
        raise ConditionError("", f"a mapping of one or more of {', '.join(enum_handles.REFERENCES)}")
    found = [f"{kind} {word}" for kind, words in wanted.items() for word in known_words(words, enum_handles.FINDS)]
    return lambda place: not enum_handles.found(place).isdisjoint(found)


def _changed_by(wanted: Data) -> Test:
    """`{nearest: float}`: a function of `reads:` that gives something else than what is there."""
    made_of = _function(wanted)

    def test(place: ValuePlace) -> bool:
        if place.node is None or (made := made_of(place.node)) is None:
            return False
        return _scalar(place.node) not in made

    return test


def _alike_by(wanted: Data) -> Test:
    """`{replace: {'x.*': ''}}`: a function of `reads:` that makes one of two keys of a map, or of two elements of a
    set."""
    made_of = _function(wanted)

    def test(place: ValuePlace) -> bool:
        if place.node is None or place.node.tag not in (g.MAP, g.SET):
            return False
        made = [made for node in place.node.keys or place.node.children if (made := made_of(node)) is not None]
        return len(set(made)) < len(made)

    return test


def _function(wanted: Data) -> Callable[[Node], tuple[Scalar, ...] | None]:
    """What a function of `reads:` makes of a scalar, one or several; None where it makes nothing of it."""
    try:
        change = function_of(wanted)
    except ReadError as error:
        raise ConditionError("", str(error)) from None

    def made_of(node: Node) -> tuple[Scalar, ...] | None:
        if node.tag not in g.SCALARS:
            return None
        value = _scalar(node)
        try:
            return each_of(change(value)) if value == value else None
        except (ValueError, TypeError, ArithmeticError):
            return None

    return made_of


def _scalar(node: Node) -> Scalar:
    return texts.characters(node) if node.tag == g.BAD_TEXT else node.value


_PLACES = "field element key value list set map root"
_POSITIONS = "none same another"
# All hints but AS_DECLARED, the default.
_HINTS = " ".join([*options_pb2.Collection.keys(), *options_pb2.Type.keys()[1:], "NO_PRESENCE"])

# The predicates that hold only for some tags, 0 for an absent field.
TAGS = {
    **dict.fromkeys(("above", "below", "from", "to", "is", "multiple-of", "inexact-in"), frozenset(NUMBERS)),
    "float": frozenset((g.FLOAT, g.DOUBLE)),
    "matches": frozenset((g.TEXT, g.BAD_TEXT)),
    "dump": frozenset((g.TEXT,)),
    "java-class": frozenset((g.TEXT,)),
    "utf8-length": frozenset((g.TEXT, g.BAD_TEXT)),
    "length": frozenset((g.TEXT, g.BAD_TEXT, g.BYTES)),
    "count": frozenset((g.LIST, g.SET, g.MAP)),
    "alike-by": frozenset((g.SET, g.MAP)),
    "invalid": frozenset((g.BAD_TEXT,)),
    "null": frozenset((g.NULL,)),
    "absent": frozenset((0,)),
    "true": frozenset((g.TRUE,)),
    "unnamed": frozenset((g.ENUM, g.INT, g.UINT, g.TEXT)),
    "unknown-constant": frozenset((g.ENUM, g.TEXT)),
    "unknown-constant-in": frozenset((g.ENUM,)),
    "position": frozenset((g.ENUM,)),
    "without-fields": frozenset((g.RECORD,)),
    "shared": frozenset((g.SAME,)),
    "cycle": frozenset((g.SAME,)),
}

# The predicates that the shape of a place decides.
OF_SHAPES: dict[str, Callable[[Data], ShapeTest]] = {
    "type": lambda wanted: by_globs(wanted, lambda shape: shape.types),
    "field": _field,
    "name": _name,
    "names-differ": _names_differ,
    "at": lambda wanted: by_word(wanted, _PLACES, lambda shape: shape.at),
    "presence": lambda wanted: by_word(wanted, "explicit implicit required", presence),
    "hint": lambda wanted: by_word(wanted, _HINTS, lambda shape: shape.hint),
    "closed": by_flag(lambda s: s.field is not None and s.field.enum_type is not None and s.field.enum_type.is_closed),
    "oneof": by_flag(lambda shape: shape.field is not None and shape.field.containing_oneof is not None),
    "unverified": by_flag(unverified),
    "extension": by_flag(lambda shape: shape.field is not None and shape.field.is_extension),
    "kind": lambda wanted: by_word(wanted, KINDS, kind),
    "json-form": lambda wanted: by_word(wanted, "number boolean text array object", json_form),
    "java-type": lambda wanted: by_globs(wanted, lambda shape: (java_type(shape),)),
    "access": lambda wanted: by_word(wanted, "public getters", lambda s: s.java_field.access if s.java_field else ""),
    "hiding": lambda wanted: by_word(wanted, "hides hidden", lambda s: s.java_field.hiding if s.java_field else ""),
    "unknown-class": changes.unknown_class,
    "plain": lambda wanted: by_word(wanted, " ".join(PlainType.Kind.keys()[1:]), plain_type),
    "nullable": by_flag(lambda shape: shape.plain_field is not None and shape.plain_field.nullable),
    "changed": changes.changed,
    "added": by_flag(lambda shape: shape.added),
}
OF_PLACES: dict[str, Maker] = {
    "path": lambda wanted: by_globs(wanted, lambda place: (place.path,)),
    "java-class": lambda wanted: by_globs(wanted, java_classes),
    "float": lambda wanted: by_word(wanted, FLOATS, float_class),
    "above": numeric(COMPARE["above"]),
    "below": numeric(COMPARE["below"]),
    "from": numeric(COMPARE["from"]),
    "to": numeric(COMPARE["to"]),
    "is": numeric(COMPARE["is"]),
    "multiple-of": numeric(lambda value, unit: value % unit == 0),
    "inexact-in": inexact,
    "length": ranged(_length),
    "count": ranged(_count),
    "utf8-length": ranged(lambda place: texts.utf8_length(place.node)),
    "invalid": _invalid,
    "null": by_flag(lambda place: place.node is not None and place.node.tag == g.NULL),
    "absent": _absent,
    "default": by_flag(lambda place: place.node is not None and is_default(place.node)),
    "true": by_flag(lambda place: place.node is not None and place.node.tag == g.TRUE),
    "unnamed": by_flag(_unnamed),
    "unknown-constant": by_flag(changes.unknown_constant),
    "unknown-constant-in": changes.unknown_constant_in,
    "name-there": lambda wanted: by_word(wanted, changes.NAMES_THERE, changes.name_there),
    "written": by_flag(_written),
    "twice": given_place.twice,
    "dump": given_place.dump,
    "reserved": by_flag(changes.reserved),
    "fits": fits,
    "position": lambda wanted: by_word(wanted, _POSITIONS, _position),
    "enum-handles": _enum_handles,
    "without-fields": by_flag(_without_fields),
    "changed-by": _changed_by,
    "alike-by": _alike_by,
    "spilled": lambda wanted: by_word(wanted, "value twice", _spilled),
    "shared": by_flag(lambda place: _target(place) is not None),
    "cycle": _cycle,
    "without-empty-lists": _without_empty_lists,
}
WITH_NEEDS: dict[str, Callable[[Data], tuple[Test, Need]]] = {"matches": _text, "depth": _depth}

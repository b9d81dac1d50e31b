"""The predicates of a condition that look at one place of a value. Each is compiled into a test."""

import math
import re
from collections.abc import Callable

from wirebed_protocol import options_pb2

from wirebed.bed.glob import any_matches
from wirebed.state.deviations import names
from wirebed.state.deviations.places import Shape, ValuePlace, ValuePlaces
from wirebed.view import grammar as g
from wirebed.view.compare.scalar_kinds import is_default

Test = Callable[[ValuePlace], bool]


class ConditionError(ValueError):
    """An invalid condition; `key` is the predicate at fault."""

    def __init__(self, key: str, reason: str):
        super().__init__(reason)
        self.key = key


def _list(wanted) -> list[str]:
    return [str(one) for one in (wanted if isinstance(wanted, list) else [wanted])]


def _globs(wanted, of: Callable[[ValuePlace], tuple]) -> Test:
    globs = _list(wanted)
    return lambda place: any(any_matches(name, globs) for name in of(place))


def _field(wanted) -> Test:
    """Globs with a dot are for full names, as interop.names.Spellings.odd; the others for names."""
    globs = _list(wanted)
    names, full_names = ([one for one in globs if ("." in one) == dotted] for dotted in (False, True))

    def test(place):
        field = place.field
        if field is None:
            return False
        return any_matches(field.name, names) or any_matches(field.full_name, full_names)

    return test


def _name(wanted) -> Test:
    """Globs of the field's name in each of some languages: `{json: 'null'}`."""
    if not isinstance(wanted, dict):
        raise ConditionError("", "a mapping of languages to globs")
    globs = {of: _list(one) for of, one in wanted.items()}

    def test(shape):
        found = {of: names.name(shape.plain_field, of) for of in globs}
        return all(one is not None and any_matches(one, globs[of]) for of, one in found.items())

    return test


def _names_differ(wanted) -> Test:
    if not isinstance(wanted, list) or len(wanted) != 2 or not all(isinstance(one, str) for one in wanted):
        raise ConditionError("", "a list of two languages")

    def test(shape):
        one, other = (names.name(shape.plain_field, of) for of in wanted)
        return one is not None and other is not None and one != other

    return test


def _one_of(wanted, known: str, of: Callable[[ValuePlace], str]) -> Test:
    words = _list(wanted)
    for word in words:
        if word not in known.split():
            raise ConditionError("", f"{word} is none of {known}")
    return lambda place: of(place) in words


def _flag(of: Callable[[ValuePlace], bool]):
    def make(wanted) -> Test:
        if not isinstance(wanted, bool):
            raise ConditionError("", "true or false")
        return lambda place: of(place) == wanted

    return make


_POWER = re.compile(r"(-?)(\d+)\^(\d+)([+-]\d+)?")


def number(wanted) -> int | float:
    """A number of the YAML file, which may be written as `2^63-1` or `-2^31`."""
    if isinstance(wanted, (int, float)) and not isinstance(wanted, bool):
        return wanted
    found = _POWER.fullmatch(str(wanted))
    if not found:
        raise ConditionError("", f"{wanted} is no number")
    sign, base, power, more = found.groups()
    return (-1 if sign else 1) * int(base) ** int(power) + int(more or 0)


_NUMBERS = (g.INT, g.UINT, g.FLOAT, g.DOUBLE, g.ENUM)


def _numeric(holds: Callable) -> Callable:
    def make(wanted) -> Test:
        limit = number(wanted)
        return lambda place: place.node is not None and place.node.tag in _NUMBERS and holds(place.node.value, limit)

    return make


def _range(of: Callable[[ValuePlace], int | None], all_of: Callable[[ValuePlaces], set] | None = None):
    """`{above:, below:, from:, to:, is:}` of a count, or just a number. `all_of` gives all counts in a value."""

    def make(wanted) -> Test:
        limits = wanted if isinstance(wanted, dict) else {"is": wanted}
        for word in limits:
            if word not in _COMPARE:
                raise ConditionError("", f"unknown key `{word}`; known: {', '.join(_COMPARE)}")
        checks = [(_COMPARE[word], number(limit)) for word, limit in limits.items()]

        def test(place):
            value = of(place)
            return value is not None and all(check(value, limit) for check, limit in checks)

        if all_of is not None:
            test.needs = lambda value: any(all(check(n, limit) for check, limit in checks) for n in all_of(value))
        return test

    return make


_COMPARE = {
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


def _inexact(wanted) -> Test:
    """Holds for a number that the named type cannot represent exactly."""
    if wanted not in ("float", "double"):
        raise ConditionError("", "float or double")
    form = g.F32 if wanted == "float" else g.F64

    def test(place):
        if place.node is None or place.node.tag not in _NUMBERS or place.node.value != place.node.value:
            return False
        try:
            return form.unpack(form.pack(place.node.value))[0] != place.node.value
        except OverflowError:
            return True

    return test


def _text(wanted) -> Test:
    search = re.compile(str(wanted), re.DOTALL).search

    def test(place):
        return place.node is not None and place.node.tag == g.TEXT and search(place.node.value) is not None

    test.needs = lambda value: any(map(search, value.texts))
    return test


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
    if place.node is None or place.node.tag != g.ENUM or place.field is None or place.field.enum_type is None:
        return False
    return place.node.value not in place.field.enum_type.values_by_number


def _position(place: ValuePlace) -> str:
    """What stands where an enum number points as a position among the constants, one of `_POSITIONS`."""
    if place.node is None or place.node.tag != g.ENUM or place.field is None or place.field.enum_type is None:
        return ""
    number = names.constant_at(place.field.enum_type, place.node.value)
    return "none" if number is None else "same" if number == place.node.value else "another"


def _shared(place: ValuePlace) -> bool:
    return place.node is not None and place.node.tag == g.SAME and place.node.value.tag == g.RECORD


def _cycle(place: ValuePlace) -> bool:
    if not _shared(place):
        return False
    node = place.node
    while node is not None:
        if node is place.node.value:
            return True
        node = node.parent
    return False


def _without_fields(place: ValuePlace) -> bool:
    """Whether a message is there whose type declares no field."""
    if place.node is None or place.node.tag != g.RECORD:
        return False
    return not any(number > 0 for number in place.shape.owner.layout(place.node.value))


_PLACES = "field element key value list set map root"
_POSITIONS = "none same another"
_FLOATS = "nan inf -inf negative-zero zero subnormal whole fraction"
# All hints but AS_DECLARED, the default.
_HINTS = " ".join([*options_pb2.Collection.keys(), *options_pb2.Type.keys()[1:], "NO_PRESENCE"])

# The predicates that the shape of a place decides.
OF_SHAPES = frozenset("type field name names-differ at presence hint closed oneof extension".split())

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
    "unnamed": frozenset((g.ENUM,)),
    "position": frozenset((g.ENUM,)),
    "without-fields": frozenset((g.RECORD,)),
    "shared": frozenset((g.SAME,)),
    "cycle": frozenset((g.SAME,)),
}

PREDICATES: dict[str, Callable[[object], Test]] = {
    "type": lambda wanted: _globs(wanted, lambda place: place.types),
    "field": _field,
    "name": _name,
    "names-differ": _names_differ,
    "path": lambda wanted: _globs(wanted, lambda place: (place.path,)),
    "at": lambda wanted: _one_of(wanted, _PLACES, lambda place: place.at),
    "presence": lambda wanted: _one_of(wanted, "explicit implicit required", _presence),
    "hint": lambda wanted: _one_of(wanted, _HINTS, lambda place: place.hint),
    "float": lambda wanted: _one_of(wanted, _FLOATS, _class_of),
    "above": _numeric(_COMPARE["above"]),
    "below": _numeric(_COMPARE["below"]),
    "from": _numeric(_COMPARE["from"]),
    "to": _numeric(_COMPARE["to"]),
    "is": _numeric(_COMPARE["is"]),
    "multiple-of": _numeric(lambda value, unit: value % unit == 0),
    "inexact-in": _inexact,
    "matches": _text,
    "length": _range(_length),
    "count": _range(_count),
    "depth": _range(lambda place: place.depth, lambda value: value.depths),
    "invalid": _flag(lambda place: place.node is not None and place.node.tag == g.BAD_TEXT),
    "null": _flag(lambda place: place.node is not None and place.node.tag == g.NULL),
    "absent": _flag(lambda place: place.node is None),
    "default": _flag(lambda place: place.node is not None and is_default(place.node)),
    "true": _flag(lambda place: place.node is not None and place.node.tag == g.TRUE),
    "unnamed": _flag(_unnamed),
    "position": lambda wanted: _one_of(wanted, _POSITIONS, _position),
    "closed": _flag(lambda s: s.field is not None and s.field.enum_type is not None and s.field.enum_type.is_closed),
    "oneof": _flag(lambda place: place.field is not None and place.field.containing_oneof is not None),
    "extension": _flag(lambda place: place.field is not None and place.field.is_extension),
    "without-fields": _flag(_without_fields),
    "shared": _flag(_shared),
    "cycle": _flag(_cycle),
}

"""The places of a value, with what the schema says about them, for the conditions of deviations.

What the schema says about a place is its shape. A shape is the same for all values, so it is made once, and a condition
evaluates it once. Most of the thousands of questions in a run are decided by the shape.
"""

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary, ref

from google.protobuf.descriptor import FieldDescriptor as F
from wirebed_protocol import options_pb2
from wirebed_protocol.plain_pb2 import PlainField

from wirebed.bed.schema import JavaField, Schema, hint_of
from wirebed.state.deviations.names import ClassNames
from wirebed.view import grammar as g
from wirebed.view import spell
from wirebed.view.compare import Found
from wirebed.view.parse import Node, parse

if TYPE_CHECKING:
    from wirebed.state.deviations.given import GivenPlaces

_TYPES = {number: name.removeprefix("TYPE_").lower() for name, number in vars(F).items() if name.startswith("TYPE_")}
_CONTAINERS = {g.LIST: "list", g.SET: "set", g.MAP: "map"}
PlaceSteps = tuple[int | bytes | str, ...]  # those of a node, and of places that have none


class Others(NamedTuple):
    """The declarations that another version of the schema has for a place; None where it has none."""

    becomes: "Shape | None" = None  # of the same thing, whatever its name and number
    same_number: "Shape | None" = None
    same_name: "Shape | None" = None


class Shape:
    """The declaration of a place in the schema. `at`: field, list, set, map, element, key, value or root."""

    __slots__ = ("field", "at", "types", "owner", "hint", "others", "added", "target", "holds")

    def __init__(
        self,
        field: F | None,
        at: str,
        types: tuple[str, ...],
        owner: "Shapes",
        others: Others | None = None,
        added: bool = False,
        target: "Shapes | None" = None,
    ) -> None:
        """`others`: None where no other version meets the value; `added`: whether only the other version has it;
        `target`: all shapes of the other version."""
        self.field, self.at, self.types, self.owner = field, at, types, owner
        self.others, self.added, self.target = others, added, target
        self.hint = _hint(field)
        self.holds: dict[Hashable, bool] = {}  # condition -> whether its predicates about shapes hold

    @property
    def plain_field(self) -> PlainField | None:
        """The field of the plain class; None at a key or a value of a map, and for an extension."""
        if self.field is None or self.field.containing_type is None:
            return None
        return self.owner.plain_fields.get((self.field.containing_type.full_name, self.field.number))

    @property
    def java_field(self) -> JavaField | None:
        """The field of a class of Java that was written by hand; None for other fields."""
        if self.field is None or self.field.containing_type is None:
            return None
        return self.owner.java_fields.get((self.field.containing_type.full_name, self.field.number))


class ValuePlace:
    """One place of a value. `node` is None for an absent field; `depth` counts the records down to this place."""

    __slots__ = ("node", "shape", "up", "depth")

    def __init__(self, node: Node | None, shape: Shape, up: "ValuePlace | None") -> None:
        self.node, self.shape, self.up = node, shape, up
        self.depth: int = (up.depth if up is not None else 0) + (node is not None and node.tag == g.RECORD)

    @property
    def field(self) -> F | None:
        return self.shape.field

    @property
    def at(self) -> str:
        return self.shape.at

    @property
    def root(self) -> "ValuePlace":
        root = self
        while root.up is not None:
            root = root.up
        return root

    @property
    def path(self) -> str:
        if self.node is not None:
            return spell.path(self.node, self.shape.owner)
        assert self.up is not None and self.field is not None, "what is absent is a field of a record"
        return f"{self.up.path}.{self.field.name}".removeprefix(".")


class _Field:
    """The shapes of one field and, for a list or a map, of its elements, keys and values."""

    def __init__(self, field: F | None, owner: "Shapes") -> None:
        self.field, self.owner = field, owner
        self.made: dict[str, Shape] = {}

    def __getitem__(self, at: str) -> Shape:
        if at not in self.made:
            field = self.field
            if field is not None and at in ("map", "key", "value"):
                entry = field.message_type.fields_by_name if field.message_type is not None else {}
                inner = entry.get("key" if at == "key" else "value")
                self.made[at] = Shape(field if at == "map" else inner, at, types_of(inner), self.owner)
            else:
                self.made[at] = Shape(field, at, types_of(field), self.owner)
        return self.made[at]

    def possible(self) -> list[Shape]:
        """All shapes that a place of this field can have."""
        field = self.field
        if field is None or not field.is_repeated:
            return [self["field"]]
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return [self["field"], self["map"], self["key"], self["value"]]
        return [self[at] for at in ("field", "list", "set", "element")]


class Shapes:
    """All shapes of a schema, made when values need them."""

    def __init__(self, schema: Schema) -> None:
        self.pool = schema.pool
        self._schema = ref(schema)  # these shapes live as long as the schema, in _SHAPES
        self.layouts: dict[str, dict[int, _Field]] = {}
        self.roots: dict[str, Shape] = {}
        self.closures: dict[str, list[Shape] | None] = {}
        # (condition, message) -> the shapes of the closure that the condition fits
        self.fitting: dict[tuple[Hashable, str], list[Shape] | None] = {}
        self.unknown = _Field(None, self)

    @property
    def schema(self) -> Schema:
        schema = self._schema()
        assert schema is not None, "whoever asks for the shapes has the schema"
        return schema

    @cached_property
    def plain_fields(self) -> dict[tuple[str, int], PlainField]:
        """The fields of all plain classes, by the message and the number."""
        return {
            (class_.message, field.number): field for class_ in self.schema.plain.classes for field in class_.fields
        }

    @cached_property
    def java_fields(self) -> Mapping[tuple[str, int], JavaField]:
        schema = self._schema()
        assert schema is not None, "whoever asks for the shapes has the schema"
        return schema.java_fields

    @cached_property
    def names(self) -> ClassNames:
        return ClassNames(self.schema.plain)

    def layout(self, message: str) -> dict[int, _Field]:
        """The fields of a message in order of declaration; empty for a message that the schema does not have."""
        if message not in self.layouts:
            try:
                fields = self.pool.FindMessageTypeByName(message).fields
                self.layouts[message] = {field.number: _Field(field, self) for field in fields}
            except KeyError:
                self.layouts[message] = {}
        return self.layouts[message]

    def field(self, message: str, number: int) -> _Field:
        """A field that the message itself does not declare: an extension, or `unknown`."""
        try:
            descriptor = self.pool.FindMessageTypeByName(message)
            # upb 7.36.2 reads through a null pointer when it is given None for the descriptor.
            field = _Field(self.pool.FindExtensionByNumber(descriptor, number), self)
        except KeyError:
            return self.unknown
        return self.layouts[message].setdefault(-number, field)

    def declared(self, field: F) -> _Field:
        """The shapes of a field."""
        assert field.containing_type is not None, "a field is one of a message"
        return _field_of(field.containing_type.full_name, field.number, self)

    def root(self, message: str) -> Shape:
        if message not in self.roots:
            self.roots[message] = Shape(None, "root", ("message", message), self)
        return self.roots[message]

    def closure(self, message: str) -> list[Shape] | None:
        """Every shape that places of the message can have; None where that is open (extensions, no schema)."""
        if message not in self.closures:
            self.closures[message] = self._closure(message)
        return self.closures[message]

    def _closure(self, message: str) -> list[Shape] | None:
        unknown = [self.unknown[at] for at in ("field", *_CONTAINERS.values(), "element", "key", "value")]
        shapes, todo = [self.root(message), *unknown], [message]
        seen: set[str] = set()
        while todo:
            name = todo.pop()
            if name in seen:
                continue
            seen.add(name)
            try:
                if self.pool.FindMessageTypeByName(name).is_extendable:
                    return None
            except KeyError:
                return None
            for field in self.layout(name).values():
                shapes += field.possible()
                todo += [t for shape in field.possible() for t in _messages(shape)]
        return shapes


def _messages(shape: Shape) -> list[str]:
    field = shape.field
    if field is None or field.message_type is None or field.message_type.GetOptions().map_entry:
        return []
    return [field.message_type.full_name]


def types_of(field: F | None) -> tuple[str, ...]:
    """The names of a field's type in conditions: `uint64`; `enum` and its name; `message` and its name."""
    if field is None:
        return ()
    name = _TYPES[field.type]
    if field.message_type is not None:
        full = field.message_type.full_name
        return (name, full) if name == "message" else (name, "message", full)
    if field.enum_type is not None:
        return (name, field.enum_type.full_name)
    return (name,)


def _hint(field: F | None) -> str:
    """The hint for the plain class, such as `DATE` or `SET`; empty without a hint."""
    if field is None:
        return ""
    hint = hint_of(field)
    if hint.HasField("type") and hint.type:
        return options_pb2.Type.Name(hint.type)
    if hint.HasField("collection"):
        return options_pb2.Collection.Name(hint.collection)
    return "NO_PRESENCE" if hint.no_presence else ""


_SHAPES: WeakKeyDictionary[Schema, Shapes] = WeakKeyDictionary()


def shapes_of(schema: Schema) -> Shapes:
    if schema not in _SHAPES:
        _SHAPES[schema] = Shapes(schema)
    return _SHAPES[schema]


class ValuePlaces:
    """All places of one view, collected when a condition first asks."""

    searched = True  # all of its texts for a pattern, before its places are looked at

    def __init__(self, view: bytes, schema: Schema, message: str, given: "GivenPlaces | None" = None) -> None:
        """`given`: the places of the bytes, where no writer of the bed wrote them."""
        self.view, self.schema, self.message, self.given = view, schema, message, given
        self.shapes = shapes_of(schema)
        # Of the conditions that were asked, by identity: whether they hold at some place.
        self.somewhere: dict[Hashable, bool] = {}

    @cached_property
    def places(self) -> list[ValuePlace]:
        if not self.view:
            return []
        root = parse(self.view)
        places, todo = [], [ValuePlace(root, self.shapes.root(root.value or ""), None)]
        while todo:
            place = todo.pop()
            node = place.node
            places.append(place)
            # The absent fields of an empty record are places too.
            if node is not None and (node.children or node.tag == g.RECORD):
                todo.extend(reversed(below(place, node)))
        return places

    @cached_property
    def by_shape(self) -> dict[Shape, dict[int, list[ValuePlace]]]:
        """The places by their shape, then by the tag of their node, 0 for an absent field."""
        shapes: dict[Shape, dict[int, list[ValuePlace]]] = {}
        for place in self.places:
            tag = place.node.tag if place.node is not None else 0
            shapes.setdefault(place.shape, {}).setdefault(tag, []).append(place)
        return shapes

    @cached_property
    def depths(self) -> set[int]:
        return {place.depth for place in self.places}

    @cached_property
    def texts(self) -> set[str]:
        """All different texts of the value."""
        groups = (by_tag.get(g.TEXT, ()) for by_tag in self.by_shape.values())
        return {place.node.value for places in groups for place in places if place.node is not None}

    @cached_property
    def by_steps(self) -> dict[PlaceSteps, ValuePlace]:
        return {steps_of(place): place for place in self.places}

    def place(self, difference: Found) -> ValuePlace | None:
        """The place in this value that a difference is at."""
        return self.by_steps.get(difference.place.steps())

    def read_place(self, difference: Found) -> ValuePlace | None:
        """That place as the version of the last reader declares it."""
        return self.place(difference)


# How conditions name the declarations of the other version.
RELATIONS = {name.replace("_", "-"): index for index, name in enumerate(Others._fields)}


def other_shape(shape: Shape, relation: str) -> Shape | None:
    """What the other version declares, by one of RELATIONS; None where it declares nothing."""
    return shape.others[RELATIONS[relation]] if shape.others is not None else None


def counterpart(place: ValuePlace, relation: str) -> ValuePlace | None:
    """The place as the other version declares it, by one of RELATIONS; None where it declares nothing."""
    shape = other_shape(place.shape, relation)
    if shape is None:
        return None
    return ValuePlace(place.node, shape, counterpart(place.up, relation) if place.up is not None else None)


def below(place: ValuePlace, node: Node) -> list[ValuePlace]:
    """The places directly below a place, which has a node."""
    shapes = place.shape.owner
    if node.tag == g.RECORD:
        return _fields(place, node, shapes)
    if node.parent is not None and node.parent.tag == g.RECORD:
        field = _field_of(node.parent.value, node.step, shapes)
    else:
        field = shapes.unknown
    if node.tag == g.MAP:
        keys = [ValuePlace(key, field["key"], place) for key in node.keys]
        return keys + [ValuePlace(child, field["value"], place) for child in node.children]
    return [ValuePlace(child, field["element"], place) for child in node.children]


def _field_of(message: str, number: int, shapes: Shapes) -> _Field:
    layout = shapes.layout(message)
    return layout.get(number) or layout.get(-number) or shapes.field(message, number)


def _fields(place: ValuePlace, node: Node, shapes: Shapes) -> list[ValuePlace]:
    there = dict(zip(node.keys, node.children, strict=True))
    places = []
    for number, field in shapes.layout(node.value).items():
        if number > 0:
            child = there.pop(number, None)
            at = _CONTAINERS.get(child.tag, "field") if child is not None else "field"
            places.append(ValuePlace(child, field[at], place))
    for number, child in there.items():
        field = _field_of(node.value, number, shapes)
        places.append(ValuePlace(child, field[_CONTAINERS.get(child.tag, "field")], place))
    return places


def steps_of(place: ValuePlace) -> PlaceSteps:
    """The way to a place from the root, also to a key and an absent field."""
    node = place.node
    if node is not None and place.at != "key":
        return node.steps()
    assert place.up is not None and place.up.node is not None, "a key and an absent field stand in a container"
    if node is not None:
        return (*place.up.node.steps(), "key", node.offset)
    assert place.field is not None, "what is absent is a field of a record"
    return (*place.up.node.steps(), place.field.number)

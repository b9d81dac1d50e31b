"""The places of a value, with what the schema says of them: what the conditions of deviations look at."""

from functools import cached_property

from google.protobuf.descriptor import FieldDescriptor as F
from wirebed_protocol import options_pb2

from wirebed.view import grammar as g
from wirebed.view import spell
from wirebed.view.parse import Node, parse

_TYPES = {number: name.removeprefix("TYPE_").lower() for name, number in vars(F).items() if name.startswith("TYPE_")}
_CONTAINERS = {g.LIST: "list", g.SET: "set", g.MAP: "map"}


class Spot:
    """One place: a field, a container, an element, a key, a map value, or the whole value (`root`).

    `node` is None for a field that is absent. `field` is its descriptor, None for what has none.
    """

    __slots__ = ("node", "field", "at", "types", "up", "schema")

    def __init__(self, node: Node | None, field, at: str, types: tuple, up: "Spot | None", schema):
        self.node, self.field, self.at, self.types, self.up, self.schema = node, field, at, types, up, schema

    @property
    def path(self) -> str:
        if self.node is not None:
            return spell.path(self.node, self.schema)
        return f"{self.up.path}.{self.field.name}".removeprefix(".")

    @property
    def depth(self) -> int:
        """How many records deep: 1 for the whole value, and for its own fields."""
        count, spot = 0, self
        while spot is not None:
            count += spot.node is not None and spot.node.tag == g.RECORD
            spot = spot.up
        return count

    @property
    def hint(self) -> str:
        """The hint for the plain class, `DATE`, `SET`, …; empty without."""
        if self.field is None:
            return ""
        hint = self.field.GetOptions().Extensions[options_pb2.plain]
        if hint.HasField("type") and hint.type:
            return options_pb2.Type.Name(hint.type)
        if hint.HasField("collection"):
            return options_pb2.Collection.Name(hint.collection)
        return "NO_PRESENCE" if hint.no_presence else ""


def types_of(field) -> tuple:
    """What a condition may call the type of a field: `uint64`; `enum` and its name; `message` and its name."""
    if field is None:
        return ()
    name = _TYPES[field.type]
    if field.message_type is not None:
        return (
            (name, field.message_type.full_name)
            if name == "message"
            else (name, "message", field.message_type.full_name)
        )
    if field.enum_type is not None:
        return (name, field.enum_type.full_name)
    return (name,)


class Value:
    """All places of one view, found when a condition first asks."""

    def __init__(self, view: bytes, schema, message: str):
        self.view, self.schema, self.message = view, schema, message

    @cached_property
    def root(self) -> Node | None:
        return parse(self.view) if self.view else None

    @cached_property
    def spots(self) -> list[Spot]:
        if self.root is None:
            return []
        found = []
        root = Spot(self.root, None, "root", ("message", self.root.value), None, self.schema)
        todo = [root]
        while todo:
            spot = todo.pop()
            found.append(spot)
            if spot.node is not None:
                todo.extend(reversed(self._below(spot)))
        return found

    @cached_property
    def by_type(self) -> dict[str, list[Spot]]:
        found = {}
        for spot in self.spots:
            for name in spot.types:
                found.setdefault(name, []).append(spot)
        return found

    @cached_property
    def by_steps(self) -> dict[tuple, Spot]:
        return {_steps(spot): spot for spot in self.spots}

    def spot(self, node: Node) -> Spot | None:
        """The place in this value where a node of another view of it stands."""
        return self.by_steps.get(node.steps())

    def _below(self, spot: Spot) -> list[Spot]:
        node, schema = spot.node, self.schema
        if node.tag == g.RECORD:
            return self._fields(spot)
        if node.tag == g.MAP:
            entry = spot.field.message_type.fields_by_name if spot.field is not None else {}
            key, value = entry.get("key"), entry.get("value")
            keys = [Spot(k, key, "key", types_of(key), spot, schema) for k in node.keys]
            return keys + [Spot(v, value, "value", types_of(value), spot, schema) for v in node.children]
        return [Spot(child, spot.field, "element", spot.types, spot, schema) for child in node.children]

    def _fields(self, spot: Spot) -> list[Spot]:
        node, schema, below = spot.node, self.schema, []
        descriptor = schema.pool.FindMessageTypeByName(node.value) if spell.known(schema, node.value) else None
        there = dict(zip(node.keys, node.children, strict=True))
        for field in descriptor.fields if descriptor is not None else ():
            child = there.pop(field.number, None)
            below.append(self._field(child, field, spot))
        for number, child in there.items():
            below.append(self._field(child, _extension(schema, descriptor, number), spot))
        return below

    def _field(self, node, field, up) -> Spot:
        at = _CONTAINERS.get(node.tag, "field") if node is not None else "field"
        types = types_of(field)
        if at == "map" and field is not None:
            types = types_of(field.message_type.fields_by_name["value"])
        return Spot(node, field, at, types, up, self.schema)


def _extension(schema, descriptor, number: int):
    # upb 7.36.2 reads through a null pointer when the descriptor is None.
    if descriptor is None:
        return None
    try:
        return schema.pool.FindExtensionByNumber(descriptor, number)
    except KeyError:
        return None


def _steps(spot: Spot) -> tuple:
    if spot.node is None:
        return (*spot.up.node.steps(), spot.field.number)
    if spot.at == "key":
        return (*spot.up.node.steps(), "key", spot.node.offset)
    return spot.node.steps()

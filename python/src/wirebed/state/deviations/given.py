"""The places of given bytes, for the condition `given:` of an entry: each part with what the schema declares for it.

The value at a place is its spelling, a text. So the predicates about texts hold for how it is spelled, and those about
declarations for what should stand there. A member that the message does not declare is a place of no declaration.
"""

from collections.abc import Iterable
from functools import cached_property

from google.protobuf.descriptor import FieldDescriptor

from wirebed.bed.schema import Schema, json_name
from wirebed.state.deviations.condition import Condition
from wirebed.state.deviations.given_place import GivenPlace
from wirebed.state.deviations.places import Shape, Shapes, ValuePlace, ValuePlaces
from wirebed.state.deviations.respelling import Respelling
from wirebed.view import dump, given
from wirebed.view import grammar as g
from wirebed.view.given import Part
from wirebed.view.of_message import is_map, is_set
from wirebed.view.parse import Node, parse

# The writers of bytes that no writer of the bed wrote: of a case with bytes, and of a vector.
GIVEN = ("bytes", "given")


class GivenPlaces(ValuePlaces):
    """The places of one text, or of the digits of bytes that are none."""

    searched = False  # since the spelling of a place has those of all places in it

    def __init__(self, format: str, data: bytes, schema: Schema, message: str) -> None:
        super().__init__(b"", schema, message)
        self.format, self.text = format, given.spelling(format, data)
        self._bytes = data

    @cached_property
    def dumped(self) -> str:
        """The annotated dump of the bytes."""
        return dump.of(self.format, self._bytes, self.schema, self.message)

    @cached_property
    def places(self) -> list[ValuePlace]:
        known: dict[Part, ValuePlace] = {}
        keys: list[ValuePlace] = []
        seen: set[tuple[Part, str | int]] = set()  # the names and the fields of each object
        for part in given.parts(self.format, self.text):
            if part.within is None:
                known[part] = self._place(part, self.shapes.root(self.message), None)
                continue
            up = known[part.within]
            name = part.key.name(self.text) if part.key is not None else None
            shape = _shape(self.format, up.shape, name, self.shapes)
            twice = ""
            if part.key is not None and name is not None:
                number = shape.field.number if shape.field is not None and up.at != "map" else 0
                twice = "name" if (part.within, name) in seen else "field" if (part.within, number) in seen else ""
                seen |= {(part.within, name), *([(part.within, number)] if number else [])}
                if up.at == "map":
                    keys.append(self._place(part.key, _of_entry(up.shape, "key"), up))
            known[part] = self._place(part, shape, up, twice)
        return [*known.values(), *keys]

    def _place(self, part: Part, shape: Shape, up: ValuePlace | None, twice: str = "") -> ValuePlace:
        node = Node(g.TEXT, part.start, None, None)
        node.value, node.end = part.spelled(self.text), part.end
        place = GivenPlace(node, shape, up, self, twice)
        place.depth += node.value.lstrip()[:1] in ("{", "[")
        return place

    def respelled(self, where: Condition, spelled: Respelling) -> Node | None:
        """What the bytes say if each place for which a condition holds is spelled otherwise."""
        pieces, end = [], 0
        for place, node in sorted(_nodes(where.places(self)), key=lambda pair: (pair[1].offset, -pair[1].end)):
            if node.offset >= end:  # and so in no other of these places
                pieces += [self._text(end, node.offset), spelled(place)]
                end = node.end
        text = "".join([*pieces, self._text(end, len(self.text))])
        value = given.value(self.format, text, self.schema, self.message)
        return parse(value) if value is not None else None

    def _text(self, start: int, end: int) -> str:
        return Part(start, end).spelled(self.text)


def _nodes(places: Iterable[ValuePlace]) -> list[tuple[ValuePlace, Node]]:
    return [(place, place.node) for place in places if place.node is not None]


def _shape(format: str, up: Shape, name: str | None, shapes: Shapes) -> Shape:
    """What is declared for a member of this name, or for an element, of what `up` declares."""
    if up.at == "map" and name is not None:
        return _of_entry(up, "value")
    # An element of XStream is named by its class.
    if up.at in ("list", "set") and (name is None or format in given.XML) and up.field is not None:
        return shapes.declared(up.field)["element"]
    if up.at not in ("root", "field", "element", "value") or name is None or "message" not in up.types:
        return shapes.unknown["field"]
    if up.types[-1] == "google.protobuf.Any":  # whose members are those of what it holds
        return shapes.unknown["field"]
    for number, field in shapes.layout(up.types[-1]).items():
        declared = field.field
        if number > 0 and declared is not None and _names(format, name, declared):
            return field[_at(format, declared)]
    return shapes.unknown["field"]


def _names(format: str, name: str, declared: FieldDescriptor) -> bool:
    if format in given.XML:
        return given.names(format, name, declared)
    return name in (json_name(declared), declared.name)


def _at(format: str, declared: FieldDescriptor) -> str:
    """Where a member of this declaration is: JAXB writes the elements of a list one after the other."""
    if is_map(declared):
        return "map"
    if not declared.is_repeated:
        return "field"
    return "element" if format == "xml-jaxb" else "set" if is_set(declared) else "list"


def _of_entry(of_map: Shape, at: str) -> Shape:
    assert of_map.field is not None, "a map is one of a field"
    return of_map.owner.declared(of_map.field)[at]

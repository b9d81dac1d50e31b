"""What a reader finds at the references of a Java stream whose writer numbers enum constants as javaobj-py3 0.6.1 does.

A reader numbers what is in a stream as Java does: the class of the first constant of an enum, java.lang.Enum, the
constant and its name, and then each further constant and its name. `write_enum` of javaobj.v1.marshaller numbers the
first constant before its class, and no further one, which refers to its class by the number of the first. Otherwise the
marshaller refers only to classes, to types of fields and to texts. It writes an object that stands in several places
again at each.

Three things are not followed exactly: the order of Java in which a map or a set is written, the parts of a BigDecimal,
and a third place of an object.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from wirebed.state.deviations.declarations import kind
from wirebed.state.deviations.java_types import java_type
from wirebed.state.deviations.names import name
from wirebed.state.deviations.places import ValuePlace, below
from wirebed.view import grammar as g
from wirebed.view.parse import Node

REFERENCES = ("class", "parent", "type", "name", "text")
FINDS = "same class type text name constant object"
_PRIMITIVES = {"int", "long", "boolean", "float", "double"}
# The classes whose parent is java.lang.Number.
_NUMBERS = {"Integer", "Long", "Float", "Double", "BigDecimal"}


def found(place: ValuePlace) -> frozenset[str]:
    """One of REFERENCES and one of FINDS for each reference at a place: "class object". "name name" finds the name of
    another constant of the enum."""
    return frozenset(reference for reference, _ in _at_place(place))


def read(place: ValuePlace) -> str | int | None:
    """The text, or the number of the constant, that is found instead of what was written; None where there is none."""
    text = next((thing for reference, thing in _at_place(place) if reference in ("name name", "text text")), None)
    if text is None or place.node is None or place.node.tag != g.ENUM:
        return text
    return next(number for number, name_ in _constants(place).items() if name_ == text)


def _at_place(place: ValuePlace) -> list[tuple[str, str]]:
    return _found(place.root).get(id(place.node), [])


@lru_cache(maxsize=2)
def _found(root: ValuePlace) -> dict[int, list[tuple[str, str]]]:
    """Each reference with what is found, by the nodes of the places, which live as long as the root. Conditions ask it
    for each place of a value."""
    stream, references = _Stream(), dict[int, list[tuple[str, str]]]()
    for place, node in _in_stream(root):
        if there := list(stream.write(place, node)):
            references.setdefault(id(place.node), []).extend(there)
    return references


class _Stream:
    """The things of a stream: "class Integer", "text a", "object". A name is the text of a constant."""

    def __init__(self) -> None:
        self.written: dict[str, int] = {}  # the number that the writer gives to each
        self.numbers = 0  # how many the writer has given
        self.read: list[str] = []  # by the number that a reader gives

    def write(self, place: ValuePlace, node: Node) -> Iterator[tuple[str, str]]:
        class_ = str(node.value) if place.at == "root" else java_type(place.shape)
        if node.tag == g.ENUM:
            yield from self._constant(place, node)
        elif class_ == "String":
            yield from self._refer("text", f"text {_text(node)}")
        elif class_ not in _PRIMITIVES:
            new = f"class {class_}" not in self.written
            yield from self._refer("class", f"class {class_}")
            if new and node.tag == g.RECORD and not _is_scalar(place):
                for type_ in _declared(place, node):
                    yield from self._refer("type", f"type {type_}")
            if new and class_ in _NUMBERS:
                yield from self._refer("parent", "class Number")
            self._number("object")

    def _constant(self, place: ValuePlace, node: Node) -> Iterator[tuple[str, str]]:
        enum = place.shape.types[-1]
        if f"class {enum}" not in self.written:
            self.written[f"class {enum}"] = self.numbers  # the number of the constant
            if new := "class Enum" not in self.written:
                self.written["class Enum"] = self.numbers + 2
            self.read.append(f"class {enum}")
            if new:
                self.read.append("class Enum")
            else:
                yield self._at("parent", "class Enum")
            self.numbers += 3 if new else 2
        else:
            yield self._at("class", f"class {enum}")
        self.read.append("constant")
        names = {number: f"text {name_}" for number, name_ in _constants(place).items()}
        yield from self._refer("name", names.get(node.value, "text"), names.values())

    def _refer(self, reference: str, thing: str, names: Collection[str] = ()) -> Iterator[tuple[str, str]]:
        if thing in self.written:
            yield self._at(reference, thing, names)
        else:
            self.written[thing] = self.numbers
            self._number(thing)

    def _number(self, thing: str) -> None:
        self.numbers += 1
        self.read.append(thing)

    def _at(self, reference: str, thing: str, names: Collection[str] = ()) -> tuple[str, str]:
        there = self.read[self.written[thing]]
        what, _, rest = there.partition(" ")
        return f"{reference} {'same' if there == thing else 'name' if there in names else what}", rest


def _constants(place: ValuePlace) -> Mapping[int, str]:
    """The names of the constants of the enum of a place in Java, by their numbers."""
    names = place.shape.owner.names
    return names.constants.get("java", {}).get(names.classes["java"].get(place.shape.types[-1], ""), {})


def _text(node: Node) -> object:
    """A text, or that of its wrapper."""
    if node.tag == g.RECORD:
        return node.children[0].value if node.children else ""
    return node.value


def _declared(place: ValuePlace, node: Node) -> Iterator[str]:
    """The types of the fields of a record that are no primitive ones, in the order of a class description."""
    types = (java_type(field.shape) for field in _by_name(below(place, node)))
    yield from (type_ for type_ in types if type_ and type_ not in _PRIMITIVES)


def _by_name(fields: list[ValuePlace]) -> list[ValuePlace]:
    return sorted(fields, key=lambda field: name(field.shape.plain_field, "java") or "")


def _in_stream(root: ValuePlace) -> Iterator[tuple[ValuePlace, Node]]:
    """The places with what is written there: fields by their names in Java, entries of maps and elements of sets as the
    view has them. What is shared is walked twice."""
    todo, walked = [root], Counter[int]()
    while todo:
        place = todo.pop()
        node = place.node
        target = node.value if node is not None and node.tag == g.SAME else node
        if not isinstance(target, Node) or target.tag == g.NULL or walked[id(target)] == 2:
            continue
        walked[id(target)] += 1
        yield place, target
        if not _is_scalar(place) and not _of_primitives(place):
            todo.extend(reversed(_ordered(target, below(place, target))))


def _is_scalar(place: ValuePlace) -> bool:
    """Whether a message is one value of Java, as a Date or an Integer, so that its fields are not written."""
    return kind(place.shape) in ("date", "wrapper")


def _of_primitives(place: ValuePlace) -> bool:
    """Whether an array is there whose elements are no objects."""
    return place.at == "list" and java_type(place.shape).removesuffix("[]") in _PRIMITIVES


def _ordered(node: Node, inner: list[ValuePlace]) -> list[ValuePlace]:
    if node.tag == g.RECORD:
        return _by_name(inner)
    if node.tag == g.MAP:
        half = len(inner) // 2
        return [place for entry in zip(inner[:half], inner[half:], strict=True) for place in entry]
    return inner

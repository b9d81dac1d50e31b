"""The places of a sample as it was written, with what the version that meets it declares for each of them.

A law (fixtures/laws) speaks of the value and of the change at once: `{becomes: {type: int32, fits: false}}` is a
number that the field of the other version cannot hold. Fields that only the other version has are places, too.
"""

from functools import cached_property

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.bed.schema import Schema
from wirebed.state.deviations.places import (
    Others,
    PlaceSteps,
    Shape,
    Shapes,
    ValuePlace,
    ValuePlaces,
    counterpart,
    shapes_of,
    steps_of,
)
from wirebed.suites.evolution.correspondence import Correspondence
from wirebed.suites.evolution.migrate import Migrated
from wirebed.view import grammar as g
from wirebed.view.compare import Found
from wirebed.view.parse import Steps

_NONE = Others()


class ChangePlaces(ValuePlaces):
    def __init__(self, view: bytes, message: str, same: Correspondence, migrated: Migrated, schema: Schema) -> None:
        """`view`: the value as the writer's objects hold it; `message`: its type; `same`: from the writer's version to
        the one that meets it; `schema`: of the last reader, by which paths are spelled."""
        super().__init__(view, schema, message)
        self.same, self.migrated = same, migrated
        self.returns = schema is same.schema_from
        self.shapes = self.pairs = _ShapePairs(same.schema_from, same.schema_to)
        self.targets = shapes_of(same.schema_to)

    @cached_property
    def places(self) -> list[ValuePlace]:
        written = ValuePlaces(self.view, self.same.schema_from, self.message)
        pairs: dict[ValuePlace, ValuePlace] = {}
        self._messages: dict[ValuePlace, Descriptor] = {}  # by record: the message of the other version
        places = []
        for place in written.places:
            up = pairs[place.up] if place.up is not None else None
            pairs[place] = paired = ValuePlace(place.node, self._shape(place.shape, up), up)
            places.append(paired)
            if place.node is not None and place.node.tag == g.RECORD:
                places += self._added(paired)
        return places

    def _shape(self, shape: Shape, up: ValuePlace | None) -> Shape:
        if up is None:
            root = self.targets.root(self.same.roots[1])
            return self.pairs.made(shape, Others(root, root, root))
        if up.node is not None and up.node.tag == g.RECORD:
            return self.pairs.made(shape, self._of_field(shape, up))
        others = up.shape.others or _NONE
        return self.pairs.made(
            shape, Others(*(self._within(other, shape.at) if other is not None else None for other in others))
        )

    def _of_field(self, shape: Shape, record: ValuePlace) -> Others:
        message, field = self._message(record), shape.field
        if message is None or field is None:
            return _NONE
        fields = (
            self.same.field(field, message),
            message.fields_by_number.get(field.number),
            _named_alike(field, message),
        )
        return Others(*(self._declared(other) if other is not None else None for other in fields))

    def _message(self, record: ValuePlace) -> Descriptor | None:
        """The message of the other version in the place of a record."""
        if record not in self._messages:
            to = record.shape.others.becomes if record.shape.others is not None else None
            if to is not None and to.at == "root":
                self._messages[record] = self.same.schema_to.message(self.same.roots[1])
            elif to is not None and to.at != "map" and to.field is not None and to.field.message_type is not None:
                self._messages[record] = to.field.message_type
        return self._messages.get(record)

    def _declared(self, field: FieldDescriptor) -> Shape:
        at = "field"
        if field.is_repeated:
            is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
            at = "map" if is_map else "list"
        return self.targets.declared(field)[at]

    def _within(self, other: Shape, at: str) -> Shape:
        """The declaration for an element, a key or a value of a place that the other version declares so."""
        assert other.field is not None, "the parts of a container are those of a field"
        parts = {"list": "element", "map": "key" if at == "key" else "value"}
        return self.targets.declared(other.field)[parts[other.at]] if other.at in parts else other

    def _added(self, record: ValuePlace) -> list[ValuePlace]:
        """The fields of the other version that are none of this one."""
        message, node = self._message(record), record.node
        if message is None or node is None:
            return []
        source = self.shapes.pool.FindMessageTypeByName(node.value)
        known = {field.number for own in source.fields if (field := self.same.field(own, message)) is not None}
        added = (self._declared(field) for field in message.fields if field.number not in known)
        return [ValuePlace(None, self.pairs.made(shape, None), record) for shape in added]

    @cached_property
    def by_steps(self) -> dict[PlaceSteps, ValuePlace]:
        return {steps_of(place): place for place in self.places if not place.shape.added}

    def place(self, difference: Found) -> ValuePlace | None:
        """A value that the reader has no field for is at its own place; what the reader sees is at the place that it
        comes from, or at the one that is there in the version that wrote it."""
        steps = difference.place.steps()
        if self.returns or difference.schema is self.same.schema_from:
            return self._written(steps)
        return self._read(steps)

    def _written(self, steps: Steps) -> ValuePlace | None:
        while steps and steps not in self.by_steps:
            steps = steps[:-1]
        return self.by_steps.get(steps)

    def _read(self, steps: Steps) -> ValuePlace | None:
        if steps in self.migrated.origin or not steps:
            return self._written(self.migrated.origin.get(steps, ()))
        up, number = self._read(steps[:-1]), steps[-1]
        below = (place for place in self.below.get(up, ()) if up is not None)
        return next((place for place in below if _number(place) == number), up)

    @cached_property
    def below(self) -> dict[ValuePlace | None, list[ValuePlace]]:
        """The fields of each record."""
        fields: dict[ValuePlace | None, list[ValuePlace]] = {}
        for place in self.places:
            if place.up is not None and place.up.node is not None and place.up.node.tag == g.RECORD:
                fields.setdefault(place.up, []).append(place)
        return fields

    def read_place(self, difference: Found) -> ValuePlace | None:
        place = self.place(difference)
        if place is None or self.returns or place.shape.added:
            return place
        return counterpart(place, "becomes") or place


def _named_alike(field: FieldDescriptor, message: Descriptor) -> FieldDescriptor | None:
    """The field of a message that has the name of a field; the name of an extension is its full name."""
    if not field.is_extension:
        return message.fields_by_name.get(field.name)
    extensions = message.file.pool.FindAllExtensions(message)
    return next((other for other in extensions if other.full_name == field.full_name), None)


def _number(place: ValuePlace) -> int | None:
    """The number that the field of a place has in the other version."""
    to = place.shape if place.shape.added else place.shape.others.becomes if place.shape.others is not None else None
    return to.field.number if to is not None and to.field is not None else None


class _ShapePairs(Shapes):
    """The shapes of a version, each with its declarations in the other one."""

    def __init__(self, schema: Schema, other: Schema) -> None:
        super().__init__(schema)
        self.target = shapes_of(other)
        self.known: dict[tuple[Shape, Others | None], Shape] = {}

    def closure(self, message: str) -> list[Shape] | None:
        """The shapes of a message here are known only by a value of it."""
        return None

    def made(self, shape: Shape, others: Others | None) -> Shape:
        """`others`: None for a field that only the other version has."""
        if (shape, others) not in self.known:
            added = others is None
            declared = (shape.field, shape.at, shape.types, shape.owner)
            self.known[shape, others] = Shape(*declared, others, added, self.target)
        return self.known[shape, others]

"""The shapes of one version of a schema, each with what another version declares for it. They are made once a step."""

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.state.deviations.places import Others, Shape, Shapes, shapes_of
from wirebed.suites.evolution.correspondence import Correspondence

_PARTS = ("element", "key", "value")  # of a container


class ShapePairs(Shapes):
    def __init__(self, same: Correspondence) -> None:
        """`same`: from the version that writes to the one that meets its values."""
        super().__init__(same.schema_from)
        self.same, self.target = same, shapes_of(same.schema_to)
        self._below: dict[tuple[Shape, Shape | None], Shape] = {}
        self._made: dict[tuple[Shape, Others | None], Shape] = {}
        self._added: dict[tuple[Shape, str], list[Shape]] = {}

    def closure(self, message: str) -> list[Shape] | None:
        """Only a value shows which of these its message can have."""
        return None

    def below(self, up: Shape | None, shape: Shape) -> Shape:
        """The shape of a place that lies directly below one of the shape `up`, which is paired; None: of the root."""
        if (shape, up) not in self._below:
            self._below[shape, up] = self._pair(shape, self._others(shape, up))
        return self._below[shape, up]

    def added(self, record: Shape, message: str) -> list[Shape]:
        """The fields that only the other version has in the place of a record of this message."""
        if (record, message) not in self._added:
            there = self._message(record)
            own = self.pool.FindMessageTypeByName(message).fields if there is not None else ()
            fields = there.fields if there is not None else ()
            known = {same.number for field in own if there and (same := self.same.field(field, there)) is not None}
            shapes = [self._declared(field) for field in fields if field.number not in known]
            self._added[record, message] = [self._pair(shape, None) for shape in shapes]
        return self._added[record, message]

    def _pair(self, shape: Shape, others: Others | None) -> Shape:
        """`others`: None for a field that only the other version has."""
        if (shape, others) not in self._made:
            declared = (shape.field, shape.at, shape.types, shape.owner)
            self._made[shape, others] = Shape(*declared, others, others is None, self.target)
        return self._made[shape, others]

    def _others(self, shape: Shape, up: Shape | None) -> Others:
        if up is None:
            root = self.target.root(self.same.roots[1])
            return Others(root, root, root)
        if shape.at in _PARTS:
            there = up.others or Others()
            return Others(*(None if other is None else self._part(other, shape.at) for other in there))
        message, field = self._message(up), shape.field
        if message is None or field is None:
            return Others()
        alike = (self.same.field(field, message), message.fields_by_number.get(field.number), _named(field, message))
        return Others(*(None if other is None else self._declared(other) for other in alike))

    def _message(self, record: Shape) -> Descriptor | None:
        """The message of the other version in the place of a record."""
        there = record.others.becomes if record.others is not None else None
        if there is None or there.at == "map":
            return None
        if there.at == "root":
            return self.same.schema_to.message(self.same.roots[1])
        return there.field.message_type if there.field is not None else None

    def _declared(self, field: FieldDescriptor) -> Shape:
        if not field.is_repeated:
            return self.target.declared(field)["field"]
        is_map = field.message_type is not None and field.message_type.GetOptions().map_entry
        return self.target.declared(field)["map" if is_map else "list"]

    def _part(self, other: Shape, at: str) -> Shape:
        """The declaration for an element, a key or a value of a place that the other version declares so."""
        assert other.field is not None, "the parts of a container are those of a field"
        parts = {"list": "element", "map": "key" if at == "key" else "value"}
        return self.target.declared(other.field)[parts[other.at]] if other.at in parts else other


def _named(field: FieldDescriptor, message: Descriptor) -> FieldDescriptor | None:
    """The field of a message that has the name of a field; the name of an extension is its full name."""
    if not field.is_extension:
        return message.fields_by_name.get(field.name)
    extensions = message.file.pool.FindAllExtensions(message)
    return next((other for other in extensions if other.full_name == field.full_name), None)

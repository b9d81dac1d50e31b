"""The formats that write the names of classes or of fields. The bytes of the run show which they are."""

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.bed.schema import json_name
from wirebed.state.row import Row
from wirebed_safe_change.samples import Samples

_SEARCHED = 50  # samples of a format


class Carriers:
    """`formats`: those in whose bytes the name of the sample's plain class was found.

    Not `compiled`: there are no plain classes, and no format that writes them is asked.
    """

    def __init__(self, samples: Samples, compiled: bool = True):
        self.samples = samples
        self.formats: set[str] = set()
        self.spelled: dict[str, list[bool]] = {}  # format -> whether samples have their names in them
        versions = ("v1", "v2") if compiled else ()
        self.names = {version: _names(samples.changes.schema(version)) for version in versions}

    def take(self, rows: list[Row]):
        for row in rows:
            self._spell(row)
            if self.names and row.data and row.format not in self.formats and not row.relay:
                probe = self.samples.probes[row.name]
                message = self.samples.changes.pairs[probe.message].of(probe.version).full_name
                names = self.names[probe.version].get(message, ())
                if any(name in row.data for name in names):
                    self.formats.add(row.format)

    def fields(self, format_: str) -> bool:
        """Whether the bytes of every sample that was searched hold the names of its fields."""
        return all(self.spelled.get(format_, [False]))

    def _spell(self, row: Row):
        spelled = self.spelled.setdefault(row.format, [])
        if not row.data or len(spelled) == _SEARCHED:
            return
        fields = [field for field, _ in self.samples.message(row.name).ListFields() if not field.is_extension]
        if fields:
            spelled.append(all(any(name.encode() in row.data for name in _spelled(field)) for field in fields))


def _spelled(field: F) -> tuple[str, ...]:
    """The names of a field in text; the text format names a group by its type."""
    if field.type == F.TYPE_GROUP and field.message_type is not None:
        return (field.name, json_name(field), field.message_type.name)
    return (field.name, json_name(field))


def _names(schema) -> dict[str, tuple[bytes, ...]]:
    """The names of each message's plain class with its package or module, which no other bytes resemble."""
    return {
        plain.message: (plain.java_class.encode(), *(name.package.encode() for name in plain.names.values()))
        for plain in schema.plain.classes
    }

"""What MessageToJsonString of libprotobuf 3.21 makes of the fields of a group.

It overlooks the tags that begin and end a group. So it writes each field inside under the name of the field that has
the same number and the same wire type in the message around the group.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.state.deviations.functions import CASTS, Scalar
from wirebed.state.deviations.places import ValuePlace, below, types_of
from wirebed.view import grammar as g

_VARINTS = (F.TYPE_INT32, F.TYPE_INT64, F.TYPE_UINT32, F.TYPE_UINT64, F.TYPE_BOOL, F.TYPE_ENUM)


class _Tag(NamedTuple):
    """A tag on the wire, of the field that it is of; `spilled`: it stands in a group; `again`: it follows on a tag with
    the same number and wire type, so that both are of one list."""

    field: F
    place: ValuePlace
    spilled: bool
    again: bool = False


def value(place: ValuePlace) -> Scalar | None:
    """What is read at a field by a reader that takes the last of two members, if a group gives it and the field holds
    something else; else None."""
    field, record = place.field, place.up
    if place.at != "field" or field is None or record is None:
        return None
    last = next((tag for tag in reversed([*_tags(record)]) if _written_as(tag, field)), None)
    node = last.place.node if last is not None and last.spilled else None
    if node is None or field.type not in _VARINTS:
        return None
    read = CASTS[types_of(field)[0]](node.value)
    return None if place.node is not None and place.node.value == read else read


def twice(record: ValuePlace) -> bool:
    """Whether a name stands twice in the JSON of a message."""
    if record.node is None or record.node.tag != g.RECORD:
        return False
    fields = {place.field.number: place.field for place in below(record, record.node) if place.field is not None}
    tags = [tag for tag in _tags(record) if tag.field.number in fields]
    names = Counter(tag.field.number for tag in tags if not tag.again and _written_as(tag, fields[tag.field.number]))
    return max(names.values(), default=0) > 1


def _written_as(tag: _Tag, field: F) -> bool:
    """Whether a tag gives a member for this field. The tag of a group gives one where a list of groups is declared."""
    if tag.field.number != field.number:
        return False
    if F.TYPE_GROUP in (tag.field.type, field.type):
        return tag.field.type == field.type and field.is_repeated
    if not tag.spilled:
        return True
    return not field.is_repeated and tag.field.type in _VARINTS and field.type in _VARINTS


def _tags(record: ValuePlace, spilled: bool = False) -> Iterator[_Tag]:
    """The tags of a message in order of their numbers, and those of its groups between them."""
    assert record.node is not None, "a message is there"
    there = [(place.field, place) for place in below(record, record.node) if place.field is not None and place.node]
    for field, place in sorted(there, key=lambda item: item[0].number):
        if field.type != F.TYPE_GROUP:
            yield _Tag(field, place, spilled)
            continue
        assert place.node is not None, "it is there"
        for group in below(place, place.node) if field.is_repeated else (place,):
            yield _Tag(field, group, spilled)
            for number, tag in enumerate(_tags(group, True)):
                begins = number == 0 and tag.field.type == F.TYPE_GROUP and tag.field.number == field.number
                yield tag._replace(again=tag.again or begins)

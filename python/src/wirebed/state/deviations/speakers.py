"""Whose words a difference is: those of the library, or of a conversion of this bed that touched the value.

A conversion is code of a codec which makes a value of something else that its library has read, or makes something else
of it for its library. A codec states for which declared types it does so (peer.proto, Setting), and does so for each
value of these types. So the declared type of a place says whether a conversion touched it: where versions differ, the
type in the schema of the last reader.
"""

from collections.abc import Iterable
from itertools import pairwise

from google.protobuf.descriptor import FieldDescriptor

from wirebed.peers.codecs import CodecRef
from wirebed.state.deviations.places import Shape, ValuePlace, types_of
from wirebed.view.compare import Found
from wirebed.view.outcome import By, Kind, word

# The codecs that a value goes through: its writer, perhaps who passes it on, and its reader.
Way = tuple[str, ...]
LIBRARY, CODEC = word(By.LIBRARY), word(By.CODEC)
_NOT_READ = {Kind.DEFAULT_FILLED, Kind.OTHER_DEFAULT, Kind.PRESENCE_LOST, Kind.DROPPED, Kind.UNREAD}
_OF_TYPE = {"bytes": "bytes", "enum": "enums", "string": "texts"}
_OF_HINT = {"DATE": "dates", "DECIMAL": "decimals"}


class Speakers:
    def __init__(self, codecs: Iterable[CodecRef]) -> None:
        codecs = list(codecs)
        self.reads = {codec.id: codec.converts("reads") for codec in codecs}
        self.writes = {codec.id: codec.converts("writes") for codec in codecs}
        self._conversions: dict[Way, list[tuple[str, frozenset[str]]]] = {}

    def touched(self, way: Way) -> Way:
        """The codecs that decide whose words the differences of a cell are; empty where they are all the library's."""
        return way if self._back(way) else ()

    def of(self, way: Way, kinds: frozenset[str]) -> tuple[str, str]:
        """The codec that spoke, and who in it: the last conversion of such a value on the way, or else the reader's
        library. `kinds`: of the difference."""
        for codec, converted in self._back(way):
            if not kinds.isdisjoint(converted):
                return codec, CODEC
        return way[-1], LIBRARY

    def _back(self, way: Way) -> list[tuple[str, frozenset[str]]]:
        """Each conversion on a way, as its codec and what it converts, from the reader back to the writer."""
        conversions = self._conversions.get(way)
        if conversions is None:
            sides = [((reader, self.reads), (writer, self.writes)) for writer, reader in reversed([*pairwise(way)])]
            every = [(codec, converts.get(codec, frozenset())) for pair in sides for codec, converts in pair]
            conversions = self._conversions[way] = [(codec, converted) for codec, converted in every if converted]
        return conversions


def kinds_of(difference: Found, place: ValuePlace | None) -> frozenset[str]:
    """The kinds of values that a conversion may have touched, in the words of Setting.Converted. No conversion touched
    a value that was not read."""
    is_read = difference.actual is not None and difference.kind not in _NOT_READ
    return frozenset(_kinds(place)) if is_read else frozenset()


def _kinds(place: ValuePlace | None) -> set[str]:
    """Each field inside a date counts as a date."""
    kinds = {"everything"}
    if place is not None:
        kinds |= _of_shape(place.shape)
    while place is not None:
        if place.shape.hint == "DATE":
            return {"everything", "dates"}
        place = place.up
    return kinds


def _of_shape(shape: Shape) -> set[str]:
    """A map that differs as a whole has other keys; what is another value differs at its own place."""
    kinds: set[str] = set()
    if shape.at != "map" and shape.types and shape.types[0] not in ("message", "group"):
        kinds.add(_OF_HINT.get(shape.hint) or _OF_TYPE.get(shape.types[0], "numbers"))
    keys = shape.types if shape.at == "key" else _keys_of(shape.field) if shape.at == "map" else ()
    if keys and keys != ("string",):
        kinds.add("keys")
    return kinds


def _keys_of(field: FieldDescriptor | None) -> tuple[str, ...]:
    """The declared type of the keys of a map; () where the schema does not have the map."""
    entry = field.message_type if field is not None else None
    return types_of(entry.fields_by_name["key"]) if entry is not None else ()

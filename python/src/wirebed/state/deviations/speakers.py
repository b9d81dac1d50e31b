"""Whose words a difference is: those of the library, or of a conversion of this bed that touched the value.

A conversion is code of a codec which makes a value of something else that its library has read, or makes something else
of it for its library. A codec states for which declared types it does so (peer.proto, Setting), and does so for each
value of these types. So the declared type of a place says whether a conversion touched it: where versions differ, the
type in the schema of the last reader.
"""

from collections.abc import Iterable, Iterator
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

    def touched(self, way: Way) -> Way:
        """The codecs that decide whose words the differences of a cell are; empty where they are all the library's."""
        return way if any(converted for _, converted in self._back(way)) else ()

    def of(self, way: Way, difference: Found, place: ValuePlace | None) -> tuple[str, str]:
        """The codec, and who in it: the last conversion on the way, or else the reader's library. No conversion touched
        a value that was not read."""
        kinds = _kinds(place) if difference.actual is not None and difference.kind not in _NOT_READ else set()
        ours = (codec for codec, converted in self._back(way) if kinds & converted)
        return next(((codec, CODEC) for codec in ours), (way[-1], LIBRARY))

    def _back(self, way: Way) -> Iterator[tuple[str, frozenset[str]]]:
        """Each codec and what it converts, from the reader back to the writer."""
        for writer, reader in reversed(list(pairwise(way))):
            yield reader, self.reads.get(reader, frozenset())
            yield writer, self.writes.get(writer, frozenset())


def _kinds(place: ValuePlace | None) -> set[str]:
    """The kinds of a place in the words of Setting.Converted. Each field inside a date counts as a date."""
    kinds = {"everything"}
    if place is not None:
        kinds |= _kinds_of(place.shape)
    while place is not None:
        if place.shape.hint == "DATE":
            return {"everything", "dates"}
        place = place.up
    return kinds


def _kinds_of(shape: Shape) -> set[str]:
    kinds: set[str] = set()
    if shape.types and shape.types[0] not in ("message", "group"):
        kinds.add(_OF_HINT.get(shape.hint) or _OF_TYPE.get(shape.types[0], "numbers"))
    keys = shape.types if shape.at == "key" else _keys_of(shape.field) if shape.at == "map" else ()
    if keys and keys != ("string",):
        kinds.add("keys")
    return kinds


def _keys_of(field: FieldDescriptor | None) -> tuple[str, ...]:
    """The declared type of the keys of a map; () where the schema does not have the map."""
    entry = field.message_type if field is not None else None
    return types_of(entry.fields_by_name["key"]) if entry is not None else ()

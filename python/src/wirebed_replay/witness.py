"""The shortest record of a cluster, in words, as far as it is shown (privacy.py)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import msgspec

from wirebed.bed.schema import Schema
from wirebed.report.places import seen as places_of
from wirebed.view import dump
from wirebed.view.dump.lines import render
from wirebed_replay.privacy import MASKED, Privacy
from wirebed_replay.told import Said

_MOST_LINES = 60
_MOST_PLACES = 8
MOST_HEX = 512  # bytes of a payload that a command names


class Witness(msgspec.Struct):
    size: int  # bytes of the payload
    cut: int  # bytes that were left out of the record, since the cluster shows without them, too
    hex: str  # of the payload; empty where it is long, or a part of it is hidden
    dump: str
    places: list[tuple[str, str, str]]  # that are read otherwise: the place, what is expected, what is read
    reasons: list[str]  # the words of the readers
    value: str = ""  # that readers see, in text format; empty where no golden is asked for


@dataclass(frozen=True)
class Words:
    schema: Schema  # of the readers
    format: str
    privacy: Privacy
    whole: bool = False  # whether the bytes are wanted, however long

    def of(self, payload: bytes, said: Said, cut: int, value: str = "") -> Witness:
        """`value`: see Witness."""
        hides = bool(self.privacy.mask) or len(payload) > MOST_HEX and not self.whole
        return Witness(
            len(payload),
            cut,
            "" if hides else payload.hex(),
            self._dump(payload, said.key.message),
            self._places(said),
            [] if self.privacy.mask else list(said.reasons),
            value,
        )

    def _dump(self, data: bytes, message: str) -> str:
        lines = list(islice(dump.lines(self.format, data, self.schema, message), _MOST_LINES))
        if not lines:
            return "" if self.privacy.mask else dump.of(self.format, data[: 16 * _MOST_LINES], self.schema, message)
        seen = bytearray(data)
        for line in filter(self.privacy.hides, lines):
            seen[line.offset : line.offset + line.size] = bytes(len(data[line.offset : line.offset + line.size]))
        return render(bytes(seen), [self.privacy.line(line) for line in lines], _MOST_LINES)

    def _places(self, said: Said) -> list[tuple[str, str, str]]:
        """The places that are read otherwise than is expected, with both values."""
        if not (said.ought and said.seen):
            return []
        sides = [places_of(data, self.schema if said.key.message else None) for data in (said.ought, said.seen)]
        differing = [
            place for place in dict.fromkeys((*sides[0], *sides[1])) if _both(place, sides)[0] != _both(place, sides)[1]
        ]
        told = [(MASKED,) * 3 if self.privacy.masks(place) else (place, *_both(place, sides)) for place in differing]
        return list(dict.fromkeys(told))[:_MOST_PLACES]


def _both(place: str, sides: Sequence[Mapping[str, str]]) -> tuple[str, str]:
    expected, seen = (side.get(place, "absent") for side in sides)
    return expected, seen

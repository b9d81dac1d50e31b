"""Leaves out parts of a record as long as the same is to be said of it: fields of protobuf, members of a JSON object.
Records of other formats stay whole."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from wirebed.bed.schema import Schema
from wirebed.view import dump

_MOST_PARTS = 2000
_ROUNDS = 64
Part = TypeVar("Part")
# Says of some payloads whether the same is to be said of each.
Shows = Callable[[Sequence[bytes]], Sequence[bool]]


@dataclass(frozen=True)
class Parts:
    """The payload is `head`, the parts with `joint` between them, and `tail`."""

    parts: Sequence[bytes]
    head: bytes = b""
    joint: bytes = b""
    tail: bytes = b""

    def together(self, parts: Sequence[bytes]) -> bytes:
        return self.head + self.joint.join(parts) + self.tail


def shrunk(payload: bytes, format: str, schema: Schema, message: str, shows: Shows) -> bytes:
    """The payload without parts that are not needed. It halves what it leaves out, from half of the parts to one."""
    found = _parts(payload, format, schema, message)
    # A payload whose parts do not make it again, as of JSON with blanks between them, stays whole if they show nothing.
    if found is None or not shows([found.together(found.parts)])[0]:
        return payload
    return found.together(fewest(found.parts, lambda tried: shows([found.together(parts) for parts in tried])))


def fewest(parts: Sequence[Part], shows: Callable[[Sequence[Sequence[Part]]], Sequence[bool]]) -> Sequence[Part]:
    """The parts without those that are not needed. `shows` says of some selections whether each still shows it."""
    parts, size = list(parts), max(1, len(parts) // 2)
    for _ in range(_ROUNDS):
        tried = [parts[:at] + parts[at + size :] for at in range(0, len(parts), size)] if len(parts) > 1 else []
        shown = shows(tried) if tried else []
        better = next((each for each, is_shown in zip(tried, shown, strict=True) if is_shown), None)
        if better is not None:
            parts = better
        elif size > 1:
            size = max(1, size // 2)
        else:
            break
        size = min(size, max(1, len(parts) // 2))
    return parts


def _parts(payload: bytes, format: str, schema: Schema, message: str) -> Parts | None:
    if format == "protobuf":
        each = list(cut(payload, format, schema, message, 0))
        return Parts(each) if 1 < len(each) <= _MOST_PARTS else None
    if format in ("json", "protojson") and payload.strip()[:1] == b"{":
        each = [part.rstrip().rstrip(b",").rstrip() for part in cut(payload, format, schema, message, 1)]
        return Parts(each, b"{", b",", b"}") if 1 < len(each) <= _MOST_PARTS else None
    return None


def cut(payload: bytes, format: str, schema: Schema, message: str, depth: int) -> Iterator[bytes]:
    """The bytes from each line of this depth in its dump up to the next one."""
    lines = list(dump.lines(format, payload, schema, message))
    starts = [line.offset for line in lines if line.depth == depth and line.label not in ("end of group", "}", "]")]
    last = lines[-1].offset if lines and depth else len(payload)
    yield from (payload[start:end] for start, end in itertools.pairwise([*starts, last]))

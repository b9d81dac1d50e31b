"""Framings: how records lie in the files of a corpus. The user declares one, and none is guessed.

| FRAMING= | a record |
|---|---|
| `delimited` | has its length before it, as a varint: `writeDelimitedTo`, `SerializeDelimitedToZeroCopyStream`, `serialize_length_prefixed` |
| `length32`, `length32-le` | has its length before it, as four bytes, big-endian or little-endian |
| `file` | is a file |
| `lines`, `lines-base64` | is a line, as it is or as base64 |
| `lines:<member>`, `lines-base64:<member>` | is a member of the JSON object in a line |
| `parquet:<column>`, `avro:<column>` | is a value of this column; `:<column>` after it names its row |

`+confluent` after any of them: each record has Confluent's header (confluent.py).
"""  # noqa: E501

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from wirebed.errors import UserError, instead
from wirebed_replay.framing import lengths, lines
from wirebed_replay.framing.confluent import Header
from wirebed_replay.framing.record import Damage, Extent, Record
from wirebed_replay.framing.source import Source
from wirebed_replay.framing.stream import Stream
from wirebed_replay.framing.table import Avro, Parquet
from wirebed_replay.framing.whole import Whole


class Container(Protocol):
    def extents(self, source: Source) -> Iterator[Extent | Damage]:
        """The ranges of a file, in their order."""

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        """The records of a range, in their order."""


CONFLUENT = "+confluent"
_SIMPLE: Mapping[str, Container] = {
    "delimited": Stream(lengths.delimited),
    "length32": Stream(lengths.FourBytes(little=False), null=lengths.NULL),
    "length32-le": Stream(lengths.FourBytes(little=True), null=lengths.NULL),
    "file": Whole(),
    "lines": Stream(lines.split),
    "lines-base64": Stream(lines.split, lines.Member("", base64=True)),
}
_TABLES: Mapping[str, Callable[[str, str], Container]] = {"parquet": Parquet, "avro": Avro}
KNOWN = (*_SIMPLE, "lines:<member>", "lines-base64:<member>", *(f"{name}:<column>[:<column>]" for name in _TABLES))
# Those that say by themselves where a file does not fit.
CHECKABLE = {name: _SIMPLE[name] for name in ("delimited", "length32", "length32-le")}


@dataclass(frozen=True)
class Framing:
    name: str  # as FRAMING= has it
    container: Container
    header: Header | None = None

    @property
    def is_text(self) -> bool:
        """Whether payloads stand in the file as text, so that a binary one cannot be whole."""
        return self.name.removesuffix(CONFLUENT).partition(":")[0] == "lines"

    def records(self, source: Source, extent: Extent) -> Iterator[Record | Damage]:
        records = self.container.records(source, extent)
        return records if self.header is None else map(self._without_header, records)

    def _without_header(self, record: Record | Damage) -> Record | Damage:
        return record if self.header is None or isinstance(record, Damage) else self.header.read(record)


def has_header(text: str) -> bool:
    return text.endswith(CONFLUENT)


def of(text: str | None, header: Header | None) -> Framing:
    """The framing that FRAMING= declares. `header`: the one that its records have, if it says so."""
    if not text:
        raise UserError(f"FRAMING= is missing; known: {', '.join(KNOWN)}, each also with {CONFLUENT}")
    return Framing(text, _container(text.removesuffix(CONFLUENT)), header)


def _container(text: str) -> Container:
    name, *columns = text.split(":")
    if name in _SIMPLE and not columns:
        return _SIMPLE[name]
    if name in ("lines", "lines-base64") and len(columns) == 1 and columns[0]:
        return Stream(lines.split, lines.Member(columns[0], base64=name == "lines-base64"))
    if name in _TABLES:
        if not 1 <= len(columns) <= 2 or not all(columns):
            raise UserError(f"FRAMING={text}: say {name}:<column>, or {name}:<column>:<column of ids>")
        return _TABLES[name](columns[0], "".join(columns[1:]))
    raise UserError(f"FRAMING={text} is unknown{instead(name, KNOWN)}")

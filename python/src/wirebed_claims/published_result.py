"""published.jsonl: a header, and a line for each measurement or failed process of the articles' programs.

The measurements of one process have one key. It is a hash of all that the process was made of, so that a later run
recognizes what it would measure again.
"""

import builtins
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from wirebed.bed import files
from wirebed.bed.folders import REPORTS
from wirebed.errors import UserError
from wirebed_costs.others import disturbs

RESULT = REPORTS / "published.jsonl"
VERSION = 1


class Measurement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The times of one operation of one process, round by round."""

    key: str
    number: int  # of the process, among those of one setting
    seed: str  # the article, such as `S2`
    program: str
    system: str
    operation: str  # serialize, deserialize, round_trip (both) or copy
    switches: dict[str, str]  # all of them, with the extent of the measurement and the runtime
    changed: frozenset[str]  # the switches that are not as published
    n: int  # the elements of the value
    loops: int  # the operations of a round
    nanoseconds: tuple[int, ...]  # of each round
    bytes: int
    runtime: str  # as it reports itself
    library: str
    others: float = 0.0  # cores that other programs used meanwhile
    wire: builtins.bytes | None = None  # the bytes themselves, at one operation of a process
    is_text: bool = False
    read_back: str | None = None  # what the program prints of the object that it has read back
    not_comparable: str | None = None  # why the bytes are not comparable with the article's
    warnings: tuple[str, ...] = ()  # of the runtime, on standard error

    @property
    def per_operation(self) -> list[float]:
        """The nanoseconds of one operation, for each round."""
        return [nanoseconds / self.loops for nanoseconds in self.nanoseconds]

    @property
    def disturbed(self) -> bool:
        return any(disturbs([self.others]))

    def is_of(self, switches: Mapping[str, str]) -> bool:
        """Whether these switches are set so, and all others as published."""
        same = all(self.switches.get(name) == value for name, value in switches.items())
        return same and all(name in switches for name in self.changed)


class Failure(msgspec.Struct, frozen=True):
    """A process that has measured nothing, such as one whose runtime cannot load the library."""

    key: str
    name: str  # program, system and switches
    why: str


def write(path: Path, header: Mapping[str, Any], lines: Iterable[Measurement | Failure]):
    encode = msgspec.json.Encoder(order="deterministic").encode
    every = [{"header": {"published": VERSION, **header}}, *lines]
    files.write(path, b"".join(encode(line) + b"\n" for line in every).decode())


def load_published(path: Path = RESULT) -> list[Measurement]:
    """All measurements; UserError when the file is missing or damaged."""
    return [line for line in load_all(path) if isinstance(line, Measurement)]


def load_failures(path: Path = RESULT) -> list[Failure]:
    return [line for line in load_all(path) if isinstance(line, Failure)]


def load_header(path: Path = RESULT) -> dict[str, Any]:
    return _lines(path)[0]["header"]


def load_all(path: Path) -> list[Measurement | Failure]:
    try:
        lines = _lines(path)[1:]
        return [msgspec.convert(row, Failure) if "why" in row else msgspec.convert(row, Measurement) for row in lines]
    except msgspec.ValidationError as error:
        raise UserError(f"is damaged: {error}", path) from error


def _lines(path: Path) -> list[Any]:
    try:
        lines = msgspec.json.Decoder().decode_lines(path.read_bytes())
    except OSError as error:
        raise UserError(f"{error.strerror}; `make claims` writes it", path) from error
    except msgspec.DecodeError as error:
        raise UserError(f"is damaged: {error}", path) from error
    header = lines[0].get("header") if lines and isinstance(lines[0], dict) else None
    if not isinstance(header, dict) or header.get("published") != VERSION:
        raise UserError(f"has no header of version {VERSION}", path)
    return lines

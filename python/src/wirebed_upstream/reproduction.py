"""One reproduction: a program of at most 25 lines, the library it is about, and the line that it prints."""

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Library:
    registry: str  # maven, pypi, debian, jdk, cpython
    name: str  # com.google.code.gson:gson, protobuf, libpugixml-dev, java.xml
    pkg_config: str = ""  # for debian: the module that pkg-config knows
    newest: str = ""  # coordinates of what the newest release comes with, when those are others
    unmaintained: str = ""  # since when
    left_out: str = ""  # of an unmaintained library: a glob for names of which there is no reproduction

    @property
    def coordinates(self) -> str:
        return f"{self.registry}:{self.name}"


@dataclass(frozen=True)
class Line:
    """The expected output of a program: exactly this text, or any in which the regular expression is found."""

    text: str
    pattern: re.Pattern | None = None

    def holds(self, printed: str) -> bool:
        return bool(self.pattern.search(printed)) if self.pattern else self.text == printed

    def __str__(self) -> str:
        return f"/{self.text}/" if self.pattern else self.text


@dataclass(frozen=True)
class Reproduction:
    name: str
    program: Path
    newest: Path  # the program for the newest release: another one where that has other names
    library: Library
    # What it is about: deviations or reasons, or else guards of proto/CODECS.md, which refuse this input
    entries: tuple[str, ...]
    guards: tuple[str, ...]
    input: str
    observed: Line
    expected: Line
    authority: str
    thread: str  # an address, or `none known`

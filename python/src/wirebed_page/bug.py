"""One bug of a library: what an entry states, with the cells that show it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from wirebed.bed.codec_id import format_of, short
from wirebed.report.cell import Line
from wirebed.state.deviations import Entry
from wirebed_page.section import address
from wirebed_page.trip.languages import joined
from wirebed_page.whose import Whose, whose

NATURE = "library-bug"
Versions = Mapping[str, str]  # of each codec
Cell = tuple[Line, str]  # a line with the reader of a cell


@dataclass
class Bug:
    entry: Entry
    cells: list[Cell] = field(default_factory=list)

    @cached_property
    def whose(self) -> Whose:
        return whose(self.entry, {(line.writer, reader) for line, reader in self.cells})

    @property
    def reason(self) -> str:
        return " ".join(self.entry.reason.split())

    def who(self, versions: Versions) -> list[str]:
        """Whose bug it is, in words."""
        between = [f"{way} (which side is at fault is not stated)" for way in self._between(versions)]
        return [*self._names(versions), *between]

    def seen_with(self, versions: Versions) -> list[str]:
        """The same for a report about one library, which says by itself whose bug it is."""
        return [*self._names(versions), *self._between(versions)]

    def _names(self, versions: Versions) -> list[str]:
        return [named(codec, versions) for codec in self.whose.codecs]

    def _between(self, versions: Versions) -> list[str]:
        """`values from java/lite hessian2 3.2.13 to java/caucho hessian2 4.0.66`, where one of the two has the bug."""
        if not self.whose.either:
            return []
        sides = zip(*self.whose.either, strict=True)
        writers, readers = (joined(named(codec, versions) for codec in sorted(set(side))) for side in sides)
        return [f"values from {writers} to {readers}"]


def link(cell: Cell) -> str:
    line, reader = cell
    return address("interop", line.format, line.writer, reader, line.case)


def named(codec: str, versions: Versions) -> str:
    return f"{short(codec)} {format_of(codec)} {versions.get(codec, '')}".strip()

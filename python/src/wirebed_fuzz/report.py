"""What random values have shown: on the terminal, as markdown, and a file for the smallest value of each find."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from google.protobuf import text_format
from google.protobuf.message import Message

from wirebed.bed import PROGRAM, Bed, document, files
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.bed.schema import Schema
from wirebed.errors import shown
from wirebed_build.languages import generations
from wirebed_fuzz.finds import Find, Seen
from wirebed_fuzz.rounds import VALUES, Found, drawn_by

REPORT = "fuzz"
_LETTERS = 400  # of a value on the terminal
_MOST_HEX = 512  # bytes that a command names
_FEW = 0.5  # percent of the values


def numbered(told: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """The lines of a list, each with a head and with lines about it."""
    for number, (head, about) in enumerate(told, 1):
        yield f"{number}. {head}"
        yield from (f"    {line}" for line in about)
        yield ""


class Smallest(NamedTuple):
    """`data`: where bytes of the same meaning show the find, these."""

    value: Message
    data: bytes = b""


class Told(NamedTuple):
    """A find and the smallest value that was found to show it; None where it was not looked for, or not shown again."""

    find: Find
    seen: Seen
    smallest: Smallest | None


class Report:
    def __init__(self, bed: Bed, schema: Schema, found: Found, told: Sequence[Told], seed: int) -> None:
        self.bed, self.schema, self.found, self.told, self.seed = bed, schema, found, told, seed

    def write(self) -> int:
        """The exit code."""
        folder = self.bed.reports / REPORT
        for each in self.told:
            if each.smallest is not None:
                files.write(self._file(each), self._case(each))
            document.find("find", self._head(each), repeat=self._repeat(each))
        path = self.bed.reports / f"{REPORT}.md"
        lines = [*self._lines()]
        files.write(path, "\n".join(["# Fuzz: random values", "", *lines]) + "\n")
        document.report(path)
        cells, missed = self.found.figures.whole
        document.count(values=self.found.held.values, cells=cells, not_predicted=missed, finds=len(self.told))
        print("\n".join(lines))
        if any(each.smallest is not None for each in self.told):
            print(f"the smallest values are in {shown(folder)}, as cases")
        return UNEXPECTED if self.told else AS_EXPECTED

    def _lines(self) -> Iterator[str]:
        yield from numbered((self._head(each), self._about(each)) for each in self.told)
        held = [words for words, percent in self.found.held.shares() if percent < _FEW]
        if held:
            yield f"held by less than {_FEW} % of the {self.found.held.values:,} values: {', '.join(held)}"
            yield ""
        yield self.found.figures.table().rstrip()
        yield ""
        last = self.seed + self.found.rounds - 1
        yield f"seeds {self.seed} to {last}, {VALUES} values of each message in each"

    @staticmethod
    def _head(each: Told) -> str:
        return f"{each.find}: {each.seen.cells:,} cells of {len(each.seen.cases):,} values"

    def _about(self, each: Told) -> Iterator[str]:
        assert each.seen.shortest is not None
        _, case, writer, reader = each.seen.shortest
        yield f"{case.message}, written by {short(writer)}, read by {short(reader)}"
        if each.seen.entries:
            yield f"entries: {', '.join(sorted(each.seen.entries))}"
        if each.smallest is None:
            yield "no smaller value was looked for, or it did not show again"
        else:
            text = self._text(each.smallest.value)
            yield text[:_LETTERS] + ("…" if len(text) > _LETTERS else "") or "(no field)"
        if command := self._repeat(each):
            yield command

    def _repeat(self, each: Told) -> str:
        """The command that shows the cell by the value that was drawn, or what readers make of bytes."""
        assert each.seen.shortest is not None
        _, case, writer, reader = each.seen.shortest
        more = [*self.bed.variables, *generations.variables()]
        if each.find.way:
            data = each.smallest.data if each.smallest is not None else b""
            words = [f"FORMAT={each.find.format}", f"MESSAGE={case.message}", f"HEX={data.hex()}"]
            return " ".join([PROGRAM, "why", *words, *more]) if 0 < len(data) <= _MOST_HEX else ""
        seed, _ = drawn_by(case)
        words = [f"CASE={case.name}", f"FORMAT={each.find.format}", f"WRITER={writer}", f"READER={reader}"]
        return " ".join([PROGRAM, "interop", f"VALUES={VALUES}", f"SEED={seed}", *words, *more])

    def _text(self, value: Message) -> str:
        return text_format.MessageToString(value, as_one_line=True, descriptor_pool=self.schema.pool)

    def _file(self, each: Told) -> Path:
        assert each.seen.shortest is not None
        name = hashlib.sha256(str(each.find).encode()).hexdigest()[:8]
        return self.bed.reports / REPORT / each.seen.shortest[1].name.partition("/")[0] / f"found_{name}.txtpb"

    def _case(self, each: Told) -> str:
        assert each.smallest is not None and each.seen.shortest is not None
        value = text_format.MessageToString(each.smallest.value, descriptor_pool=self.schema.pool)
        head = [f"# proto-message: {each.seen.shortest[1].message}", f"# about: {' '.join(str(each.find).split())}"]
        return "\n".join([*head, value])

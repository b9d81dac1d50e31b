"""What damaged bytes have shown: on the terminal, as markdown, and a draft of the entries that would state it."""

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from wirebed.bed import PROGRAM, Bed, document, files
from wirebed.bed.codec_id import short
from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.errors import shown
from wirebed.report.blocks import markdown_table
from wirebed.run import Selection
from wirebed.view import dump
from wirebed_fuzz.broken.clusters import Cluster, Seen
from wirebed_fuzz.broken.known import FILE
from wirebed_fuzz.broken.odd import DIFFERS, DOES
from wirebed_fuzz.report import numbered
from wirebed_upstream.draft import template_of

if TYPE_CHECKING:
    from wirebed_fuzz.broken.command import Figures, Found

REPORT = "broken"
HEADS = ("format", "readers", "undamaged", "inputs", "not read alike", "kept", "of these not alike", "stated")
_MOST_HEX = 512  # bytes that a command names
_MOST_LINES = 24  # of a dump


class Told(NamedTuple):
    """`smallest`: None where it was not looked for, or does not show the cluster again."""

    cluster: Cluster
    seen: Seen
    smallest: ByteSource | None


class Report:
    def __init__(self, bed: Bed, schema: Schema, found: "Found", told: Sequence[Told], selection: Selection) -> None:
        self.bed, self.schema, self.found, self.told, self.selection = bed, schema, found, told, selection

    def write(self) -> int:
        """The exit code."""
        path = self.bed.reports / f"{REPORT}.md"
        lines = [*self._lines()]
        files.write(path, "\n".join(["# Fuzz: damaged bytes", "", *lines]) + "\n")
        document.report(path)
        for each in self.told:
            document.find("disagreement", self._head(each), repeat=self._repeat(each))
        inputs = sum(each.inputs for each in self.found.figures.values())
        document.count(inputs=inputs, clusters=len(self.told))
        print("\n".join(lines))
        if self.told:
            draft = self.bed.reports / f"{REPORT}.draft.yaml"
            files.write(draft, "".join(self._drafts()))
            print(f"{shown(draft)} has an entry for each of them, to complete in {shown(self.bed.fixtures / FILE)}")
        return UNEXPECTED if self.told else AS_EXPECTED

    def _lines(self) -> Iterator[str]:
        yield from numbered((self._head(each), self._about(each)) for each in self.told)
        yield markdown_table(HEADS, map(self._row, self.found.figures.items()), right=True)
        yield ""
        yield f"seed {self.selection.seed}; {len(self.found.shown):,} entries of {FILE} state something that was seen"

    @staticmethod
    def _row(of: "tuple[str, Figures]") -> tuple[str, ...]:
        format, each = of
        numbers = (each.readers, each.undamaged, each.inputs, each.unlike, each.kept, each.judged, each.stated)
        return (format, *(f"{number:,}" for number in numbers))

    @staticmethod
    def _head(each: Told) -> str:
        return f"{each.cluster}: {each.seen.inputs:,} kept inputs"

    def _about(self, each: Told) -> Iterator[str]:
        source, shortest = each.smallest or each.seen.shortest.source, each.seen.shortest
        yield f"{source.message or 'a value'}, {shortest.way} at {shortest.label}" + (
            "" if each.smallest else ", not shrunk"
        )
        yield from dump.of(source.format, source.data, self.schema, source.message).splitlines()[:_MOST_LINES]
        if command := self._repeat(each):
            yield command
        reader = short(each.cluster.reader)
        if command and template_of(source.format, reader):
            yield self._command("upstream", source, f"READER={reader}")

    def _repeat(self, each: Told) -> str:
        """The command that shows what every reader makes of the smallest input."""
        source = each.smallest or each.seen.shortest.source
        return self._command("why", source) if 0 < len(source.data) <= _MOST_HEX else ""

    def _command(self, name: str, source: ByteSource, *more: str) -> str:
        message = [f"MESSAGE={source.message}"] if source.message else []
        words = [f"FORMAT={source.format}", *more, *message, f"HEX={source.data.hex()}"]
        return " ".join([PROGRAM, name, *words, *self.bed.variables])

    def _drafts(self) -> Iterator[str]:
        for number, (cluster, _, _) in enumerate(self.told, 1):
            if cluster.does in DOES:
                yield f"- format: {cluster.format}  # {number}\n  reader: {short(cluster.reader)}\n"
                yield f"  does: {cluster.does}\n  {_condition(cluster)}\n  why: ''\n"


def _condition(cluster: Cluster) -> str:
    """What the entry says of the words or the kinds of a cluster."""
    if cluster.does == DIFFERS:
        return f"kinds: {json.dumps(cluster.what.split(', '))}"
    return f"says: {json.dumps(cluster.what.rpartition(': ')[2])}"

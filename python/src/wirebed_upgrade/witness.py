"""The smallest cell that shows a finding: its bytes, what each side has read, and the command that repeats it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec import structs

from wirebed.bed import PROGRAM
from wirebed.bed.codec_id import base_of, peer_of, short
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.report import value_store
from wirebed.report.cell import Line
from wirebed.report.load import only, quote
from wirebed.report.phrases import happened, number
from wirebed.report.places import seen as places_of
from wirebed.view.outcome import READ
from wirebed_upgrade.findings import Finding
from wirebed_upgrade.pairs import READS, Change, Codecs, Seen, read_by
from wirebed_upgrade.sides import Sides

_MOST_PLACES = 4
_MOST_BYTES, _BEFORE = 96, 24  # of bytes that are shown, and of them before the first other one


def values_of(seen: Iterable[Seen], path: Path) -> dict[str, bytes]:
    """What changed cells have written and read, by its name in the report of this path."""
    names = {name for each in seen for line in (each.before, each.now) for name in (line.bytes, read_by(line)) if name}
    return value_store.find(path.with_suffix(value_store.SUFFIX), names) if names else {}


@dataclass(frozen=True)
class Shown:
    """A finding and the shortest cell that shows it, in words."""

    change: str  # the name of a `Change`
    head: str  # `json, java/gson reads: double: narrowed (12 cells, 4 cases)`
    cell: str  # `Numbers/one, written by java/jackson`
    rows: list[tuple[str, str, str]]  # what it is, as it was, and as it is now: bytes, places, outcome, entries
    repeat: str  # the command that shows the cell


@dataclass(frozen=True)
class Witnesses:
    """The values that the report has of all findings, and what is needed to show them."""

    values: dict[str, bytes]
    schema: Schema
    sides: Sides
    codecs: Codecs
    variables: tuple[str, ...]  # what a command of make has to be given to be about the bed

    def shown(self, finding: Finding) -> Shown:
        now = finding.witness.now
        cell = f"{now.case}{f' [{now.source}]' if now.source else ''}{self._other(finding)}"
        return Shown(finding.change.name, _head(finding), cell, list(self._rows(finding)), self._repeat(finding))

    def _rows(self, finding: Finding) -> Iterator[tuple[str, str, str]]:
        before, now = finding.witness.before, finding.witness.now
        older, newer = self.values.get(before.bytes), self.values.get(now.bytes)
        at = _first_other(older, newer)
        yield "bytes", _shown(older, at), _shown(newer, at)
        if finding.change is Change.SILENT:
            yield from self._read(before, now)
        elif finding.change is not Change.BYTES:
            yield "outcome", _ends(before), _ends(now)
        was, is_now = finding.entries
        if was or is_now:
            yield "entries", ", ".join(was) or "none", ", ".join(is_now) or "none"

    def _other(self, finding: Finding) -> str:
        other = finding.witness.other
        if not other:
            return ""
        return f", written by {short(other)}" if finding.way == READS else f", read by {short(other)}"

    def _read(self, before: Line, now: Line) -> Iterator[tuple[str, str, str]]:
        """The places where both sides have read something else."""
        try:
            older, newer = (places_of(self.values[read_by(line)], self.schema) for line in (before, now))
        except (KeyError, UserError):
            return
        places = [place for place in dict.fromkeys((*older, *newer)) if older.get(place) != newer.get(place)]
        for place in places[:_MOST_PLACES]:
            yield place or "the value", older.get(place, "absent"), newer.get(place, "absent")
        if more := len(places[_MOST_PLACES:]):
            yield "more places", f"{more:,}", f"{more:,}"

    def _repeat(self, finding: Finding) -> str:
        """The command that shows the cell of the new side."""
        seen = finding.witness
        new = self.codecs[finding.codec]
        writer, reader = (seen.other, new) if finding.way == READS else (new, seen.other)
        words = [f"CASE={only(seen.now.case)}", f"FORMAT={seen.now.format}"]
        words += [f"WRITER={self._only(writer)}"] if ":" in writer else []
        words += [f"READER={self._only(reader)}"] if reader else []
        return " ".join([f"{PROGRAM} why", self.sides.variable, *self.variables, *words])

    def _only(self, codec: str) -> str:
        """The list of globs that takes this codec, and no generation of it."""
        name, peer = short(codec), peer_of(codec)
        generations = dict.fromkeys(map(peer_of, (*self.codecs, *self.codecs.values())))
        others = [other for other in generations if base_of(other) == peer != other]
        return quote(",".join([name, *(f"!{other}" for other in others)]))


def _head(finding: Finding) -> str:
    verb = "reads" if finding.way == READS else "writes"
    cause = f": {finding.cause}" if finding.cause else ""
    count = f"{number(len(finding.seen), 'cell')}, {number(finding.cases, 'case')}"
    return f"{finding.format}, {short(base_of(finding.codec))} {verb}{cause} ({count})"


def _first_other(older: bytes | None, newer: bytes | None) -> int:
    """Where the bytes of both sides are no longer the same."""
    pairs = enumerate(zip(older or b"", newer or b"", strict=False))
    return next((at for at, (was, is_now) in pairs if was != is_now), 0)


def _shown(data: bytes | None, at: int) -> str:
    """Bytes around a place, as text where they are text."""
    if data is None:
        return "nothing"
    start = max(0, at - _BEFORE)
    part = data[start : start + _MOST_BYTES]
    try:
        text = part.decode("utf-8")
        shown = text if text.isprintable() else part.hex(" ")
    except UnicodeDecodeError:
        shown = part.hex(" ")
    whole = "" if len(part) == len(data) else f" ({len(data):,} bytes)"
    return f"{'…' if start else ''}{shown}{'…' if start + len(part) < len(data) else ''}{whole}"


def _ends(line: Line) -> str:
    if line.outcome in READ:
        return "reads it"
    reason = " ".join(line.reason.split())
    return f"{happened(structs.replace(line, side=''))}: {reason[:200]}"

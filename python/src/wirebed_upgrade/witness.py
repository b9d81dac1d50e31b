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
from wirebed.report.phrases import happened
from wirebed.report.places import seen as places_of
from wirebed.view.outcome import Outcome
from wirebed_upgrade.findings import Finding
from wirebed_upgrade.pairs import READS, Change, Codecs, Seen, read_by
from wirebed_upgrade.sides import Sides

_MOST_PLACES = 4
_MOST_BYTES, _BEFORE = 96, 24  # of bytes that are shown, and of them before the first other one
_READ = (Outcome.EQUAL, Outcome.DIFFERS)


def values_of(seen: Iterable[Seen], path: Path) -> dict[str, bytes]:
    """What changed cells have written and read, by its name in the report of this path."""
    names = {name for each in seen for line in (each.before, each.now) for name in (line.bytes, read_by(line)) if name}
    return value_store.find(path.with_suffix(value_store.SUFFIX), names) if names else {}


@dataclass(frozen=True)
class Witnesses:
    """The values that the report has of all findings, and what is needed to show them."""

    values: dict[str, bytes]
    schema: Schema
    sides: Sides
    codecs: Codecs
    variables: tuple[str, ...]  # what a command of make has to be given to be about the bed

    def lines(self, finding: Finding) -> Iterator[str]:
        """The lines that are shown below the head of a finding."""
        seen = finding.witness
        before, now = seen.before, seen.now
        yield f"{now.case}{f' [{now.source}]' if now.source else ''}{self._other(finding)}"
        if before.bytes == now.bytes:
            yield f"bytes: {_shown(self.values.get(now.bytes), 0)}"
        else:
            older, newer = self.values.get(before.bytes), self.values.get(now.bytes)
            at = _first_other(older, newer)
            yield f"{self.sides.old.name} writes: {_shown(older, at)}"
            yield f"{self.sides.new.name} writes: {_shown(newer, at)}"
        if finding.change is Change.SILENT:
            yield from self._read(before, now)
        elif finding.change is not Change.BYTES:
            yield f"{self.sides.old.name}: {_ends(before)}"
            yield f"{self.sides.new.name}: {_ends(now)}"
        was, is_now = finding.entries
        if was or is_now:
            yield f"entries: {', '.join(was) or 'none'} → {', '.join(is_now) or 'none'}"
        yield self.repeat(finding)

    def _other(self, finding: Finding) -> str:
        other = finding.witness.other
        if not other:
            return ""
        return f", written by {short(other)}" if finding.way == READS else f", read by {short(other)}"

    def _read(self, before: Line, now: Line) -> Iterator[str]:
        """The places where both sides have read something else."""
        try:
            older, newer = (places_of(self.values[read_by(line)], self.schema) for line in (before, now))
        except (KeyError, UserError):
            return
        places = [place for place in dict.fromkeys((*older, *newer)) if older.get(place) != newer.get(place)]
        for place in places[:_MOST_PLACES]:
            yield f"{place or 'the value'}: {older.get(place, 'absent')} → {newer.get(place, 'absent')}"
        if len(places) > _MOST_PLACES:
            yield f"… and {len(places) - _MOST_PLACES:,} more places"

    def repeat(self, finding: Finding) -> str:
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
    if line.outcome in _READ:
        return "reads it"
    reason = " ".join(line.reason.split())
    return f"{happened(structs.replace(line, side=''))}: {reason[:200]}"

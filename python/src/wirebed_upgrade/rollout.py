"""What an upgrade loses while both versions run beside each other, and when it is taken back.

Rolling forward, the new version reads what the old one and all others have written. Rolling back, the old one and all
others read what the new one has written. Both are held against the old version in place of the new one. Bytes that no
codec wrote take no part.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from wirebed.report.cell import Line
from wirebed.report.load import Report
from wirebed.report.phrases import number
from wirebed.view.outcome import Outcome
from wirebed_upgrade.pairs import Change, Codecs, change_of, values


@dataclass
class Way:
    """The readings in one direction, and how many of them lose something."""

    asked: int = 0
    silent: int = 0
    refused: int = 0
    broken: int = 0
    unusable: int = 0

    @property
    def kept(self) -> int:
        """The readings that lose nothing."""
        return self.asked - self.silent - self.refused - self.broken - self.unusable

    @property
    def safe(self) -> bool:
        return self.kept == self.asked

    def add(self, before: Line, now: Line) -> None:
        if before.outcome is Outcome.UNSUPPORTED:
            return
        change = change_of(before, now)
        self.asked += 1
        self.silent += change is Change.SILENT
        self.refused += change is Change.REFUSED
        self.broken += change is Change.BROKEN
        self.unusable += change is Change.GONE

    def __add__(self, other: "Way") -> "Way":
        both = (
            (self.asked, other.asked), (self.silent, other.silent), (self.refused, other.refused),
            (self.broken, other.broken), (self.unusable, other.unusable),
        )  # fmt: skip
        return Way(*map(sum, both))


@dataclass
class RollOut:
    forward: Way
    back: Way


def of(report: Report, codecs: Codecs) -> dict[str, RollOut]:
    """By format."""
    formats: dict[str, RollOut] = {}
    new = frozenset(codecs.values())
    for cells in values(report):
        for writer, readers in cells.items():
            if ":" not in writer or writer in new:
                continue
            newer = cells.get(codecs[writer], {}) if writer in codecs else {}
            for reader, usual in readers.items():
                of_format = formats.setdefault(usual.format, RollOut(Way(), Way()))
                if reader in codecs and (forward := readers.get(codecs[reader])) is not None:
                    of_format.forward.add(usual, forward)
                if reader not in new and (back := newer.get(reader)) is not None:
                    of_format.back.add(usual, back)
    return formats


def whole(formats: Mapping[str, RollOut]) -> RollOut:
    """That of all formats together."""
    forward = sum((each.forward for each in formats.values()), Way())
    return RollOut(forward, sum((each.back for each in formats.values()), Way()))


def sentence(formats: Mapping[str, RollOut]) -> str:
    """`Rolling forward is safe (1,200 readings); rolling back meets 12 refusals, of 1,200 readings.`"""
    all_ = whole(formats)
    return f"Rolling forward {_said(all_.forward)}; rolling back {_said(all_.back)}."


def _said(way: Way) -> str:
    if not way.asked:
        return "was not asked"
    if way.safe:
        return f"is safe ({number(way.asked, 'reading')})"
    lost = [f"changes {number(way.silent, 'value')} in silence"] if way.silent else []
    lost += [f"meets {number(way.refused, 'refusal')}"] if way.refused else []
    lost += [f"ends or stops a process {number(way.broken, 'time')}"] if way.broken else []
    lost += [f"finds {number(way.unusable, 'reading')} impossible, since code does not load"] if way.unusable else []
    return f"{' and '.join(lost)}, of {number(way.asked, 'reading')}"

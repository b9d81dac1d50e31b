"""The data of the views of trips: names of cases and codecs once, cells as triples of their numbers."""

from collections.abc import Iterable, Mapping, Sequence

from wirebed.peers.codecs import format_order
from wirebed.report.cell import Line
from wirebed_page.pool import Pool
from wirebed_page.trip.finding_texts import FindingText
from wirebed_page.trip.findings import Trip
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.quoted import parts
from wirebed_page.trip.squares import Reading, Squares, best, best_and_worst

Cells = Iterable[tuple[Line, str]]


class Blocks:
    """`trip` has the kinds with what became of them, `trip-words` the sentences, and `trip-cells` their cells."""

    def __init__(self):
        self._cases, self._codecs = Pool(), Pool()

    def make(
        self, kinds: Sequence[tuple[Kind, list[str]]], squares: Squares, trips: Mapping[Trip, list[FindingText]]
    ) -> dict:
        """`kinds`: each with the texts of what is written."""
        blocks = {
            "trip": {
                "kinds": [{"name": kind.name, "written": written} for kind, written in kinds],
                "squares": _nested({trip: self._square(of_kinds) for trip, of_kinds in squares.items()}),
            },
            "trip-words": _nested({trip: [_words(item) for item in ones] for trip, ones in trips.items()}),
            "trip-cells": _nested(
                {trip: [self._numbers(item.finding.cells) for item in ones] for trip, ones in trips.items()}
            ),
        }
        blocks["trip"] |= {"cases": self._cases.things, "codecs": self._codecs.things}
        return blocks

    def _square(self, of_kinds: Mapping[int, list[Reading]]) -> list:
        """Of each kind its number, its best sign, the best and the worst pair in words, and its readings."""
        return [
            [number, best(readings), best_and_worst(readings), list(map(self._reading, readings))]
            for number, readings in of_kinds.items()
        ]

    def _reading(self, reading: Reading) -> list:
        return [reading.sign, reading.read, reading.entries, self._numbers(reading.cells)]

    def _numbers(self, cells: Cells) -> list[int]:
        """Case, writer and reader of each cell, one after the other."""
        numbers: list[int] = []
        for line, reader in cells:
            codecs = map(self._codecs.number, (line.writer, reader))
            numbers += (self._cases.number(line.case), *codecs)
        return numbers


def _words(item: FindingText) -> list:
    return [item.finding.entry, len(item.finding.cells), parts(item.sentence)]


def _nested(of_trips: Mapping[Trip, object]) -> dict:
    """Writing language -> reading language -> format -> data."""
    nested: dict = {}
    for trip in sorted(of_trips, key=lambda trip: (trip.writes, trip.reads, format_order(trip.format))):
        nested.setdefault(trip.writes, {}).setdefault(trip.reads, {})[trip.format] = of_trips[trip]
    return nested

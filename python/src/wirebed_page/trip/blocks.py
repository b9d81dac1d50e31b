"""The data of the views of trips: names of cases and codecs once, cells as triples of their numbers."""

from collections.abc import Iterable, Mapping, Sequence

from wirebed.peers.codecs import format_order
from wirebed.report.cell import Line
from wirebed_page.pool import Pool
from wirebed_page.trip.findings import Trip
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.quoted import parts
from wirebed_page.trip.squares import Reading, Squares, best
from wirebed_page.trip.told import Told

Cells = Iterable[tuple[Line, str]]


class Blocks:
    """`trip` has the kinds with what became of them, `trip-words` the sentences, and `trip-cells` their cells."""

    def __init__(self):
        self._cases, self._codecs = Pool(), Pool()

    def make(self, kinds: Sequence[tuple[Kind, list[str]]], squares: Squares, told: Mapping[Trip, list[Told]]) -> dict:
        """`kinds`: each with the texts of what is written."""
        blocks = {
            "trip": {
                "kinds": [{"name": kind.name, "written": written} for kind, written in kinds],
                "squares": _nested({trip: self._square(of_kinds) for trip, of_kinds in squares.items()}),
            },
            "trip-words": _nested({trip: [_words(one) for one in ones] for trip, ones in told.items()}),
            "trip-cells": _nested(
                {trip: [self._numbers(one.finding.cells) for one in ones] for trip, ones in told.items()}
            ),
        }
        blocks["trip"] |= {"cases": self._cases.things, "codecs": self._codecs.things}
        return blocks

    def _square(self, of_kinds: Mapping[int, list[Reading]]) -> list:
        return [[number, best(readings), list(map(self._reading, readings))] for number, readings in of_kinds.items()]

    def _reading(self, one: Reading) -> list:
        return [one.sign, one.read, one.entries, self._numbers(one.cells)]

    def _numbers(self, cells: Cells) -> list[int]:
        """Case, writer and reader of each cell, one after the other."""
        found: list[int] = []
        for line, reader in cells:
            codecs = map(self._codecs.number, (line.writer, reader))
            found += (self._cases.number(line.case), *codecs)
        return found


def _words(one: Told) -> list:
    return [one.finding.entry, len(one.finding.cells), parts(one.sentence)]


def _nested(of_trips: Mapping[Trip, object]) -> dict:
    """Writing language -> reading language -> format -> data."""
    found: dict = {}
    for trip in sorted(of_trips, key=lambda trip: (trip.writes, trip.reads, format_order(trip.format))):
        found.setdefault(trip.writes, {}).setdefault(trip.reads, {})[trip.format] = of_trips[trip]
    return found

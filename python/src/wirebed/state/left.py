"""Counts what failures leave with the users of libraries, and compares it with what the codecs say of themselves.

proto/wirebed/README.md, "What is left".
"""

from collections import Counter
from collections.abc import Iterable

from wirebed.bed.codec_id import is_generation
from wirebed.peers.codecs import CodecRef
from wirebed.view.outcome import Cell, CellId


class Leftovers:
    """Counts what failures left in one run."""

    def __init__(self) -> None:
        self._cells: Counter[tuple[str, str]] = Counter()  # what is left, and the codec that failed
        self._first: dict[tuple[str, str], CellId] = {}

    def see(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            # What a relay writes may be of another format, whose codec the cell does not name.
            by_relay = cell.side == "relay" and cell.left is not None and cell.left.what == "output"
            if cell.left is not None and not by_relay:
                key = (cell.left.what, cell.failing)
                self._cells[key] += 1
                self._first.setdefault(key, cell.id)

    def counts(self) -> dict[str, dict[str, int]]:
        """Kind of leftover -> codec that failed -> cells."""
        counts: dict[str, dict[str, int]] = {}
        for (what, codec), count in sorted(self._cells.items()):
            counts.setdefault(what, {})[codec] = count
        return counts

    def problems(self, codecs: Iterable[CodecRef], full: bool) -> list[str]:
        """A line for each codec that leaves what it does not state. `full`: also for each that never leaves what it
        states."""
        stated = {(what, codec.id) for codec in codecs for what in codec.leaves}
        lines = [
            f"{codec} leaves an {what}, and its introduction has no `leaves_{what}`: {self._first[what, codec]}"
            for what, codec in sorted(self._cells.keys() - stated)
        ]
        never = sorted(key for key in stated - self._cells.keys() if full and not is_generation(key[1]))
        return lines + [f"{codec} introduces `leaves_{what}`, and no cell shows it" for what, codec in never]

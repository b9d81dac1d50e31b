"""Counts what failures leave with the users of libraries, and compares it with what the codecs say of themselves.

proto/wirebed/README.md, "What is left".
"""

from collections.abc import Iterable

from wirebed.bed.codec_id import is_generation
from wirebed.peers.codecs import CodecRef
from wirebed.view.outcome import Cell, CellId

Left = tuple[str, str, int, CellId]  # what is left, the codec that failed, the number of cells, the first of them


class Leftovers:
    """Counts what failures left in one run."""

    def __init__(self) -> None:
        # What is left, and the codec that failed -> the number of cells, and the first of them.
        self._cells: dict[tuple[str, str], tuple[int, CellId]] = {}

    def see(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            # What a relay writes may be of another format, whose codec the cell does not name.
            by_relay = cell.side == "relay" and cell.left is not None and cell.left.what == "output"
            if cell.left is not None and not by_relay:
                key = (cell.left.what, cell.failing)
                self._add(key, 1, cell.id)

    def _add(self, key: tuple[str, str], cells: int, first: CellId) -> None:
        known, earlier = self._cells.get(key, (0, first))
        self._cells[key] = known + cells, earlier

    def part(self) -> list[Left]:
        """What was seen since this was asked before, which `add` counts again."""
        part = [(*key, cells, first) for key, (cells, first) in self._cells.items()]
        self._cells = {}
        return part

    def add(self, part: Iterable[Left]) -> None:
        for what, codec, cells, first in part:
            self._add((what, codec), cells, first)

    def counts(self) -> dict[str, dict[str, int]]:
        """Kind of leftover -> codec that failed -> cells."""
        counts: dict[str, dict[str, int]] = {}
        for (what, codec), (count, _) in sorted(self._cells.items()):
            counts.setdefault(what, {})[codec] = count
        return counts

    def problems(self, codecs: Iterable[CodecRef], full: bool) -> list[str]:
        """A line for each codec that leaves what it does not state. `full`: also for each that never leaves what it
        states."""
        stated = {(what, codec.id) for codec in codecs for what in codec.leaves}
        lines = [
            f"{codec} leaves an {what}, and its introduction has no `leaves_{what}`: {self._cells[what, codec][1]}"
            for what, codec in sorted(self._cells.keys() - stated)
        ]
        never = sorted(key for key in stated - self._cells.keys() if full and not is_generation(key[1]))
        return lines + [f"{codec} introduces `leaves_{what}`, and no cell shows it" for what, codec in never]

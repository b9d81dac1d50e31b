"""On which machines that is so which is not as expected: `big-endian only`, `32-bit only`, `everywhere`.

A peer on another machine (GENERATIONS='machine=s390x') runs beside that of today, and its runtime says in which way the
machine is unlike most: `CPython (big-endian) 3.11.2`. Only one side of a cell is compared at a time: the writer where
the reader runs as today, the reader where the writer does or where the bytes are given.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from wirebed.bed.codec_id import base_of, format_of, is_generation, peer_of, short
from wirebed.report.cell import Line
from wirebed.report.load import Report

_UNLIKE = re.compile(r"\((big-endian|32-bit)\)")
USUAL = ""  # the machine of today


@dataclass
class _Pair:
    """A writer and a reader of one case, by their names of today: by action the machines of the side that has it on
    which they were asked, and those on which the cell is not as expected. The other side runs as today."""

    asked: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    red: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def found(self) -> Iterator[tuple[str, str]]:
        """`writes` or `reads`, and on which machines alone; of what is so everywhere, both."""
        for action, red in self.red.items():
            yield action, _words(red, self.asked[action])


def lines(report: Report) -> list[str]:
    """A line for each codec; none where every peer runs on a machine as today's, or all is as expected."""
    kinds = {peer.peer: " ".join(_UNLIKE.findall(peer.runtime)) for peer in report.header.peers}
    if not any(kinds.values()) or not report.unexpected:
        return []
    left = {
        (*key, number): [(codec, action, words) for codec, action, words in found]
        for key, pair in _pairs(report, kinds).items()
        for number, found in enumerate(_by_cause(key, pair))
    }
    told = []
    while left:
        counts = Counter(one for found in left.values() for one in found)
        (codec, action, words), cells = max(counts.items(), key=lambda item: (item[1], item[0]))
        told.append(f"{format_of(codec)}, {short(codec)} {action}: {words} ({cells} cell{'s' * (cells > 1)})")
        left = {key: found for key, found in left.items() if (codec, action, words) not in found}
    return told


def _by_cause(key: tuple[str, ...], pair: _Pair) -> list[list[tuple[str, str, str]]]:
    """The codecs of which each may be the cause, for each thing that is found: of what shows on the machine of today
    either may be."""
    codecs = {"writes": key[-2], "reads": key[-1]}
    found = [(codecs[action], action, words) for action, words in pair.found() if ":" in codecs[action]]
    if any(USUAL in red for red in pair.red.values()):
        return [found]
    return [[one] for one in found]


def _pairs(report: Report, kinds: Mapping[str, str]) -> dict[tuple[str, ...], _Pair]:
    pairs: dict[tuple[str, ...], _Pair] = defaultdict(_Pair)
    for line in report.lines:
        for reader in line.readers:
            for action, machine in _compared(line, reader, kinds):
                pair = pairs[line.case, line.leg, line.format, line.source, base_of(line.writer), base_of(reader)]
                pair.asked[action].add(machine)
                if line.problems:
                    pair.red[action].add(machine)
    return {key: pair for key, pair in pairs.items() if pair.red}


def _compared(line: Line, reader: str, kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Whose machine a cell compares, and that machine."""
    sides = {"writes": line.writer, "reads": reader}
    of_side = {action: kinds.get(peer_of(codec), USUAL) for action, codec in sides.items()}
    # Another version on the machine of today is another matter.
    if any(is_generation(codec) and not of_side[action] for action, codec in sides.items()):
        return
    for action, other in (("writes", "reads"), ("reads", "writes")):
        if of_side[other] == USUAL:
            yield action, of_side[action]


def _words(red: set[str], asked: set[str]) -> str:
    if USUAL in red:
        return "everywhere" if red == asked else f"everywhere but {' and '.join(sorted(asked - red))}"
    return f"{' and '.join(sorted(red))} only"

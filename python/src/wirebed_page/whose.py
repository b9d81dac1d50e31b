"""Whose bug an entry states, by its `versions:`, which name the codecs whose releases have the bug.

They may name the writer and the reader of a cell, or neither. Such a cell leaves open which of the two has the bug,
unless another cell shows that one of them has it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from wirebed.bed.codec_id import matches
from wirebed.state.deviations import Entry

Pair = tuple[str, str]  # the writer and the reader of a cell


@dataclass(frozen=True)
class Whose:
    """`codecs`: those whose bug it is. `either`: the cells of which the entry does not say which of the two it is."""

    codecs: list[str]
    either: list[Pair]


def whose(entry: Entry, pairs: Iterable[Pair]) -> Whose:
    suspects = {pair: _suspects(entry, pair) for pair in pairs}
    codecs = {codec for of_pair in suspects.values() if len(of_pair) == 1 for codec in of_pair}
    return Whose(sorted(codecs), sorted(pair for pair, of_pair in suspects.items() if not of_pair & codecs))


def _suspects(entry: Entry, pair: Pair) -> set[str]:
    """The codecs of a cell that the entry names, or else all of them. The writer of given bytes is no codec."""
    codecs = {name for name in pair if ":" in name}
    return {codec for codec in codecs if any(matches(codec, glob) for glob, _ in entry.versions)} or codecs

"""Disagreements that no entry states, by what they have in common: the readers, what they do, and the cause."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed_fuzz.broken.corpus import Damaged
from wirebed_fuzz.broken.head import head
from wirebed_fuzz.broken.known import Known, stating
from wirebed_fuzz.broken.odd import Odd


class Cluster(NamedTuple):
    """`odd`: readers, each with what it does. `what`: the cause of a refusal, or the kinds of difference."""

    format: str
    odd: tuple[tuple[str, str], ...]
    what: str

    def __str__(self) -> str:
        readers = ", ".join(f"{short(reader)} {does}" for reader, does in self.odd)
        return f"{self.format}, {readers}: {self.what}"


@dataclass
class Seen:
    """The inputs of a cluster that were judged."""

    inputs: int
    shortest: Damaged

    def add(self, of: Damaged) -> None:
        self.inputs += 1
        if len(of.source.data) < len(self.shortest.source.data):
            self.shortest = of


def of(odd: Sequence[Odd], known: Sequence[Known]) -> Cluster | None:
    """The cluster of an input with these odd readers; None where entries state them all."""
    unstated = [each for each in odd if stating(known, each) is None]
    if not unstated:
        return None
    first = unstated[0]
    what = ", ".join(first.kinds) if first.kinds else head(first.words[0]) if first.words else ""
    return Cluster(first.format, tuple((each.reader, each.does) for each in unstated), what)

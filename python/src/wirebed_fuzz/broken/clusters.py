"""Disagreements that no entry states, by what they have in common: the reader, what it does, and the cause."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.bed.codec_id import short
from wirebed_fuzz.broken.corpus import Damaged
from wirebed_fuzz.broken.head import head
from wirebed_fuzz.broken.known import Known, stating
from wirebed_fuzz.broken.odd import Odd


class Cluster(NamedTuple):
    """`does`: as in Odd. `what`: the head of a refusal, or the kinds of difference."""

    format: str
    reader: str
    does: str
    what: str

    def __str__(self) -> str:
        return f"{self.format}, {short(self.reader)} {self.does}: {self.what}"


@dataclass
class Seen:
    """How many judged inputs show a cluster, and the shortest of them."""

    inputs: int
    shortest: Damaged

    def add(self, of: Damaged) -> None:
        self.inputs += 1
        if len(of.source.data) < len(self.shortest.source.data):
            self.shortest = of


def of(odd: Sequence[Odd], known: Sequence[Known]) -> list[Cluster]:
    """The clusters of an input with these odd readers; none where entries state them all."""
    return list(dict.fromkeys(_cluster(each) for each in odd if stating(known, each) is None))


def _cluster(odd: Odd) -> Cluster:
    what = ", ".join(odd.kinds) if odd.kinds else head(odd.words[0]) if odd.words else ""
    return Cluster(odd.format, odd.reader, odd.does, what)

"""A way: the cells side by side that differ in their reader only."""

from dataclasses import dataclass

from wirebed.evolution.codecs import Codec, Format
from wirebed.evolution.legs import Leg
from wirebed.evolution.model import Mutation, Sample
from wirebed.matrix.plan import HEX_WRITER


@dataclass(frozen=True)
class Given:
    """Bytes of a sample that were not written now: of a `hex:` sample, or a golden."""

    format: str
    data: bytes
    writer: str = HEX_WRITER  # or the codec that once wrote them
    name: str = ""  # the file


@dataclass(frozen=True, slots=True)
class Way:
    """The cells side by side of one sample on one leg, from one writer through one relay to every reader."""

    sample: Sample
    leg: Leg
    format: Format
    writer: Codec | None  # None: the bytes are given
    relay: Codec | None
    into: Codec | None  # what the relay writes with, where that is another codec
    readers: tuple[Codec, ...]
    mutation: Mutation | None = None
    given: Given | None = None

    @property
    def name(self) -> str:
        return f"{self.sample.name}.{self.mutation.name}" if self.mutation else self.sample.name

    @property
    def writer_id(self) -> str:
        return self.writer.id if self.writer is not None else self.given.writer

"""A way: the cells side by side that differ in their reader only; and which ways a step has."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.evolution.codecs import Codec, Codecs, Format
from wirebed.evolution.legs import Leg
from wirebed.evolution.model import Mutation, Sample, Step
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


@dataclass(frozen=True)
class Ways:
    """All ways of steps over one set of codecs."""

    codecs: Codecs
    relaying: Codecs  # those that take part where a relay stands in between
    formats: Sequence[Format]
    legs: Sequence[Leg]
    goldens: Mapping[str, Sequence[Given]]
    selection: object
    alone: Collection[str] = ()  # codecs that meet nobody but themselves

    def of(self, step: Step) -> Iterator[Way]:
        for sample in step.samples:
            for leg in self.legs:
                if leg.writer != sample.version or not leg.versions <= set(step.versions):
                    continue
                mutations = [m for m in step.mutations if m.sample is sample] if leg.mutates else [None]
                for mutation in mutations:
                    yield from self._of_leg(sample, leg, mutation)

    def _of_leg(self, sample: Sample, leg: Leg, mutation: Mutation | None) -> Iterator[Way]:
        if not self.selection.takes_case(f"{sample.name}.{mutation.name}" if mutation else sample.name):
            return
        for format_ in self.formats:
            if leg.format and format_.name != leg.format:
                continue
            readers = [c for c in self._readers(leg, format_) if self.selection.takes_reader(c.id)]
            if not readers:
                continue
            for writer, given in self._writers(sample, leg, format_):
                if not self.selection.takes_writer(writer.id if writer else given.writer):
                    continue
                met = tuple(
                    reader for reader in readers if self._meet(writer.id if writer else given.writer, reader.id)
                )
                for relay, into in self._relays(leg, format_) if met else ():
                    yield Way(sample, leg, format_, writer, relay, into, met, mutation, given)

    def _meet(self, writer: str, reader: str) -> bool:
        return writer == reader or not {writer, reader} & set(self.alone)

    def _writers(self, sample: Sample, leg: Leg, format_: Format) -> Iterator[tuple[Codec | None, Given | None]]:
        wire = sample.case.wire
        if not leg.given:
            if format_.base in wire:
                yield None, Given(format_.base, wire[format_.base])
            if not wire:
                yield from ((c, None) for c in self._codecs(leg).find(leg.writer, format_.base, encodes=True))
        if not leg.relay:
            for golden in self.goldens.get(sample.name, ()):
                if golden.format == format_.base:
                    yield None, golden

    def _relays(self, leg: Leg, format_: Format) -> list[tuple[Codec | None, Codec | None]]:
        if not leg.relay:
            return [(None, None)]
        relays = self.relaying.find(leg.relay, format_.base, encodes=not leg.into, decodes=True)
        if not leg.into:
            return [(relay, None) for relay in relays]
        pairs = [(relay, self.relaying.into(relay, leg.into)) for relay in relays]
        return [(relay, into) for relay, into in pairs if into is not None]

    def _readers(self, leg: Leg, format_: Format) -> list[Codec]:
        return self._codecs(leg).find(leg.reader, leg.into or format_.base, decodes=True)

    def _codecs(self, leg: Leg) -> Codecs:
        return self.relaying if leg.relay else self.codecs

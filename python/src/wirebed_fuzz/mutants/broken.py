"""Damaged goldens, as `wirebed sweep` reads them: a fault shows where a row of letters is not as pinned."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed.cases.byte_source import ByteSource
from wirebed.peers import ColumnJob
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed_fuzz.mutants.mutant import Mutant
from wirebed_fuzz.mutants.planting import Planting
from wirebed_replay.shrink import shrunk
from wirebed_sweep.ask import Damaged, Key, sweep
from wirebed_sweep.letters import differing
from wirebed_sweep.ways import WAYS

_SWEPT = 1 << 18  # bytes that are read between two rounds of random values


class Byte(NamedTuple):
    """A golden that shows a fault when it is damaged: which byte of it."""

    damaged: Damaged
    at: int
    reader: CodecRef

    @property
    def data(self) -> bytes:
        """The golden itself where the reader refuses that."""
        return self.damaged.inputs[self.at] if self.at >= 0 else self.damaged.golden.data


@dataclass(frozen=True)
class Broken:
    """`goldens`: those of any format. `pins`: the letters that the bed has pinned, by format."""

    planting: Planting
    codecs: Mapping[str, CodecRef]
    goldens: Sequence[ByteSource]
    pins: Mapping[str, Mapping[Key, str]]

    def parts(self, mutant: Mutant) -> Iterator[Sequence[Damaged]]:
        """The smallest goldens first. None for a codec that writes, and in a format without pinned letters."""
        part, size = list[Damaged](), 0
        if not mutant.reads or not self.pins.get(mutant.format):
            return
        of_format = [golden for golden in self.goldens if golden.format == mutant.format and golden.data]
        for golden in sorted(of_format, key=lambda golden: len(golden.data)):
            part += [Damaged(golden, way) for way in WAYS]
            size += len(WAYS) * len(golden.data) ** 2
            if size >= _SWEPT:
                yield part
                part, size = [], 0
        if part:
            yield part

    def shown(self, mutant: Mutant, part: Sequence[Damaged]) -> Byte | None:
        if not part:
            return None
        reader, pins = self.codecs[mutant.codec], self.pins[mutant.format]

        def others() -> list[tuple[int, str, str]]:
            """The rows that are not as pinned: which one, the pinned letters, and those of today."""
            found = []
            for number, each in enumerate(sweep(self.planting.proxy, [reader], part)):
                pinned, now = pins.get(each.key(reader.id), ""), each.letters.get(reader.id, "")
                if pinned != now:
                    found.append((number, pinned, now))
            return found

        for number, pinned, now in self.planting.only_with(mutant, others):
            return Byte(part[number], next(differing(pinned, now)) if now and pinned else -1, reader)
        return None

    def smallest(self, mutant: Mutant, byte: Byte) -> bytes:
        """The input without parts that are not needed for the reader to make something else of it."""
        golden = byte.damaged.golden

        def shows(inputs: Sequence[bytes]) -> list[bool]:
            with self.planting.planted(mutant):
                told = self._read(byte.reader, golden, inputs)
            return [now != before for now, before in zip(told, self._read(byte.reader, golden, inputs), strict=True)]

        return shrunk(byte.data, golden.format, self.planting.schema, golden.message, shows)

    def _read(self, reader: CodecRef, golden: ByteSource, inputs: Sequence[bytes]) -> list[bytes | None]:
        """The views; None of what the reader refuses."""
        column = Column("decode", reader.key, golden.message, golden.options, "", inputs)
        job = ColumnJob(reader.process, [column])
        self.planting.proxy.submit(job)
        while not job.answers:
            self.planting.proxy.next()
        return [answer if isinstance(answer, bytes) else None for answer in job.answers]

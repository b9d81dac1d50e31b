"""Languages that could not be asked, since their library does not support the file of a message, and the samples that
nobody wrote for that reason. Of such a sample nothing is known: the language that is missing may hold its value."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from wirebed.bed.codec_id import peer_of
from wirebed.state.row import Row
from wirebed.suites.evolution.legs import LEGS
from wirebed.view.outcome import Outcome
from wirebed_safe_change.directions import BACKWARD, FORWARD
from wirebed_safe_change.samples import Probe, Samples


@dataclass(frozen=True)
class Unwritten:
    """A sample that nobody wrote in a format."""

    probe: Probe
    format: str
    why: str  # the words of a language that was not asked

    @property
    def direction(self) -> str:
        return BACKWARD if self.probe.version == "v1" else FORWARD

    def __str__(self):
        place = ".".join((self.probe.message, *self.probe.fields[:1]))
        value = f", {self.probe.value.words}" if self.probe.value else ""
        return f"{place} in {self.format}{value}: nobody could write it ({self.why})"


class LackedMessages:
    """`lacking`: peer and message -> version -> the words of its library."""

    def __init__(self, samples: Samples):
        self.samples = samples
        self.lacking: dict[tuple[str, str], dict[str, str]] = {}
        self._written: set[tuple[str, str]] = set()  # sample and format
        self._failed: dict[tuple[str, str], str] = {}  # sample and format -> why a writer was not asked, or ""

    def take(self, rows: Iterable[Row]):
        for row in rows:
            message, leg = self.samples.probes[row.name].message, LEGS[row.leg]
            lacked = [cell for cell in row.cells if cell.outcome is Outcome.UNSUPPORTED and cell.derived]
            # A derived failure is that of the language's objects: no codec of it takes the message.
            relayed = not row.relay or row.relayed is not None
            of_all, version = ("", leg.reader) if relayed else (row.relay, leg.relay)
            if row.data is None:
                of_all, version = row.writer, leg.writer
            for cell in lacked:
                versions = self.lacking.setdefault((peer_of(of_all or cell.id.reader), message), {})
                versions.setdefault(version, cell.reason)
            self._writing(row, lacked[0].reason if lacked else "")

    def _writing(self, row: Row, lacked: str):
        key = (row.name, row.format)
        if row.data is not None or not all(cell.derived for cell in row.cells):
            # Where a library refuses to write what its language holds, the format does not have the value.
            self._written.add(key)
        elif not self._failed.get(key):
            self._failed[key] = f"{peer_of(row.writer)}: {lacked}" if lacked else ""

    def explains(self, codec: str, message: str, version: str) -> bool:
        """Whether a codec takes no part because its language lacks the message."""
        return version in self.lacking.get((peer_of(codec), message), ())

    def unwritten(self, left_out: Mapping[str, str]) -> Iterator[Unwritten]:
        """`left_out`: format -> why a language that writes it took no part in the run at all."""
        for (sample, format_), why in self._failed.items():
            why = why or left_out.get(format_, "")
            if why and (sample, format_) not in self._written:
                yield Unwritten(self.samples.probes[sample], format_, why)

    def by_peer(self) -> Iterator[tuple[str, list[str], bool, str]]:
        """Each peer with the messages that it lacks, whether in both versions, and the words of its library."""
        grouped: dict[tuple[str, bool], dict[str, str]] = {}
        for (peer, message), versions in self.lacking.items():
            grouped.setdefault((peer, len(versions) > 1), {})[message] = next(iter(versions.values()))
        for (peer, both), messages in grouped.items():
            yield peer, list(messages), both, next(iter(messages.values()))

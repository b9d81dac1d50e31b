"""Decides whether a codec may be timed on a message: only if its cells there are as expected in the same build.

The matrix runs over all cases of the workloads' messages, as in `make interop`. An unexpected cell is attributed to the
codec that also fails with itself, or to both codecs. The same run gives the bytes of each writer, for the rows in which
others read them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wirebed.bed.codec_id import NONE, format_of
from wirebed.cases.case import Case
from wirebed.peers.codecs import CodecRef
from wirebed.run import Suite, outcomes
from wirebed.state.row import Row
from wirebed.suites.interop.plan import InteropPlan
from wirebed.view.outcome import Cell, Outcome
from wirebed_costs.workloads import Workload


@dataclass
class CodecOutput:
    """The bytes that a codec wrote of a case, and how its readers read them."""

    data: bytes | None = None
    why: str | None = "it was not asked"  # the reason when there are no bytes: an expected refusal or `unsupported`
    loses: dict[str, str] = field(default_factory=dict)  # reader -> deviations, where the cell is not equal
    rejects: dict[str, str] = field(default_factory=dict)  # reader -> why it cannot read it


@dataclass
class DistinctBytes:
    """Bytes for a reader, and all who wrote exactly these."""

    data: bytes
    writers: list[str]
    loses: str | None = None
    why: str | None = None


class Verified:
    def __init__(self):
        self.unexpected: dict[tuple[str, str], str] = {}  # (codec, message) -> the first unexpected cell, as text
        self._written: dict[tuple[str, str], CodecOutput] = {}  # by codec and case

    def refuses(self, codec: str, case: Case) -> str | None:
        """The reason why a codec is timed with no value of this message."""
        return self.unexpected.get((codec, case.message))

    def written(self, codec: str, case: Case) -> CodecOutput:
        return self._written.get((codec, case.name)) or CodecOutput()

    def encodings(self, reader: CodecRef, case: Case) -> list[DistinctBytes]:
        """All encodings of a case that this reader can read: its own first, then by writer."""
        writers = sorted(
            codec for codec, name in self._written if name == case.name and format_of(codec) == reader.format
        )
        writers.sort(key=lambda codec: codec != reader.id)
        by_bytes: dict[bytes, DistinctBytes] = {}
        for writer in writers:
            written = self._written[writer, case.name]
            if written.data is None:
                continue
            encoding = by_bytes.setdefault(written.data, DistinctBytes(written.data, []))
            encoding.writers.append(writer)
            # For equal bytes the deviations of the first writer count, which is the reader itself where it writes them.
            if len(encoding.writers) == 1:
                encoding.loses, encoding.why = written.loses.get(reader.id), written.rejects.get(reader.id)
        return list(by_bytes.values())

    def take(self, row: Row, timed: set[str]):
        """One row of the matrix; `timed`: the names of the workloads' cases."""
        if row.case is None or row.source or row.name not in timed or ":" not in row.writer:
            return
        written = self._written.setdefault((row.writer, row.name), CodecOutput(why=None))
        written.data = row.data
        for reading in row.readings:
            reader, cell = reading.reader, reading.cell
            if cell is None or cell.outcome is Outcome.EQUAL:
                continue
            if row.data is None:
                written.why = f"{cell.outcome.value}, {_said(cell)}"
            elif cell.outcome is Outcome.DIFFERS:
                written.loses[reader] = ", ".join(cell.entries) or "the language's object cannot hold it"
            else:
                written.rejects[reader] = f"{cell.outcome.value}, {_said(cell)}"

    def attribute(self, cells: Sequence[Cell], messages: dict[str, str], codecs: Sequence[CodecRef] = ()):
        """Attributes unexpected cells to codecs. `messages`: case -> message. An unexpected cell of `none` counts for
        all codecs that take the same objects."""
        alone = [cell.id for cell in cells if cell.id.writer == cell.id.reader]
        by_itself = {(cell.writer, messages.get(cell.case, "")) for cell in alone}
        for cell in cells:
            message = messages.get(cell.id.case, "")
            both = (cell.id.reader, cell.id.writer)
            for codec in [writer for writer in both if (writer, message) in by_itself] or both:
                why = f"not as expected: {cell.id}: {_problems(cell)}"
                self.unexpected.setdefault((codec, message), why)
                for other in codecs:
                    if codec == f"{other.peer}:{NONE}/{other.model}":
                        self.unexpected.setdefault((other.id, message), why)


def cases_of(workloads: Sequence[Workload], known: Iterable[Case] = ()) -> list[Case]:
    """The workloads, and the known cases of their messages.

    Large cases that are no workloads are left out: they would take more time than all the others together.
    """
    timed = {workload.case.name for workload in workloads}
    messages = {workload.case.message for workload in workloads}
    others = [one for one in known if one.message in messages and one.name not in timed and "large" not in one.tags]
    return sorted([*(workload.case for workload in workloads), *others], key=lambda case: case.name)


def verify(suite: Suite[InteropPlan], workloads: Sequence[Workload]) -> Verified:
    """Runs the matrix over the cases of the workloads (`cases_of`)."""
    verified, timed = Verified(), {workload.case.name for workload in workloads}
    cells = outcomes(suite, lambda row: verified.take(row, timed))
    verified.attribute(cells, {case.name: case.message for case in suite.plan.cases}, suite.codecs)
    return verified


def _said(cell: Cell) -> str:
    """The reason of an expected failure, in one line."""
    names = ", ".join(cell.entries)
    words = " ".join(cell.reason.split())
    return (
        f"as pinned by {names}" if names else f"as the language's object does: {words[:120]}" if words else "as pinned"
    )


def _problems(cell: Cell) -> str:
    return " ".join(f"{cell.outcome.value}; {'; '.join(map(str, cell.problems))}".split())[:300]

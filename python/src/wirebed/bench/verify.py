"""Whether a codec may be timed on a message: its cells there are as expected, in the build that is about to be timed.

The matrix runs over all cases of the workloads' messages, as in `make interop`. A cell that is not as expected is held
against the codec that shows the same with itself; where neither does, against both. The same run gives the bytes that
each writer wrote, for the rows in which others read them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from wirebed.bench.workloads import Workload
from wirebed.cases.case import Case
from wirebed.codec_id import NONE, format_of
from wirebed.interop.session import InteropSession
from wirebed.matrix.row import Row
from wirebed.outcome import Cell, Outcome
from wirebed.peers.codecs import CodecRef


@dataclass
class Wrote:
    """What a codec wrote of a case, and what its readers made of that."""

    data: bytes | None = None
    why: str | None = "it was not asked"  # nothing was written: refused or unsupported, as pinned
    loses: dict[str, str] = field(default_factory=dict)  # reader -> deviations: as expected, but not equal
    rejects: dict[str, str] = field(default_factory=dict)  # reader -> why it cannot read it


@dataclass
class Encoding:
    """Bytes for a reader, and everybody who wrote exactly these."""

    data: bytes
    writers: list[str]
    loses: str | None = None
    why: str | None = None


class Verified:
    def __init__(self):
        self.unexpected: dict[tuple[str, str], str] = {}  # codec, message -> the first cell, as text
        self._wrote: dict[tuple[str, str], Wrote] = {}  # codec, case

    def refuses(self, codec: str, case: Case) -> str | None:
        """Why a codec is not timed with any value of this message."""
        return self.unexpected.get((codec, case.message))

    def wrote(self, codec: str, case: Case) -> Wrote:
        return self._wrote.get((codec, case.name)) or Wrote()

    def encodings(self, reader: CodecRef, case: Case) -> list[Encoding]:
        """All encodings of a case that this reader can be given: its own first, then by writer."""
        writers = sorted(
            codec for codec, name in self._wrote if name == case.name and format_of(codec) == reader.format
        )
        writers.sort(key=lambda codec: codec != reader.id)
        found: dict[bytes, Encoding] = {}
        for writer in writers:
            wrote = self._wrote[writer, case.name]
            if wrote.data is None:
                continue
            one = found.setdefault(wrote.data, Encoding(wrote.data, []))
            one.writers.append(writer)
            # Of equal bytes with different deviations the own ones stand, else those of the first writer.
            if len(one.writers) == 1:
                one.loses, one.why = wrote.loses.get(reader.id), wrote.rejects.get(reader.id)
        return list(found.values())

    def take(self, row: Row, timed: set[str]) -> None:
        """One row of the matrix; `timed`: the names of the workloads' cases."""
        if row.case is None or row.source or row.name not in timed or ":" not in row.writer:
            return
        wrote = self._wrote.setdefault((row.writer, row.name), Wrote(why=None))
        wrote.data = row.data
        for reading in row.readings:
            reader, cell = reading.reader, reading.cell
            if cell is None or cell.outcome is Outcome.EQUAL:
                continue
            if row.data is None:
                wrote.why = f"{cell.outcome.value}, {_said(cell)}"
            elif cell.outcome is Outcome.DIFFERS:
                wrote.loses[reader] = ", ".join(cell.entries) or "the language's object cannot hold it"
            else:
                wrote.rejects[reader] = f"{cell.outcome.value}, {_said(cell)}"

    def blame(self, cells: Sequence[Cell], messages: dict[str, str], codecs: Sequence[CodecRef] = ()) -> None:
        """`messages`: case -> message. Where a language's own objects fail, so do all codecs that take them."""
        alone = {(cell.id.writer, messages.get(cell.id.case)) for cell in cells if cell.id.writer == cell.id.reader}
        for cell in cells:
            message = messages.get(cell.id.case)
            both = (cell.id.reader, cell.id.writer)
            for codec in [one for one in both if (one, message) in alone] or both:
                why = f"not as expected: {cell.id}: {_told(cell)}"
                self.unexpected.setdefault((codec, message), why)
                for other in codecs:
                    if codec == f"{other.peer}:{NONE}/{other.model}":
                        self.unexpected.setdefault((other.id, message), why)


def verify(session: InteropSession, schema, workloads: Sequence[Workload], known: Iterable[Case] = ()) -> Verified:
    """`session` is entered; it is prepared here, for the workloads and the known cases of their messages.

    A large case that is no workload is left out: it would take more time than all the others together.
    """
    timed = {one.case.name for one in workloads}
    messages = {one.case.message for one in workloads}
    others = [one for one in known if one.message in messages and one.name not in timed and "large" not in one.tags]
    asked = sorted([*(one.case for one in workloads), *others], key=lambda case: case.name)
    session.prepare(schema, cases=asked, sources=[])
    verified = Verified()
    cells = session.outcomes(lambda row: verified.take(row, timed))
    verified.blame(cells, {case.name: case.message for case in asked}, session.codecs)
    return verified


def _said(cell: Cell) -> str:
    """What a failure that is as expected says, in one line."""
    names = ", ".join(cell.entries)
    words = " ".join(cell.reason.split())
    return (
        f"as pinned by {names}" if names else f"as the language's object does: {words[:120]}" if words else "as pinned"
    )


def _told(cell: Cell) -> str:
    return " ".join(f"{cell.outcome.value}; {'; '.join(map(str, cell.problems))}".split())[:300]

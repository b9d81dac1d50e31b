"""What every reader makes of an input: the vector of the outcomes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wirebed.cases.byte_source import ByteSource
from wirebed.peers import ColumnJob, Pool
from wirebed.peers.answer import Answer, column_answer
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed.view.canonical import canonical
from wirebed.view.outcome import Outcome
from wirebed_fuzz.broken.head import head

REFUSED = "refused"


class Answered(NamedTuple):
    """`answers`: by reader; a view in its canonical form."""

    source: ByteSource
    answers: Sequence[bytes | Answer]

    @property
    def agreed(self) -> bool:
        return len(set(map(_told, self.answers))) == 1

    @property
    def vector(self) -> tuple[object, ...]:
        """By reader: the number of its view among those that differ, or the cause of its failure."""
        numbers: dict[bytes, int] = {}
        return tuple(
            numbers.setdefault(each, len(numbers)) if isinstance(each, bytes) else (each.outcome, head(each.reason))
            for each in self.answers
        )

    @property
    def view(self) -> bytes | None:
        """The view that most readers have given, of several the first; None where no view has more readers than
        refuse."""
        counted = Counter(map(_told, self.answers))
        most = max(counted.values())
        if counted[REFUSED] == most:
            return None
        return next((each for each in self.answers if isinstance(each, bytes) and counted[each] == most), None)


def _told(answer: bytes | Answer) -> bytes | str:
    if isinstance(answer, bytes):
        return answer
    return REFUSED if answer.outcome is Outcome.REJECTED else str(answer.outcome)


def ask(pool: Pool, readers: Sequence[CodecRef], sources: Sequence[ByteSource]) -> Iterator[Answered]:
    """In the order of the sources."""
    if not sources:
        return
    jobs = [
        ColumnJob(
            reader.process,
            [Column("decode", reader.key, each.message, each.options, "", [each.data]) for each in sources],
        )
        for reader in readers
    ]
    for job in jobs:
        pool.submit(job)
    for _ in jobs:
        pool.next()
    for source, *given in zip(sources, *(job.answers for job in jobs), strict=True):
        answers = [column_answer(each, "decode") for each in given]
        yield Answered(source, [canonical(each) if isinstance(each, bytes) else each for each in answers])

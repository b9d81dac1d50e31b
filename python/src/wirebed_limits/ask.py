"""Asks readers for their limits: in each round, every search that goes on gives its reader one input.

What is found and was not known is asked again in another process, since a limit of the stack depends on what the
process has done before.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from wirebed.peers.answer import Answer, read
from wirebed.peers.client import Call, CodecClient
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import TaskFields, batches, task
from wirebed_limits.inputs import MOST, Input
from wirebed_limits.search import search

STACK, SILENCE = "stack", "silence"
_SHORT = 120  # characters of the words of a reader


class Limit(NamedTuple):
    """The largest size that a reader reads, and what it says of the next one.

    `by`: who refuses that, `library`, `codec` or `cast`; `silence`, where it becomes another value; else the outcome,
    such as `crash`. Empty where the largest size that is tried is read. `stack`: for want of stack or memory, or where
    another process reads another size. Then `reads` is a power of two that both processes have read, and `says` is of
    the largest size that is tried.
    """

    reads: int
    by: str = ""
    says: str = ""


@dataclass(eq=False)
class Asked:
    """A reader and an input. `known`: the limit of another time; `limit`: none where the smallest input is refused."""

    codec: CodecRef
    input: Input
    known: Limit
    limit: Limit = Limit(0)
    views: dict[int, int] = field(default_factory=dict)  # the bytes of the view of each size that was read
    refused: dict[int, Answer] = field(default_factory=dict)

    @property
    def most(self) -> int:
        return MOST[self.input.kind]

    def takes(self, size: int, answer: Answer) -> bool:
        """Whether an input of this size is read. In its view each unit of the size has as many bytes as the second."""
        if answer.data is not None:
            self.views[size] = len(answer.data)
            if size <= 2 or self.views[size] == self.views[1] + (size - 1) * (self.views[2] - self.views[1]):
                return True
            answer = Answer(by=SILENCE, reason="another value is read")
        self.refused[size] = answer
        return False

    def found(self, reads: int) -> None:
        """What the search has found."""
        by_stack = self.known.by == STACK and self.known.reads == reads
        refused = self.refused.get(self.most if by_stack else reads + 1)
        if refused is None:
            self.limit = Limit(reads)
        elif by_stack or refused.manner == "exhausted":
            self.limit = Limit(reads, STACK, _words(self.refused[self.most]))
        else:
            self.limit = Limit(reads, refused.by or str(refused.outcome), _words(refused))

    def again(self) -> list[int]:
        """The sizes that another process is asked: the limit and the next size, then powers of two below it."""
        reads = self.limit.reads
        powers = [1 << bit for bit in range(reads.bit_length() - 2, 0, -1)]
        return [reads, min(reads + 1, self.most), *powers] if self.limit.by and reads > 2 else []

    def found_again(self, takes: Sequence[bool]) -> None:
        """What another process has answered to these sizes."""
        if takes and (self.limit.by == STACK or tuple(takes[:2]) != (True, False)):
            least = next((size for size, taken in zip(self.again()[2:], takes[2:], strict=True) if taken), 1)
            self.limit = Limit(least, STACK, _words(self.refused[self.most]))


def _words(answer: Answer) -> str:
    return " ".join(answer.reason.split())[:_SHORT]


Known = Callable[[CodecRef, Input], Limit]


def ask(client: CodecClient, inputs: Iterable[Input], readers: Iterable[CodecRef], known: Known) -> list[Asked]:
    """The limits of these readers, where they take the smallest input. One format is asked after the other, since the
    answers to large inputs are large."""
    every = [Asked(r, i, known(r, i)) for i in inputs for r in readers if r.decodes and r.format == i.format]
    for format in dict.fromkeys(asked.input.format for asked in every):
        _search(client, [asked for asked in every if asked.input.format == format])
    _search_again(client, [asked for asked in every if asked.limit != asked.known])
    return [asked for asked in every if asked.limit.reads]


def _search(client: CodecClient, every: Sequence[Asked]) -> None:
    searches = {asked: search(asked.most, asked.known.reads, asked.known.by != STACK) for asked in every}
    sizes = {asked: next(steps) for asked, steps in searches.items()}
    while sizes:
        data = {(asked.input, size): asked.input.write(size) for asked, size in sizes.items()}
        calls = [Call(asked.codec, asked.input.message, data[asked.input, size]) for asked, size in sizes.items()]
        for (asked, size), answer in zip(list(sizes.items()), client.call(calls), strict=True):
            try:
                sizes[asked] = searches[asked].send(asked.takes(size, answer))
            except StopIteration as end:
                asked.found(end.value)
                del sizes[asked]


def _search_again(client: CodecClient, every: Sequence[Asked]) -> None:
    for peer in dict.fromkeys(asked.codec.peer for asked in every):
        of_peer = [asked for asked in every if asked.codec.peer == peer]
        jobs = list(batches(peer, (_task(asked, size) for asked in of_peer for size in asked.again())))
        client.pool.afresh(peer, jobs)
        answers = (read(answer, "decode") for job in jobs for answer in job.answers)
        for asked in of_peer:
            asked.found_again([asked.takes(size, next(answers)) for size in asked.again()])


def _task(asked: Asked, size: int) -> TaskFields:
    return task(asked.codec.key, asked.input.message, decode=asked.input.write(size))

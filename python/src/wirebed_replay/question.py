"""What is asked of each record: which readers, and by which of their answers the others are judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from wirebed.bed.codec_id import base_of, is_generation
from wirebed.errors import UserError, unknown
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed_replay.told import Answers


class Candidate(NamedTuple):
    """A view that may be the right one, and the readers that are judged by it."""

    view: bytes
    judged: Sequence[int]  # by their numbers


class Reference(Protocol):
    def judges(self, reader: CodecRef) -> bool:
        """Whether a reader may be judged by another one."""

    def groups(self, answers: Answers) -> list[list[Candidate]]:
        """The views by which readers are judged. Of each group the one counts from which most of its readers follow."""

    def without_view(self, answers: Answers) -> Iterator[tuple[int, str]]:
        """The readers for which there is no view to be judged by, and what is to be said of each: nothing where it is
        as expected."""


@dataclass(frozen=True)
class OddOneOut:
    """No reader is right from the outset."""

    def judges(self, reader: CodecRef) -> bool:
        return True

    def groups(self, answers: Answers) -> list[list[Candidate]]:
        views = dict.fromkeys(answer for answer in answers if isinstance(answer, bytes))
        return [[Candidate(view, range(len(answers))) for view in views]] if views else []

    def without_view(self, answers: Answers) -> Iterator[tuple[int, str]]:
        if not any(isinstance(answer, bytes) for answer in answers):
            yield from ((number, "nobody reads it") for number in range(len(answers)))


@dataclass(frozen=True)
class Named:
    """One reader is right. Where it has read nothing, the others are judged as if none were."""

    index: int

    @classmethod
    def of(cls, readers: Sequence[CodecRef], name: str) -> "Named":
        ids, names = [reader.id for reader in readers], [reader.short for reader in readers]
        if name not in (*ids, *names):
            raise unknown("REFERENCE", name, names)
        if names.count(name) > 1:
            raise UserError(f"REFERENCE={name} is several readers: {', '.join(ids)}")
        return cls(ids.index(name) if name in ids else names.index(name))

    def judges(self, reader: CodecRef) -> bool:
        return True

    def groups(self, answers: Answers) -> list[list[Candidate]]:
        view = answers[self.index]
        if not isinstance(view, bytes):
            return OddOneOut().groups(answers)
        return [[Candidate(view, range(len(answers)))]]

    def without_view(self, answers: Answers) -> Iterator[tuple[int, str]]:
        return OddOneOut().without_view(answers)


@dataclass(frozen=True)
class Today:
    """A reader with today's version of its library is right, for those with another version. `pairs`: the number of
    each of these, and of that of today."""

    pairs: Sequence[tuple[int, int]]

    @classmethod
    def of(cls, readers: Sequence[CodecRef]) -> "Today":
        ids = {reader.id: number for number, reader in enumerate(readers)}
        others = [(number, base_of(id)) for id, number in ids.items() if is_generation(id)]
        pairs = [(number, ids[base]) for number, base in others if base in ids]
        if not pairs:
            raise UserError("no reader that is asked loads a version of SET=")
        return cls(pairs)

    def judges(self, reader: CodecRef) -> bool:
        return is_generation(reader.id)

    def groups(self, answers: Answers) -> list[list[Candidate]]:
        views = ((answers[today], other) for other, today in self.pairs)
        return [[Candidate(view, [other])] for view, other in views if isinstance(view, bytes)]

    def without_view(self, answers: Answers) -> Iterator[tuple[int, str]]:
        for other, today in self.pairs:
            was, now = answers[today], answers[other]
            if isinstance(was, Answer):
                otherwise = isinstance(now, bytes) or now.outcome != was.outcome
                yield other, f"the version of today: {was.outcome}" if otherwise else ""

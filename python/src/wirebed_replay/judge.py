"""Judges records of which not all readers have read the same, by the core: as bytes that are given to readers, with a
view that they ought to see. So what the objects of a language do not hold is no difference, and entries state the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirebed import view
from wirebed.bed.codec_id import short
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.vectors import bare_text
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.run import Build, Peers, Selection, outcomes
from wirebed.state.row import Reading, Row
from wirebed.suites.interop.suite import suite
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Outcome, template, word
from wirebed_replay.cluster import Key, Where, anywhere
from wirebed_replay.framing.record import Record
from wirebed_replay.question import Answers, Candidate, Reference

_MOST_PLACES = 3  # that a cluster names
# A process that was lost without a task that loses it again is asked once more, so often.
_TRIES = 3


class Unlike(NamedTuple):
    """A record, and what each reader has answered."""

    where: Where
    record: Record
    answers: Answers


class Told(NamedTuple):
    """What is said of a reader that is not as expected. `seen`: its view; `reason`: its words."""

    outcome: str
    what: str
    entries: tuple[str, ...] = ()
    expected: bool = False
    seen: bytes = b""
    reason: str = ""


class Said(NamedTuple):
    """What is said of some readers of a record. `view`: by which they are judged; empty where there is none."""

    key: Key
    view: bytes
    seen: bytes  # by the first of them; empty where it failed
    reasons: tuple[str, ...]  # their words


class Judged(NamedTuple):
    said: list[Said]
    as_expected: list[str]  # readers


@dataclass
class Judge:
    """`words`: whether clusters may be told apart by the words of readers, which may have parts of a payload."""

    build: Build
    peers: Peers
    readers: Sequence[CodecRef]
    selection: Selection
    reference: Reference
    words: bool

    def judged(self, records: Sequence[Unlike]) -> Iterator[Judged]:
        """What is said of each record."""
        groups = [self.reference.groups(record.answers) for record in records]
        told = self._told(
            ByteSource(_name(*at), self.readers[0].format, of.record.message, of.record.payload, expect=candidate.view)
            for number, of in enumerate(records)
            for *at, candidate in _candidates(number, groups[number])
        )
        for number, record in enumerate(records):
            by_reader, as_expected = dict[int, tuple[Told, bytes]](), list[int]()
            for group, candidates in enumerate(groups[number]):
                of_ranks = [told[_name(number, group, rank)] for rank in range(len(candidates))]
                best, candidate = self._best(of_ranks, candidates)
                by_reader |= {reader: (best[reader], candidate.view) for reader in best}
                as_expected += [reader for reader in candidate.judged if reader not in best]
            for reader, said in self._without_view(record.answers):
                if said is None:
                    as_expected.append(reader)
                else:
                    by_reader[reader] = (said, b"")
            ids = [self.readers[reader].id for reader in as_expected]
            yield Judged(list(self._together(record.record.message, by_reader)), ids)

    def _told(self, sources: Iterable[ByteSource]) -> Mapping[str, dict[str, Told]]:
        """By source and reader, what is said of those that are not as expected."""
        sources = list(sources)
        for _ in range(_TRIES if sources else 0):
            told: dict[str, dict[str, Told]] = defaultdict(dict)
            lost = False

            def take(row: Row, told: dict[str, dict[str, Told]] = told) -> None:
                nonlocal lost
                for reading in row.readings:
                    if reading.cell is not None and reading.cell.outcome is not Outcome.EQUAL:
                        lost = lost or reading.cell.unattributed
                        told[row.name][reading.reader] = self._of(row, reading, reading.cell)

            outcomes(suite(self.build, self.peers, self.selection, sources=sources), take)
            if not lost:
                return told
        return defaultdict(dict)

    def _of(self, row: Row, reading: Reading, cell: Cell) -> Told:
        if cell.outcome is Outcome.DIFFERS:
            what = _places(cell.differences, row)
        else:
            what = self._failure(cell.stage, cell.manner, cell.reason)
        entries, seen = tuple(sorted(cell.entries)), reading.seen or b""
        return Told(str(cell.outcome), what, entries, not cell.problems, seen, cell.reason)

    def _best(
        self, told: Sequence[Mapping[str, Told]], candidates: Sequence[Candidate]
    ) -> tuple[dict[int, Told], Candidate]:
        """The candidate from which most readers follow, and what is said of the others."""
        found = [
            {reader: of[id] for reader in each.judged if (id := self.readers[reader].id) in of}
            for of, each in zip(told, candidates, strict=True)
        ]
        rank = min(range(len(candidates)), key=lambda rank: len(found[rank]))
        return found[rank], candidates[rank]

    def _without_view(self, answers: Answers) -> Iterator[tuple[int, Told | None]]:
        """What is said of readers that no view is there to judge by; None of those that are as expected."""
        said = [*self.reference.without_view(answers)]
        first: dict[str, Told] = {}  # readers of which the same is to be said are told by the words of the first
        for reader, what in said:
            answer = answers[reader]
            if not what:
                yield reader, None
            elif isinstance(answer, Answer):
                how = self._failure(answer.stage, answer.manner, answer.reason)
                told = first.setdefault(what, Told(str(answer.outcome), f"{what}: {how}"))
                yield reader, told._replace(reason=answer.reason)
            else:
                yield reader, Told("read", what, seen=answer)

    def _failure(self, stage: str, manner: str, reason: str) -> str:
        """`at parse (typed): DecodeError: …`; without words, the type of the error alone."""
        said = template(reason) if self.words else reason.partition(":")[0].partition(" ")[0]
        how = " ".join(filter(None, (f"at {stage}" if stage else "", f"({manner})" if manner else "")))
        return ": ".join(filter(None, (how, said)))

    def _together(self, message: str, by_reader: Mapping[int, tuple[Told, bytes]]) -> Iterator[Said]:
        """Readers of which the same is to be said."""
        alike: dict[tuple[str, str, tuple[str, ...], bool, bytes], list[int]] = defaultdict(list)
        for reader in sorted(by_reader):
            told, by = by_reader[reader]
            alike[told.outcome, told.what, told.entries, told.expected, by].append(reader)
        for (outcome, what, entries, expected, by), readers in alike.items():
            ids = tuple(self.readers[reader].id for reader in readers)
            reasons = ((short(self.readers[reader].id), by_reader[reader][0].reason) for reader in readers)
            words = tuple(f"{name}: {reason}" for name, reason in reasons if reason)
            yield Said(Key(message, ids, outcome, what, entries, expected), by, by_reader[readers[0]][0].seen, words)


def _candidates(number: int, groups: Sequence[Sequence[Candidate]]) -> Iterator[tuple[int, int, int, Candidate]]:
    """The candidates of a record, each with the numbers of the record, of its group and of itself."""
    for group, candidates in enumerate(groups):
        yield from ((number, group, rank, candidate) for rank, candidate in enumerate(candidates))


def _name(number: int, group: int, rank: int) -> str:
    return f"{number}.{group}.{rank}"


def _places(differences: Sequence[Found], row: Row) -> str:
    """`prices[].date narrowed`: the places of differences without positions, with their kinds."""
    places = dict.fromkeys(f"{_place(found, row)} {word(found.kind)}" for found in differences)
    more = len(places) - _MOST_PLACES
    return ", ".join(sorted(places)[:_MOST_PLACES]) + (f", and {more} more" if more > 0 else "")


def _place(found: Found, row: Row) -> str:
    schema = found.schema or row.schema
    is_bare = schema is None or str(_root(found).value) not in schema.messages
    path = bare_text.place(found.place) if is_bare else view.path(found.place, schema)
    return anywhere(path) or "the value"


def _root(found: Found) -> view.Node:
    node = found.place
    while node.parent is not None:
        node = node.parent
    return node

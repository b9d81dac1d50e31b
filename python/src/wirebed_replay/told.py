"""What is said of a record: of which readers, and what. A judge makes it of the cells that the core has judged."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from wirebed.bed.codec_id import short
from wirebed.bed.schema import Schema
from wirebed.cases.vectors import bare_text
from wirebed.peers import Job
from wirebed.peers.answer import Answer
from wirebed.peers.codecs import CodecRef
from wirebed.state.row import Reading, Row
from wirebed.view import grammar as g
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Outcome, template, word
from wirebed.view.spell import field_name
from wirebed_replay.cluster import Key, Where, anywhere
from wirebed_replay.framing.record import Record

if TYPE_CHECKING:
    from wirebed_replay.asking import Group

_TYPE = re.compile(r"((?:\w+(?:\.|::|\$))*\w*(?:Error|Exception|error|exception))\b")
_MOST_PLACES = 3  # that a cluster names

# A process that was lost without a task that loses it again is asked once more, so often.
_TRIES = 3

Answers = Sequence[bytes | Answer]  # by reader


class Unlike(NamedTuple):
    """A record, and what each reader has answered."""

    where: Where
    record: Record
    answers: Answers


class Told(NamedTuple):
    """What is said of a reader that is not as expected.

    `ought`: the view that it ought to see, as far as its objects hold it; `seen`: the one that it has seen. Where there
    is none, they are empty. `reason`: its words.
    """

    outcome: str
    what: str
    entries: tuple[str, ...] = ()
    expected: bool = False
    ought: bytes = b""
    seen: bytes = b""
    reason: str = ""


class Said(NamedTuple):
    """What is said of some readers of a record. `ought` and `seen`: of the first of them, as in Told."""

    key: Key
    ought: bytes
    seen: bytes
    reasons: tuple[str, ...]  # their words


class Judged(NamedTuple):
    said: list[Said]
    as_expected: list[str]  # readers


class Judging(Protocol):
    """How the answers to records are judged."""

    @property
    def readers(self) -> Sequence[CodecRef]:
        """Those that are asked for each record."""

    @property
    def told(self) -> Sequence[CodecRef]:
        """Those of which the report tells."""

    def job(self, reader: CodecRef, groups: "Sequence[Group]") -> Job:
        """Asks a reader for records."""

    def given(self, answer: object) -> bytes | Answer:
        """An answer of such a job."""

    def unlike(self, group: "Group", answers: Sequence[Sequence[object]]) -> set[int]:
        """The records of a group of which something may be to be said. All others are equal. `answers`: by reader."""

    def judged(self, records: Sequence[Unlike]) -> Iterator[Judged]:
        """What is said of each record."""


Tell = Callable[[Row, Reading, Cell], "Told"]


def collected(run: Callable[[Callable[[Row], None]], object], tell: Tell) -> dict[str, dict[str, Told]]:
    """By the name of a row and by reader, what is told of those that are not equal. `run` asks and judges all rows, and
    gives each to its argument."""
    told: dict[str, dict[str, Told]] = {}
    lost = False

    def take(row: Row) -> None:
        nonlocal lost
        for reading in row.readings:
            if reading.cell is not None and reading.cell.outcome is not Outcome.EQUAL:
                lost = lost or reading.cell.unattributed
                told.setdefault(row.name, {})[reading.reader] = tell(row, reading, reading.cell)

    for _ in range(_TRIES):
        told.clear()
        lost = False
        run(take)
        if not lost:
            break
    return told


def of_cell(row: Row, reading: Reading, cell: Cell, words: bool) -> Told:
    """`words`: whether clusters may be told apart by the words of readers, which may have parts of a payload."""
    if cell.outcome is Outcome.DIFFERS:
        what = places(cell.differences, row.schema)
    else:
        what = failure(cell.stage, cell.manner, cell.reason, words)
    return Told(
        str(cell.outcome), what, tuple(sorted(cell.entries)), not cell.problems, reading.expected, reading.seen or b"",
        cell.reason,
    )  # fmt: skip


def failure(stage: str, manner: str, reason: str, words: bool) -> str:
    """`at parse (typed): DecodeError: …`; without words, the type of the error alone."""
    said = template(reason) if words else _type(reason)
    how = " ".join(filter(None, (f"at {stage}" if stage else "", f"({manner})" if manner else "")))
    return ": ".join(filter(None, (how, said)))


def _type(reason: str) -> str:
    """The type of an error, with which the words of a library begin where it has one; nothing else of them."""
    found = _TYPE.match(reason)
    return found[1] if found else ""


def together(message: str, readers: Sequence[CodecRef], by_reader: Mapping[int, Told]) -> Iterator[Said]:
    """Readers of which the same is to be said. `by_reader`: that, by their numbers."""
    alike: dict[tuple[str, str, tuple[str, ...], bool], list[int]] = defaultdict(list)
    for reader in sorted(by_reader):
        alike[by_reader[reader][:4]].append(reader)
    for (outcome, what, entries, expected), of_same in alike.items():
        ids = tuple(readers[reader].id for reader in of_same)
        reasons = ((short(readers[reader].id), by_reader[reader].reason) for reader in of_same)
        words = tuple(f"{name}: {reason}" for name, reason in reasons if reason)
        first = by_reader[of_same[0]]
        yield Said(Key(message, ids, outcome, what, entries, expected), first.ought, first.seen, words)


def places(differences: Sequence[Found], schema: Schema | None) -> str:
    """`prices[].date narrowed`: the places of differences without positions, with their kinds."""
    places = dict.fromkeys(f"{_place(found, found.schema or schema)} {word(found.kind)}" for found in differences)
    more = len(places) - _MOST_PLACES
    return ", ".join(sorted(places)[:_MOST_PLACES]) + (f", and {more} more" if more > 0 else "")


def _place(found: Found, schema: Schema | None) -> str:
    """Without the keys of maps, which are values of the recording."""
    parts, node = [], found.place
    while node.parent is not None:
        parent = node.parent
        parts.append(f".{field_name(schema, parent.value, node.step)}" if parent.tag == g.RECORD else "[]")
        node = parent
    if schema is None or str(node.value) not in schema.messages:
        return anywhere(bare_text.place(found.place)) or "the value"
    return "".join(reversed(parts)).removeprefix(".") or "the value"

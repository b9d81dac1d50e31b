"""The questions of the works of a window, in columns. A value is asked of a codec once, however many routes need it.

Most routes ask several codecs for the same bytes. So the readers of a format share a `Panel`: one list of values, and
for each codec a column of answers beside it. A route keeps the position of its bytes in the panel, and no object of its
own for each of its readers.
"""

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from wirebed_protocol import peer_pb2

from wirebed.peers import ColumnJob, Job, Lost, TaskJob, task
from wirebed.peers.answer import Answer, column_answer, read
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import MOST_BYTES, MOST_TASKS, TaskFields
from wirebed.peers.job import Column as AskedColumn
from wirebed.view.outcome import Outcome

_NOT_YET = Answer(None, Outcome.INTERNAL, "", "nobody has answered this yet")


class Column:
    """The answers of one codec by position: bytes, or an Answer without data."""

    __slots__ = ("codec", "answers", "kept")

    def __init__(self, codec: CodecRef) -> None:
        self.codec = codec
        self.answers: list[bytes | Answer] = []
        self.kept: set[int] = set()  # the answers that were kept from an earlier run


class Place(NamedTuple):
    """Where the answer of one codec to one value is or will be."""

    column: Column
    position: int

    @property
    def answer(self) -> bytes | Answer:
        return self.column.answers[self.position]

    @property
    def kept(self) -> bool:
        return self.position in self.column.kept


class Filled(Protocol):
    """A place for the answer of a task of its own."""

    def fill(self, answer: peer_pb2.Result | Lost) -> None: ...


S = TypeVar("S", bound=Filled)
_Task = tuple[Filled, int, TaskFields]  # where its answer goes, its size and its fields
# What a relay sets, as a view, and the fields that it clears.
Edits = tuple[bytes, tuple[int, ...]]


class Slot:
    """Where the answer of a task of its own is or will be."""

    __slots__ = ("action", "answer", "kept")

    def __init__(self, action: str) -> None:
        self.action = action
        self.answer: bytes | Answer = _NOT_YET
        self.kept = False

    def fill(self, answer: peer_pb2.Result | Lost) -> None:
        parsed = read(answer, self.action)
        self.answer = parsed if parsed.data is None else parsed.data


class Panel:
    """Values that the same codecs encode or decode, and their answers."""

    __slots__ = ("action", "message", "options", "class_name", "values", "likely", "columns", "asked", "_positions")

    def __init__(
        self, action: str, codecs: Iterable[CodecRef], message: str, options: Mapping[str, str], class_name: str
    ) -> None:
        self.action, self.message, self.options, self.class_name = action, message, options, class_name
        self.values: list[bytes] = []
        self.likely: list[bytes | None] = []  # what the answers probably are, so that all columns share one copy
        self.columns = [Column(codec) for codec in codecs]
        self.asked = 0  # how many of the values are on their way or answered
        self._positions: dict[bytes, int] = {}

    def add(self, value: bytes, likely: bytes | None = None) -> int:
        """The position of a value."""
        position = self._positions.get(value)
        if position is None:
            position = self._positions[value] = len(self.values)
            self.values.append(value)
            self.likely.append(likely)
        return position

    def answers(self, position: int) -> list[bytes | Answer]:
        """The answer of each codec to a value."""
        return [column.answers[position] for column in self.columns]

    def kept(self, position: int) -> list[str]:
        """The codecs whose answers to a value were kept from an earlier run."""
        return [column.codec.id for column in self.columns if position in column.kept]


class _Part(NamedTuple):
    """The values of a panel that are asked of the codec of one of its columns."""

    panel: Panel
    column: Column
    positions: Sequence[int]

    def asked(self) -> AskedColumn:
        panel = self.panel
        values = [panel.values[at] for at in self.positions]
        return AskedColumn(panel.action, self.column.codec.key, panel.message, panel.options, panel.class_name, values)

    def fill(self, answers: Iterable[bytes | peer_pb2.Result | Lost]) -> None:
        action, likely, into = self.panel.action, self.panel.likely, self.column.answers
        for at, answer in zip(self.positions, answers, strict=True):
            probable = likely[at]
            into[at] = column_answer(answer, action) if probable is None or answer != probable else probable


class Questions:
    """Collects what a stage asks into jobs of bounded size, and takes the answers."""

    def __init__(self) -> None:
        self.panels: dict[Hashable, Panel] = {}
        self.relays: dict[Hashable, Slot] = {}
        # A process was lost over these answers, and their tasks do not do that again: see Judge.
        self.losses: dict[Place | Slot, Lost] = {}
        self._tasks: dict[tuple[str, str], list[_Task]] = {}

    def panel(
        self, action: str, codecs: tuple[CodecRef, ...], message: str, options: Mapping[str, str], class_name: str = ""
    ) -> Panel:
        key = (action, codecs, message, _frozen(options), class_name)
        panel = self.panels.get(key)
        if panel is None:
            panel = self.panels[key] = Panel(action, codecs, message, options, class_name)
        return panel

    def ask(
        self, action: str, codec: CodecRef, message: str, options: Mapping[str, str], value: bytes,
        likely: bytes | None = None, class_name: str = "",
    ) -> Place:  # fmt: skip
        """Asks one codec for one value."""
        panel = self.panel(action, (codec,), message, options, class_name)
        return Place(panel.columns[0], panel.add(value, likely))

    def relay(
        self,
        codec: CodecRef,
        message: str,
        options: Mapping[str, str],
        data: bytes,
        edits: Edits = (b"", ()),
        into: str = "",
        class_name: str = "",
    ) -> Slot:
        key = (codec, message, _frozen(options), data, edits, into, class_name)
        if key not in self.relays:
            relay = peer_pb2.Relay(wire=data, set=edits[0], clear=edits[1], into=into)
            fields = task(codec.key, message, options, relay=relay, class_name=class_name)
            self.relays[key] = self.task(codec, fields, Slot("relay"), len(data) + len(edits[0]))
        return self.relays[key]

    def task(self, codec: CodecRef, fields: TaskFields, slot: S, size: int) -> S:
        """A task of its own, whose answer fills `slot`."""
        self._tasks.setdefault((codec.process, codec.key), []).append((slot, size, fields))
        return slot

    def take(self, most_tasks: Callable[[str, str], int] = lambda process, codec: MOST_TASKS) -> list[Job]:
        """Takes the questions that no job holds yet, as jobs. A job is of one codec, so that its time is the codec's.

        `most_tasks`: of a job, by process and codec.
        """
        parts: dict[tuple[str, str], list[_Part]] = {}
        for panel in self.panels.values():
            new, panel.asked = range(panel.asked, len(panel.values)), len(panel.values)
            for column in panel.columns if new else ():
                column.answers += [_NOT_YET] * len(new)
                parts.setdefault((column.codec.process, column.codec.key), []).append(_Part(panel, column, new))
        jobs: list[Job] = []
        for (process, codec), of_codec in parts.items():
            cuts = _cut(of_codec, most_tasks(process, codec))
            jobs += (ColumnJob(process, [part.asked() for part in cut], tag=cut) for cut in cuts)
        for (process, codec), tasks in self._tasks.items():
            jobs += _task_jobs(process, tasks, most_tasks(process, codec))
        self._tasks = {}
        return jobs

    def deliver(self, job: Job) -> None:
        """Puts the answers of a job where they belong."""
        if isinstance(job, TaskJob):
            places = job.tag
            for slot, answer in zip(places, job.answers, strict=True):
                slot.fill(answer)
        else:
            answers = iter(job.answers)
            for part in job.tag:
                part.fill(itertools.islice(answers, len(part.positions)))
            wanted = job.unattributed or job.kept
            places = [Place(part.column, at) for part in job.tag for at in part.positions] if wanted else []
        if job.unattributed is not None:
            index, lost = job.unattributed
            self.losses[places[index]] = lost
        for index in job.kept:
            _mark_kept(places[index])


def _mark_kept(place: Place | Slot) -> None:
    if isinstance(place, Place):
        place.column.kept.add(place.position)
    else:
        place.kept = True


def _frozen(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(options.items())) if options else ()


def _cut(parts: Iterable[_Part], most_tasks: int) -> Iterator[list[_Part]]:
    """Parts for jobs of bounded count and size."""
    cut: list[_Part] = []
    count = size = 0
    for part in parts:
        values, start = part.panel.values, 0
        for index, at in enumerate(part.positions):
            if count >= most_tasks or (count and size + len(values[at]) > MOST_BYTES):
                yield [*cut, part._replace(positions=part.positions[start:index])] if start < index else cut
                cut, start, count, size = [], index, 0, 0
            count += 1
            size += len(values[at])
        cut.append(part._replace(positions=part.positions[start:]))
    yield cut


def _task_jobs(process: str, asked: Iterable[_Task], most_tasks: int) -> Iterator[TaskJob]:
    """Jobs of bounded count and size."""
    job, size = TaskJob(process, tag=[]), 0
    for slot, length, fields in asked:
        if len(job) >= most_tasks or (len(job) and size + length > MOST_BYTES):
            yield job
            job, size = TaskJob(process, tag=[]), 0
        job.tasks.append(fields)
        job.tag.append(slot)
        size += length
    yield job

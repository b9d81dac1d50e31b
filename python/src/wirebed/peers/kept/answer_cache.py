"""Stands between the engine and the pool: it answers from what is kept, passes on the rest, and keeps those answers.

Never kept: crashes and timeouts, exhausted memory or stack, defects of a peer, and what an unstable writer writes with
all that is asked of these bytes. The engine cannot tell a kept answer from another, except by `Job.kept`.
"""

import hashlib
import json
import secrets
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import codec_id, peer_and_version
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed.peers import ColumnJob, Job, Lost, Pool
from wirebed.peers.answer import Answer
from wirebed.peers.backlog import Backlog
from wirebed.peers.codecs import codecs_of
from wirebed.peers.kept.builds import Builds
from wirebed.peers.kept.question import Asked, asked, each
from wirebed.peers.kept.repeats import Difference, Kept, Repeats, Turns
from wirebed.peers.kept.store import Store, Table, Tag, question, table_name

# What is said of an unstable codec; by whether it gave other bytes.
_UNSTABLE = {
    True: "writes other bytes each time, which all readers read alike",
    False: "refuses each time in other words",
}
# So many files are named.
_SHOWN = 5


class _Rest(NamedTuple):
    """The tag of a job with the questions of another that are not kept."""

    job: Job
    positions: Sequence[int]
    questions: Sequence[bytes]


class Seen(Protocol):
    """The results of a run for one value: wirebed.state.row.Row."""

    @property
    def name(self) -> str: ...

    @property
    def value(self) -> bytes: ...

    @property
    def held(self) -> bytes: ...

    @property
    def expected(self) -> bytes: ...

    @property
    def data(self) -> bytes | None: ...

    @property
    def relayed(self) -> bytes | None: ...


class AnswerCache:
    """Takes and returns jobs as a pool does; `finish` then says whether what is kept can be believed."""

    def __init__(
        self, pool: Pool, builds: Builds, fresh: bool = False, timing: bool = False, seed: int | None = None
    ) -> None:
        """`builds`: of a pool that is not entered yet. `fresh`: all is executed, and kept anew.

        `timing`: every codec is timed.
        """
        self.pool, self.builds, self.store, self.fresh, self.timing = pool, builds, builds.store, fresh, timing
        self.seed = secrets.randbits(32) if seed is None else seed
        self.repeats = Repeats(pool, self.seed)
        self.new: set[str] = set()  # the ids of codecs of builds of which nothing was kept
        # Codec id -> the message and value of what it is known to write in several ways.
        self.known_unstable: Mapping[str, set[tuple[str, bytes]]] = {}
        # The process that alone answers some questions again, and within `again` all; "": each answers some.
        self.turn, self._all_again = "", False
        self._ready: deque[Job] = deque()
        self._tables: dict[tuple[str, str, str], tuple[Table, Turns]] = {}
        self._passing: set[bytes] = set()  # what unstable writers wrote in this run

        if not fresh:
            known = {name: self.store.introduction(builds.digest(name)) for name in pool.specs}
            pool.known = {name: introduction for name, introduction in known.items() if introduction is not None}

    def times(self, codec: str) -> bool:
        """Whether a run takes the timing of a codec."""
        return self.fresh or self.timing or codec in self.new

    def see(self, row: Seen, stated: bytes | None) -> None:
        """Learns from a row of the engine what the values are called that are executed again. `stated`: the view of
        its case."""
        names = self.repeats.names
        for value in (row.data, row.relayed, row.value, row.held, row.expected, stated):
            if value in names:
                names[value] = names[value] or row.name

    @contextmanager
    def again(self) -> Iterator[None]:
        """All that the process whose turn it is is asked meanwhile is executed, also what is kept."""
        self._all_again = True
        try:
            yield
        finally:
            self._all_again = False

    @property
    def backlog(self) -> Backlog:
        return self.pool.backlog

    def submit(self, job: Job, rank: int = 0) -> None:
        columns = asked(job) if job.peer in self.builds else None
        if columns is None:
            self.pool.submit(job, rank)
            return
        questions: list[bytes] = []
        again: list[int] = []
        for column in columns:
            shape, digest = column.shape(), self.store.values.digest
            of_column = [question(shape, digest(value)) for value in column.values]
            again += self._answer(job, column, of_column)
            questions += of_column
        if again:
            self.repeats.ask(job.part(again), [job.answers[at] for at in again])
        missing = [at for at, answer in enumerate(job.answers) if answer is None]
        if not missing:
            job.kept = range(len(questions))
            self._ready.append(job)
            return
        job.kept = [at for at, answer in enumerate(job.answers) if answer is not None]
        rest = job.part(missing)
        rest.tag = _Rest(job, missing, [questions[at] for at in missing])
        self.pool.submit(rest, rank)

    def next(self) -> Job:
        if self._ready:
            return self._ready.popleft()
        while self.repeats.takes(job := self.pool.next()):
            pass
        return self._joined(job) if isinstance(job.tag, _Rest) else job

    def finish(self, schemas: Mapping[str, Schema]) -> list[str]:
        """Waits for what is executed again, and writes the store. Returns a line for each codec that was found to be
        unstable; UserError where a codec did not answer as it did, or where a file of a build was written meanwhile.

        `schemas`: those of the trees, by version."""
        wrong, unstable = self.repeats.finish(schemas)
        introductions, changed = self.pool.introductions(), self.pool.changed()
        for process in changed:
            self.store.introductions.drop(self.builds.digest(process))
        for d in unstable:
            self.store.add_unstable(self._table(d.process, d.asked)[0], _question(self.store, d.asked, d.value))
        for d in wrong:
            self.store.drop(self._table(d.process, d.asked)[0])
        if wrong:
            self.store.drop_verdicts()
        self.builds.take_again()
        lost = self.builds.moved | self.builds.young
        for (process, codec, into), (table, _) in self._tables.items():
            if process in lost:
                table.forget()
            else:
                table.move(table_name(self._identity(process, *filter(None, (codec, into))), codec))
        for process in self.pool.specs.keys() - lost.keys() - set(changed):
            self.store.introduce(self.builds.digest(process), introductions[process])
        self.store.save()
        if self.builds.moved:
            raise UserError(_moved(self.builds.moved))
        if changed:
            text = "introduces itself in another way than before, and nothing that it is built of has changed"
            raise UserError("\n".join(f"{process} {text}" for process in changed))
        if wrong:
            raise UserError(_not_repeated(wrong, self.repeats.names))
        for process, paths in self.builds.young.items():
            text = f"kept: nothing of {process}, whose processes loaded what is newer than this run: {_listed(paths)}"
            print(text, file=sys.stderr, flush=True)
        return [f"{self._title(d)}: {_UNSTABLE[d.of_bytes]}" for d in unstable]

    def _answer(self, job: Job, column: Asked, questions: Sequence[bytes]) -> list[int]:
        """Adds the kept answers of a column to the job, and None for each other. Returns which are asked again."""
        start = len(job.answers)
        if self.fresh:
            job.answers += [None] * len(questions)
            return []
        table, turns = self._table(job.peer, column)
        known: list[Kept | None] = [self.store.get(table, each) for each in questions]
        if is_unstable := self._unstable(job.peer, column, table):
            known = [None if is_unstable(q, v) else a for q, v, a in zip(questions, column.values, known, strict=True)]
        if not isinstance(job, ColumnJob):
            known = [_result(column, answer) if isinstance(answer, bytes) else answer for answer in known]
        job.answers += known
        kept = [start + at for at, answer in enumerate(known) if answer is not None]
        if self.turn and job.peer != self.turn:
            return []
        return kept if self._all_again else [kept[at] for at in turns.chosen(len(kept))]

    def _joined(self, rest: Job) -> Job:
        """The whole job, once the rest of it was executed."""
        tag: _Rest = rest.tag
        job, positions, questions = tag
        for at, answer in zip(positions, rest.answers, strict=True):
            job.answers[at] = answer
        job.seconds = rest.seconds
        if rest.unattributed is not None:
            # Some of these answers may be of a process that was no longer whole.
            index, lost = rest.unattributed
            job.unattributed = (positions[index], lost)
        else:
            for (column, value), key, answer in zip(each(asked(rest)), questions, rest.answers, strict=True):
                self._keep(job.peer, column, value, key, answer)
        return job

    def _keep(self, process: str, column: Asked, value: bytes, key: bytes, answer: Kept | Lost) -> None:
        data = _data(answer)
        table, _ = self._table(process, column)
        is_unstable = self._unstable(process, column, table)
        if value in self._passing or (is_unstable and is_unstable(key, value)):
            if column.writes and data is not None:
                self._passing.add(data)
            return
        if data is not None:
            self.store.put(table, key, Tag.DATA, data)
        elif isinstance(answer, peer_pb2.Result) and _is_last(answer):
            answer.ClearField("id")
            self.store.put(table, key, Tag.RESULT, answer.SerializeToString(deterministic=True))

    def _table(self, process: str, column: Asked) -> tuple[Table, Turns]:
        key = (process, column.codec, column.into)
        pair = self._tables.get(key)
        if pair is None:
            # A relay that writes in another format loads that codec, too.
            table = self.store.table(self._identity(process, *filter(None, key[1:])), column.codec)
            pair = self._tables[key] = (table, Turns(self.seed, table.name, len(table.known)))
            if not table.known and not column.into:
                self.new.add(codec_id(peer_and_version(process)[0], column.codec))
        return pair

    def _identity(self, process: str, *codecs: str) -> str:
        """The identity of the build, extended by the environment of the codecs, such as their zone."""
        identity = self.builds.digest(process)
        known = self._environments(process)
        environments = [known.get(codec) for codec in codecs]
        if not any(environments):
            return identity
        return hashlib.sha256(json.dumps([identity, environments]).encode()).hexdigest()

    def _environments(self, process: str) -> dict[str, dict[str, str]]:
        intro = {process: self.pool.introductions()[process]}
        return {codec.key: codec.environment for codec in (*codecs_of(intro, of_classes=True), *codecs_of(intro))}

    def _unstable(self, process: str, column: Asked, table: Table) -> Callable[[bytes, bytes], bool] | None:
        """Whether a question or its value are known to have several answers; None where nothing is known."""
        keys = table.unstable
        known = self.known_unstable.get(_codec(process, column), ()) if column.writes else ()
        if not keys and not known:
            return None
        return lambda key, value: key in keys or (column.message, value) in known

    def _title(self, difference: Difference) -> str:
        return _title(difference, self.repeats.names)


def _is_last(answer: peer_pb2.Result) -> bool:
    """Whether a codec that failed like this would fail so again."""
    which = answer.WhichOneof("outcome")
    failure = {"encode_error": answer.encode_error, "decode_error": answer.decode_error}.get(which or "")
    return which == "unsupported" or (failure is not None and failure.manner != peer_pb2.EXHAUSTED)


def _data(answer: bytes | peer_pb2.Result | Lost) -> bytes | None:
    if isinstance(answer, bytes):
        return answer
    if isinstance(answer, Lost):
        return None
    which = answer.WhichOneof("outcome")
    return answer.encoded if which == "encoded" else answer.decoded if which == "decoded" else None


def _result(column: Asked, data: bytes) -> peer_pb2.Result:
    return peer_pb2.Result(encoded=data) if column.writes else peer_pb2.Result(decoded=data)


def _codec(process: str, column: Asked) -> str:
    return codec_id(peer_and_version(process)[0], column.codec)


def _question(store: Store, column: Asked, value: bytes) -> bytes:
    return question(column.shape(), store.values.digest(value))


def _title(d: Difference, names: Mapping[bytes, str]) -> str:
    """`java:json/jackson: Stock/article, decode`."""
    version = peer_and_version(d.process)[1]
    where = names[d.value] or f"a value of {d.asked.message or 'no message'}"
    return f"{_codec(d.process, d.asked)}{f' of {version}' if version else ''}: {where}, {d.asked.action}"


def _not_repeated(wrong: Sequence[Difference], names: Mapping[bytes, str]) -> str:
    lines = [f"{_title(d, names)}: {_shown(d.kept)} is kept, {_shown(d.now)} is the answer now" for d in wrong]
    codecs = ", ".join(sorted({_codec(d.process, d.asked) for d in wrong}))
    text = (
        f"A codec must answer alike each time, from what it is asked and from what its peer is built of. All that was "
        f"kept of {codecs} is dropped"
    )
    return "\n".join(["kept answers that were executed again, and were others:", *lines, text])


def _moved(moved: Mapping[str, Sequence[str]]) -> str:
    lines = [f"{process}: {_listed(paths)}" for process, paths in sorted(moved.items())]
    text = "Nobody knows which answers are of which content: of these peers nothing of this run is kept"
    return "\n".join(["what a peer is made of was written during the run:", *lines, text])


def _listed(paths: Sequence[str]) -> str:
    more = len(paths) - _SHOWN
    return ", ".join(paths[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _shown(answer: bytes | Answer) -> str:
    if not isinstance(answer, bytes):
        return f"`{answer}`"
    return f"{answer[:32].hex()}{'…' * (len(answer) > 32)} ({len(answer)} bytes)"

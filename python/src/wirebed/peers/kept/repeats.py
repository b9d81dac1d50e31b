"""Some of the kept answers are executed again, others in each run, and must be what was kept.

Where nothing is known of works (wirebed.run.kept_works), every fiftieth is, from a place in each codec's questions that
the seed of the run gives, and at least one of a codec that is asked for all that is kept of it. A codec has to answer
alike whatever it was asked before and whatever else the machine has: one that does not is an error.

A codec may be unstable in two ways: a writer gives other bytes, which every reader of its format that takes them reads
alike, as writers of maps do, or a refusal has other words, as where it names the first of several fields. Whether that
is so, or whether the codec has changed, fresh processes say, which are asked in other orders among other questions:
only answers that differ from each other today are unstable. In each of them the codec also writes an empty value of
every message, since its answer may follow from the classes that its process has met before, and a run of a few cases
asks about few of them: the JVM names the methods of a class in no order, and in fact by the names that it knew already.
"""

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from wirebed_protocol import peer_pb2

from wirebed.bed.codec_id import format_of, peer_and_version
from wirebed.bed.schema import Schema
from wirebed.peers import ColumnJob, Job, Pool
from wirebed.peers.answer import Answer, column_answer
from wirebed.peers.codecs import CodecRef, Codecs, codecs_of
from wirebed.peers.job import Column
from wirebed.peers.kept.question import Asked, asked, each
from wirebed.view import of_message

EVERY = 50
# So many questions to a codec, or so many bytes, are executed again together.
_TOGETHER, _BYTES = 16, 1 << 20
# So many fresh processes at most are asked, until they differ: of two ways to order a map, ten processes choose the one
# of this run once in a thousand.
_FRESH = 10
# So many other questions are asked among those whose answers differed.
_AMONG = 100
# What is executed again comes after what is executed.
_RANK = 100


# An answer as it was kept: what was written or read, or the failure.
Kept = bytes | peer_pb2.Result


class Turns:
    """Chooses among the kept answers of one codec."""

    def __init__(self, seed: int, name: str, kept: int) -> None:
        start = hashlib.sha256(f"{seed} {name}".encode()).digest()
        self.next = int.from_bytes(start[:8], "big") % max(1, min(EVERY, kept))

    def chosen(self, count: int) -> range:
        """Which of the next `count` kept answers are executed again."""
        positions = range(self.next, count, EVERY)
        self.next += EVERY * len(positions) - count
        return positions


class Difference(NamedTuple):
    """An answer that is not the one that was kept."""

    process: str
    asked: Asked
    value: bytes
    kept: bytes | Answer
    now: bytes | Answer
    job: Job  # that asks this question alone

    @property
    def of_bytes(self) -> bool:
        """Whether a writer gave other bytes, which may mean the same."""
        return self.asked.writes and isinstance(self.kept, bytes) and isinstance(self.now, bytes)

    @property
    def of_words(self) -> bool:
        """Whether a codec refused both times, in other words."""
        kept, now = self.kept, self.now
        if isinstance(kept, bytes) or isinstance(now, bytes):
            return False
        return kept._replace(reason="") == now._replace(reason="")


class _Again:
    """The tag of a job that asks again what is kept, with the kept answers."""

    def __init__(self) -> None:
        self.kept: list[Kept] = []
        self.size = 0  # of the values that are asked


class Repeats:
    def __init__(self, pool: Pool, seed: int) -> None:
        self.pool = pool
        self.chance = random.Random(seed)
        self.count = 0
        self._asked: dict[str, list[Job]] = {}  # process -> what it was asked again
        self.differences: list[Difference] = []
        self.names: dict[bytes, str] = {}  # what is asked again -> the name of its case, once it is known
        self._gathered: dict[
            tuple[str, str, type[Job]], Job
        ] = {}  # jobs that wait for more questions to the same codec
        self._waiting = 0

    def ask(self, job: Job, kept: Sequence[Kept]) -> None:
        """Asks again what this job asks; `kept`: the answers."""
        self.count += len(kept)
        key = (job.peer, job.codec, type(job))
        gathered = self._gathered.get(key)
        if gathered is None:
            gathered = self._gathered[key] = job
            job.tag = _Again()
        else:
            gathered.extend(job)
        gathered.tag.kept += kept
        for _, value in each(asked(job)):
            self.names.setdefault(value, "")
            gathered.tag.size += len(value)
        if len(gathered.tag.kept) >= _TOGETHER or gathered.tag.size >= _BYTES:
            self._submit(self._gathered.pop(key))

    def _submit(self, job: Job) -> None:
        self._waiting += 1
        self.pool.submit(job, _RANK)

    def takes(self, job: Job) -> bool:
        """Compares the answers of such a job; False for any other job."""
        if not isinstance(job.tag, _Again):
            return False
        self._waiting -= 1
        self._asked.setdefault(job.peer, []).append(job)
        for at, ((c, value), kept, now) in enumerate(zip(each(asked(job)), job.tag.kept, job.answers, strict=True)):
            was, now = column_answer(kept, c.action), column_answer(now, c.action)
            if was != now:
                self.differences.append(Difference(job.peer, c, value, was, now, job.part([at])))
        return True

    def finish(self, schemas: Mapping[str, Schema]) -> tuple[list[Difference], list[Difference]]:
        """When all answers are there: those that are errors, and those of unstable codecs. `schemas`: by version."""
        for job in self._gathered.values():
            self._submit(job)
        self._gathered = {}
        while self._waiting:
            self.takes(self.pool.next())
        may_vary = [d for d in self.differences if d.of_words or (d.of_bytes and self._read_alike(d))]
        unstable = self._varying(may_vary, schemas)
        return [d for d in self.differences if d not in unstable], unstable

    def _varying(self, differences: Sequence[Difference], schemas: Mapping[str, Schema]) -> list[Difference]:
        """The differences whose codecs answer otherwise in some fresh process than in another or in this run."""
        varying = []
        for process in dict.fromkeys(d.process for d in differences):
            left = [d for d in differences if d.process == process]
            empty = _empty_values(process, left, schemas[peer_and_version(process)[1]])
            for _ in range(_FRESH):
                now = self._afresh(process, left, empty) if left else []
                varying += [d for d, answer in zip(left, now, strict=True) if answer != d.now]
                left = [d for d in left if d not in varying]
        return varying

    def _afresh(self, process: str, differences: Sequence[Difference], empty: ColumnJob) -> list[bytes | Answer]:
        """The answers of a process that was asked nothing before, in an order of its own, among other questions."""
        others = [job.part([at]) for job in self._asked[process] for at in range(len(job))]
        jobs = [d.job.part([0]) for d in differences]
        every = [*jobs, *(empty.part([at]) for at in range(len(empty)))]
        every += self.chance.sample(others, min(_AMONG, len(others)))
        self.chance.shuffle(every)
        self.pool.afresh(process, every)
        return [column_answer(job.answers[0], d.asked.action) for job, d in zip(jobs, differences, strict=True)]

    def _read_alike(self, difference: Difference) -> bool:
        """Whether some reader of the format reads both bytes, and all that read either read the same in both.

        The readers of the writer's own version say so: another version may see an order in what the writer keeps in
        none. Only where none of them reads the bytes, as where a relay passes on what its version refuses, the others.
        """
        own = peer_and_version(difference.process)[1]
        readers = self._readers(difference)
        alike = self._alike(difference, [reader for reader in readers if reader.tree == own])
        if not any(alike):
            alike += self._alike(difference, [reader for reader in readers if reader.tree != own])
        return any(alike) and False not in alike

    def _alike(self, difference: Difference, readers: Sequence[CodecRef]) -> list[bool | None]:
        """Whether each reader reads the same in both bytes; None where it reads neither."""
        for reader in readers:
            values = [value for value in (difference.kept, difference.now) if isinstance(value, bytes)]
            about = (reader.key, difference.asked.message, difference.asked.options, difference.asked.class_name)
            self.pool.submit(ColumnJob(reader.process, columns=[Column("decode", *about, values)]))
        read = []
        for _ in readers:
            both = [column_answer(answer, "decode") for answer in self.pool.next().answers]
            # The words of a refusal may name the place where the bytes differ.
            read.append(None if not any(isinstance(answer, bytes) for answer in both) else both[0] == both[1])
        return read

    def _readers(self, difference: Difference) -> list[CodecRef]:
        known = Codecs(codecs_of(self.pool.introductions(), of_classes=bool(difference.asked.class_name)))
        format_ = format_of(f":{difference.asked.writer}")
        versions = dict.fromkeys(codec.tree for codec in known.refs)
        return [codec for version in versions for codec in known.find(version, format_, decodes=True)]


def _empty_values(process: str, differences: Sequence[Difference], schema: Schema) -> ColumnJob:
    """Asks the codecs of these differences to write an empty value of each message."""
    views = {message: of_message(schema.message_class(message)()) for message in schema.messages}
    codecs = dict.fromkeys(d.asked.writer for d in differences)
    columns = [Column("encode", codec, message, {}, "", [view]) for codec in codecs for message, view in views.items()]
    return ColumnJob(process, columns=columns)

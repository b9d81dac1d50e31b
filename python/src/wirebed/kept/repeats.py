"""Executes some kept answers again, to see that a codec still answers as it did.

Two in a hundred of each codec, others in each run: every fiftieth kept answer from a start that the seed of the run
gives, and at least one of a codec that is asked for all that is kept of it. A codec has to answer alike whatever it was
asked before and whatever else the machine has: one that does not is an error. Only a writer may give other bytes, when
every reader of its format that takes them reads the same in both: it is unstable, as writers of maps are.
"""

import hashlib
from typing import NamedTuple

from wirebed.codec_id import format_of, peer_and_version
from wirebed.kept.question import Asked, asked, each
from wirebed.peers import ColumnJob, Job, Pool
from wirebed.peers.answer import Answer, column_answer
from wirebed.peers.codecs import CodecRef, Codecs, codecs_of
from wirebed.peers.job import Column

EVERY = 50
# So many questions to a codec, or so many bytes, are executed again together.
_TOGETHER, _BYTES = 16, 1 << 20
# What is executed again comes after what is executed.
_RANK = 100


class Turns:
    """Chooses among the kept answers of one codec."""

    def __init__(self, seed: int, name: str, kept: int):
        start = hashlib.sha256(f"{seed} {name}".encode()).digest()
        self.next = int.from_bytes(start[:8], "big") % max(1, min(EVERY, kept))

    def chosen(self, count: int) -> range:
        """Which of the next `count` kept answers are executed again."""
        found = range(self.next, count, EVERY)
        self.next += EVERY * len(found) - count
        return found


class Difference(NamedTuple):
    """An answer that is not the one that was kept."""

    process: str
    asked: Asked
    value: bytes
    kept: bytes | Answer
    now: bytes | Answer

    @property
    def of_bytes(self) -> bool:
        """Whether a writer gave other bytes, which may mean the same."""
        return self.asked.writes and isinstance(self.kept, bytes) and isinstance(self.now, bytes)


class _Again:
    """The tag of a job that asks again what is kept, with the kept answers."""

    def __init__(self):
        self.kept: list = []
        self.size = 0  # of the values that are asked


class Repeats:
    def __init__(self, pool: Pool):
        self.pool = pool
        self.count = 0
        self.differences: list[Difference] = []
        self.names: dict[bytes, str] = {}  # what is asked again -> the name of its case, once it is known
        self._gathered: dict[tuple, Job] = {}  # jobs that wait for more questions to the same codec
        self._waiting = 0

    def ask(self, job: Job, kept: list):
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

    def _submit(self, job: Job):
        self._waiting += 1
        self.pool.submit(job, _RANK)

    def takes(self, job: Job) -> bool:
        """Compares the answers of such a job; False for any other job."""
        if not isinstance(job.tag, _Again):
            return False
        self._waiting -= 1
        for (one, value), kept, now in zip(each(asked(job)), job.tag.kept, job.answers, strict=True):
            was, now = column_answer(kept, one.action), column_answer(now, one.action)
            if was != now:
                self.differences.append(Difference(job.peer, one, value, was, now))
        return True

    def finish(self) -> tuple[list[Difference], list[Difference]]:
        """When all answers are there: those that are errors, and those of unstable writers."""
        for job in self._gathered.values():
            self._submit(job)
        self._gathered = {}
        while self._waiting:
            self.takes(self.pool.next())
        wrong, unstable = [], []
        for one in self.differences:
            (unstable if one.of_bytes and self._read_alike(one) else wrong).append(one)
        return wrong, unstable

    def _read_alike(self, one: Difference) -> bool:
        """Whether some reader of the format reads both bytes, and all that read either read the same in both."""
        readers = self._readers(one)
        for reader in readers:
            values = [one.kept, one.now]
            about = (reader.key, one.asked.message, one.asked.options, one.asked.class_name)
            self.pool.submit(ColumnJob(reader.process, columns=[Column("decode", *about, values)]))
        read = []
        for _ in readers:
            both = [column_answer(answer, "decode") for answer in self.pool.next().answers]
            # The words of a refusal may name the place where the bytes differ.
            read.append(None if not any(isinstance(one, bytes) for one in both) else both[0] == both[1])
        return any(read) and False not in read

    def _readers(self, one: Difference) -> list[CodecRef]:
        version = peer_and_version(one.process)[1]
        known = Codecs(codecs_of(self.pool.introductions(), of_classes=bool(one.asked.class_name)))
        return known.find(version, format_of(f":{one.asked.writer}"), decodes=True)

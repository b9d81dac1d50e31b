"""How records are asked: in groups of one message, which a codec decodes as a column."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wirebed.peers import ColumnJob, Job, Pool
from wirebed.peers.answer import Answer, column_answer
from wirebed.peers.codecs import CodecRef
from wirebed.peers.job import Column
from wirebed.view import dump
from wirebed_replay.cluster import Where
from wirebed_replay.framing.record import Record
from wirebed_replay.told import Judging, Unlike


class Group(NamedTuple):
    """Records of one message, which are asked with the same options. Each has a number in the corpus and one of its
    file."""

    message: str
    options: Mapping[str, str]
    numbers: list[int]
    files: list[int]
    records: list[Record]

    @property
    def payloads(self) -> list[bytes]:
        return [record.payload for record in self.records]


class Groups:
    """The records of a shard. `message`: of those that do not say theirs."""

    def __init__(self, format: str, message: str) -> None:
        self.format, self.message = format, message
        self._by_key: dict[object, Group] = {}

    def add(self, number: int, file: int, record: Record) -> None:
        message, options = record.message or self.message, dump.options_of(self.format, record.payload)
        key = (message, *options.items()) if options else message
        group = self._by_key.get(key)
        if group is None:
            group = self._by_key[key] = Group(message, options, [], [], [])
        group.numbers.append(number)
        group.files.append(file)
        group.records.append(record)

    def all(self) -> list[Group]:
        return list(self._by_key.values())


def decoding(reader: CodecRef, groups: Iterable[Group]) -> ColumnJob:
    columns = [Column("decode", reader.key, each.message, each.options, "", each.payloads) for each in groups]
    return ColumnJob(reader.process, columns)


def decoded(answer: object) -> bytes | Answer:
    return column_answer(answer, "decode")  # type: ignore[arg-type]


def alone(format: str, record: Record) -> Group:
    """A group of one record."""
    return Group(record.message, dump.options_of(format, record.payload), [], [], [record])


def asked(pool: Pool, judging: Judging, where: Where, format: str, records: Sequence[Record]) -> list[Unlike]:
    """The answers of all readers to some records, while nothing else is under way."""
    groups = [alone(format, record) for record in records]
    jobs = [judging.job(reader, groups) for reader in judging.readers]
    run(pool, jobs)
    columns = [[judging.given(answer) for answer in job.answers] for job in jobs]
    return [Unlike(where, record, [column[at] for column in columns]) for at, record in enumerate(records)]


def run(pool: Pool, jobs: Sequence[Job]) -> None:
    for job in jobs:
        pool.submit(job)
    for _ in jobs:
        pool.next()

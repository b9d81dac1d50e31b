"""Large corpora: both paths over many records, any number of workers, and one difference among ten million records."""

import time

import corpora
import pytest
from corpora import MESSAGE
from long_tests import long
from replays import NOT_UTF8, asked_of, lines, replay, summary

from wirebed.bed import Bed
from wirebed.bed.codec_id import NONE
from wirebed.peers.client import connect
from wirebed_build.trees import ensure
from wirebed_costs.replay import persons
from wirebed_replay.asked import Asked
from wirebed_replay.judge import Judge

SIZES = (100_000, 1_000_000, 10_000_000)


@long("replays 100,000 records by both paths")
def test_both_paths_say_the_same_of_many_records(tmp_path, monkeypatch):
    planted = {number: NOT_UTF8 for number in range(33, 100_000, 100)}
    corpora.delimited(tmp_path / "c", 100_000, planted)
    quick = summary(asked_of(tmp_path / "c"))
    monkeypatch.setattr(Judge, "unlike", lambda self, group, answers: set(range(len(answers[0]))))
    slow = summary(asked_of(tmp_path / "c"))
    assert [cluster.records for _, cluster in quick.clusters] == [len(planted)]
    quick.alike = 0
    assert slow == quick


@long("replays the same corpus in 0, 1, 2 and 8 processes")
def test_the_number_of_workers_changes_nothing(tmp_path):
    corpora.delimited(tmp_path / "c", 200_000, {number: NOT_UTF8 for number in range(7, 200_000, 1000)})
    alone, *others = (summary(asked_of(tmp_path / "c"), workers) for workers in (0, 1, 2, 8))
    assert others == [alone] * 3


@long("replays 10,000,000 records")
@pytest.mark.parametrize("size", SIZES)
def test_one_difference_among_all_records(tmp_path, size):
    at = size * 3 // 4
    offsets = corpora.delimited(tmp_path / "c", size, {at: NOT_UTF8})
    begun = time.monotonic()
    document = replay(tmp_path / "r", tmp_path / "c", f"--message={MESSAGE}")
    seconds = time.monotonic() - begun
    print(f"{size:,} records: {seconds:.1f} s, {3 * size / seconds:,.0f} readings a second")
    assert document["counts"] == {"records": size, "alike": size - 1, "clusters": 1}
    (cluster,) = lines(tmp_path / "r", "cluster")
    assert [first[:3] for first in cluster["first"]] == [[at, "c", offsets[at]]]


@long("replays records of every format by each reader alone")
def test_a_reader_against_itself_shows_nothing_in_any_format(tmp_path):
    bed = Bed.open()
    with connect(ensure(bed)) as client:
        readers = [codec for codec in client.codecs if codec.decodes and codec.format != NONE]
    written = {reader.format for reader in client.codecs if reader.encodes}
    for format in sorted({reader.format for reader in readers} & written):
        corpus = tmp_path / format
        persons.write(corpus, persons.payloads(bed, format), persons.COUNT)
        for reader in (each for each in readers if each.format == format):
            asked = Asked(
                corpus=str(corpus), framing="delimited", message=MESSAGE, format=format, reader=f"{reader.id}"
            )
            found = summary(asked)
            assert not [key for key, _ in found.clusters if key.outcome == "differs"], reader.id
            assert found.records == persons.COUNT

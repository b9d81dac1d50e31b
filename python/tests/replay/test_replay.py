"""`wirebed replay` over corpora in which something is planted, by the real readers of this repository."""

import json
import os
import signal
import socket
import subprocess
from dataclasses import replace
from itertools import islice
from pathlib import Path

import corpora
import pytest
from corpora import MESSAGE, varint
from msgspec import structs
from replays import CUT, NOT_UTF8, SECRET, asked_of, lines, of_message, replay, summary

from wirebed import view
from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.errors import UserError
from wirebed_cluster.client import Workers
from wirebed_replay import command
from wirebed_replay.cluster import Summary
from wirebed_replay.distributed_engine import DistributedEngine
from wirebed_replay.engine import Engine
from wirebed_replay.judge import Judge
from wirebed_replay.privacy import Privacy
from wirebed_replay.replayer import Replayer


@pytest.fixture(scope="module")
def planted(tmp_path_factory) -> tuple[Path, dict[int, int]]:
    path = tmp_path_factory.mktemp("planted") / "persons.bin"
    secret = f"\n\x02x1\x12\x05{SECRET}".encode()
    plants = {number: NOT_UTF8 for number in range(10, 3000, 100)} | {777: CUT, 888: secret + NOT_UTF8}
    return path, corpora.delimited(path, 3000, plants)


@pytest.fixture(scope="module")
def quiet(planted, tmp_path_factory) -> Summary:
    """What a replay of these says when nothing disturbs it."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr("wirebed_replay.corpus.FOLDER", tmp_path_factory.mktemp("quiet"))
        return summary(asked_of(planted[0]))


def test_records_that_all_read_alike_are_no_finding(tmp_path):
    corpora.delimited(tmp_path / "c", 3000)
    document = replay(tmp_path / "r", tmp_path / "c", *of_message())
    assert (document["exit_code"], document["counts"]) == (0, {"records": 3000, "alike": 3000, "clusters": 0})
    (footer,) = lines(tmp_path / "r", "footer")
    assert set(footer["read_as_expected"].values()) == {3000} and len(footer["read_as_expected"]) == 3


def test_what_is_planted_is_found_with_its_offset_and_count(tmp_path, planted):
    path, offsets = planted
    document = replay(tmp_path, path, *of_message())
    assert document["exit_code"] == 1
    clusters = lines(tmp_path, "cluster")
    assert [cluster["records"] for cluster in clusters] == [31, 1]
    many, one = clusters
    assert {codec.partition(":")[0] for codec in many["readers"]} == {"cpp", "java", "python"}
    assert [first[2] for first in many["first"]] == [offsets[number] for number in (10, 110, 210, 310, 410)]
    assert [first[:3] for first in one["first"]] == [[777, "persons.bin", offsets[777]]]
    assert (many["outcome"], many["witness"]["hex"]) == ("rejected", NOT_UTF8.hex())
    (repeat,) = [finding["repeat"] for finding in document["findings"] if NOT_UTF8.hex() in finding.get("repeat", "")]
    assert repeat == f"make why FORMAT=protobuf MESSAGE={MESSAGE} HEX={NOT_UTF8.hex()}"


def test_one_reader_that_reads_otherwise_is_the_odd_one_out(tmp_path):
    """ProtoJSON has no NaN without quotes, but protobuf-java's parser takes it (interop's deviations)."""
    records = ['{"targetPrice": 1.5}'] * 400
    records[123] = '{"symbol": "a", "targetPrice": NaN}'
    (tmp_path / "c").write_text("\n".join(records))
    words = ["--message=interop.Stock"]
    assert replay(tmp_path, tmp_path / "c", *words, format="protojson", framing="lines")["exit_code"] == 1
    clusters = lines(tmp_path, "cluster")
    assert {reader for cluster in clusters for reader in cluster["readers"]} == {
        "cpp:protojson/libprotobuf", "python:protojson/upb"
    }  # fmt: skip
    assert {tuple(cluster["first"][0][:3]) for cluster in clusters} == {(123, "c", 123 * 21)}
    assert {bytes.fromhex(cluster["witness"]["hex"]) for cluster in clusters} == {b'{"targetPrice": NaN}'}
    # By the reader that takes it for an error, the other one is wrong; where it reads nothing there is no reference.
    words.append("--reference=java/protobuf-java-util")
    replay(tmp_path, tmp_path / "c", *words, format="protojson", framing="lines")
    assert len(lines(tmp_path, "cluster")) == 2


def test_a_reader_against_itself_shows_nothing(tmp_path):
    (tmp_path / "c").write_text('{"targetPrice": 1.5}\n{"targetPrice": NaN}\n')
    words = ["--message=interop.Stock", "--reader=java/protobuf-java-util"]
    assert replay(tmp_path, tmp_path / "c", *words, format="protojson", framing="lines")["exit_code"] == 0


def written(folder: Path) -> str:
    return "".join(path.read_bytes().decode(errors="replace") for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("hidden", ["--mask=name", "--mask=na*,street", "--witnesses=0"])
def test_a_secret_is_in_no_output(tmp_path, planted, hidden):
    path, _ = planted
    # The shortest record of its cluster shows all of it where nothing is hidden.
    (tmp_path / "c").write_bytes(varint(12) + f"\x12\x05{SECRET}".encode() + NOT_UTF8)
    some = [] if hidden == "--mask=name" else ["--language=python"]
    document = replay(tmp_path / "r", tmp_path / "c", *of_message(hidden), *some)
    assert document["exit_code"] == 1
    for form in (SECRET, SECRET.encode().hex(), SECRET.encode().hex(" ")):
        assert form not in json.dumps(document)
        assert form not in written(tmp_path / "r") + written(ROOT / "build/log/peers/replay")
    assert SECRET.encode().hex() not in json.dumps(document)


def test_what_is_not_hidden_is_shown(tmp_path):
    (tmp_path / "c").write_bytes(varint(12) + NOT_UTF8 + f"\x12\x05{SECRET}".encode())
    replay(tmp_path, tmp_path / "c", *of_message("--mask=street", "--language=python"))
    (cluster,) = lines(tmp_path, "cluster")
    assert not cluster["witness"]["hex"] and not cluster["witness"]["reasons"]
    assert "masked" not in cluster["witness"]["dump"] and "61 ff fe" in cluster["witness"]["dump"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ({"message": "interop.Persn"}, 'unknown message "interop.Persn"; near: "interop.Person"'),
        ({"message": None}, "MESSAGE= is missing: no reader of protobuf does without a schema"),
        ({"reference": "java/gson"}, 'unknown REFERENCE "java/gson"'),
        ({"schemas": "x"}, "SCHEMAS=x is for a FRAMING= with +confluent"),
        ({"reader": "perl/*"}, "READER=perl/* matches nothing"),
    ],
)
def test_a_wrong_word_is_told(planted, words, told):
    with pytest.raises(UserError) as raised:
        command.main(Bed.open(), replace(asked_of(planted[0]), language="cpp", **words), None)
    assert told in raised.value.message


def test_records_of_several_messages_by_their_schema_ids(tmp_path):
    header = b"\0\0\0\0"
    people = [header + b"\x05\0" + payload for payload in islice(corpora.persons(1000), 1000)]
    stocks = [header + b"\x05\x02\x02" + b"\x0a\x01%d" % (n % 10) for n in range(500)]
    unknown = [header + b"\x09\0x"]
    records = [*people, *stocks, *unknown]
    (tmp_path / "c").write_bytes(b"".join(varint(len(record)) + record for record in records))
    (tmp_path / "s.yaml").write_text(
        "schemas:\n- {id: 5, message: interop.Person}\n- {id: 5, indexes: [1], message: interop.Stock}\n"
    )
    document = replay(
        tmp_path, tmp_path / "c", f"--schemas={tmp_path / 's.yaml'}", "--language=cpp", framing="delimited+confluent"
    )
    assert (document["exit_code"], document["counts"]["records"]) == (0, 1500)
    (left_out,) = lines(tmp_path, "unreadable")
    assert (left_out["skipped"], left_out["places"]) == (True, 1)
    assert left_out["why"] == "SCHEMAS= has no message for the schema id 9 and the indexes [0]"


def test_a_corpus_that_ends_within_a_record(tmp_path):
    corpora.delimited(tmp_path / "c", 100)
    data = (tmp_path / "c").read_bytes()
    (tmp_path / "c").write_bytes(data[:-5])
    document = replay(tmp_path, tmp_path / "c", *of_message("--language=cpp"))
    assert (document["exit_code"], document["counts"]["records"]) == (3, 99)
    (damage,) = lines(tmp_path, "unreadable")
    assert "is announced" in damage["why"]


def test_the_judge_alone_says_the_same(planted, quiet, monkeypatch):
    """Records that are equal as bytes go the other way, too."""
    monkeypatch.setattr(Judge, "unlike", lambda self, group, answers: set(range(len(answers[0]))))
    slow = summary(asked_of(planted[0]))
    assert quiet.alike and not slow.alike
    assert slow == structs.replace(quiet, alike=0)


def test_a_killed_reader_changes_nothing(planted, quiet, monkeypatch):
    submit, killed = Replayer._submit, []

    def killing(self, shard):
        submit(self, shard)
        if not killed:
            killed.append(self.pool.workers["python"].process.process.pid)
            os.killpg(killed[0], signal.SIGKILL)

    monkeypatch.setattr(Replayer, "_submit", killing)
    assert summary(asked_of(planted[0])) == quiet and killed


def test_a_cluster_says_the_same_and_a_killed_worker_changes_nothing(planted, quiet, monkeypatch):
    # A task for each shard, of which the corpus has two, and no more than two under way.
    monkeypatch.setattr("wirebed_replay.distributed_engine.TOGETHER", 1)
    run, killed = DistributedEngine.run, []

    def killing(self, shards):
        for number, done in enumerate(run(self, shards)):
            if not number:
                pids = self._engines.client.run(os.getpid)
                killed.append(pids.popitem()[1])
                os.kill(killed[0], signal.SIGKILL)
            yield done

    monkeypatch.setattr(DistributedEngine, "run", killing)
    assert summary(asked_of(planted[0]), workers=2) == quiet and killed


def test_a_cluster_that_is_not_there_is_told(planted, monkeypatch):
    monkeypatch.setattr("wirebed_cluster.client.TIMEOUT", 1.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with pytest.raises(UserError, match="no scheduler answers there"):
        command.main(Bed.open(), asked_of(planted[0]), Workers(f"tcp://127.0.0.1:{port}"))


def test_an_interrupted_replay_goes_on(planted, quiet, monkeypatch, capfd):
    monkeypatch.setattr("wirebed_replay.replayer.CHECKPOINT", 1)
    run = Engine.run

    def interrupted(self, shards):
        yield next(run(self, shards))
        raise KeyboardInterrupt

    with monkeypatch.context() as once, pytest.raises(KeyboardInterrupt):
        once.setattr(Engine, "run", interrupted)
        summary(asked_of(planted[0]))
    assert summary(asked_of(planted[0])) == quiet
    assert "goes on after 2,048 records of an interrupted run" in capfd.readouterr().err


OLD = 'syntax = "proto3"; package shop; message Order { string id = 1; int64 cents = 2; string note = 3; }'
NEW = 'syntax = "proto3"; package shop; message Order { string id = 1; int32 cents = 2; string more = 4; }'


@pytest.fixture(scope="module")
def orders(tmp_path_factory) -> Path:
    """Two versions of a schema, and recordings by the old one: some have a number or a field that the new one lacks."""
    root = tmp_path_factory.mktemp("orders")
    for name, text in (("old", OLD), ("new", NEW)):
        (root / name).mkdir()
        (root / name / "shop.proto").write_text(text)
    records = [b"\x0a\x04%04d\x10" % n + varint(5_000_000_000 if n % 50 == 7 else n) for n in range(2000)]
    records = [record + b"\x1a\x03abc" * (n % 100 == 3) for n, record in enumerate(records)]
    (root / "c").write_bytes(b"".join(varint(len(record)) + record for record in records))
    return root


def test_a_new_version_of_the_schema(tmp_path, orders):
    words = ["--message=shop.Order", f"--old={orders / 'old'}", f"--new={orders / 'new'}"]
    document = replay(tmp_path, orders / "c", *words)
    assert (document["exit_code"], document["counts"]) == (1, {"records": 2000, "alike": 1940, "clusters": 2})
    narrowed, preserved = lines(tmp_path, "cluster")
    assert (narrowed["records"], narrowed["what"], narrowed["expected"]) == (40, "cents narrowed", False)
    assert narrowed["entries"] == ["protobuf-cuts-to-32-bits"]
    assert narrowed["witness"]["places"] == [["cents", "5000000000", "705032704"]]
    assert (preserved["records"], preserved["what"], preserved["expected"]) == (20, "note preserved", True)
    assert {len(cluster["readers"]) for cluster in (narrowed, preserved)} == {3}


def test_an_unchanged_schema_shows_nothing(tmp_path, orders):
    words = ["--message=shop.Order", f"--old={orders / 'old'}", f"--new={orders / 'old'}"]
    document = replay(tmp_path, orders / "c", *words)
    assert (document["exit_code"], document["counts"]["alike"]) == (0, 2000)


def test_another_version_of_a_library_is_held_against_that_of_today(tmp_path):
    """From 0.18.2 on, msgspec takes a blank between day and time (its release notes)."""
    times = ["T", " ", "T", " "]
    records = [json.dumps({"date": f"1970-01-01{between}00:00:00.000Z"}) for between in times]
    (tmp_path / "c").write_text("\n".join(records))
    words = ["--message=interop.Dates", "--set=msgspec=0.18.1"]
    document = replay(tmp_path, tmp_path / "c", *words, format="json", framing="lines")
    assert document["exit_code"] == 1
    (cluster,) = lines(tmp_path, "cluster")
    assert cluster["readers"] == [f"python~msgspec-0.18.1:json/{name}" for name in ("msgspec", "msgspec-dataclass")]
    assert (cluster["records"], [first[0] for first in cluster["first"]]) == (2, [1, 3])
    assert document["findings"][0]["repeat"].endswith(" GENERATIONS=msgspec=0.18.1")


def test_what_a_relay_keeps(tmp_path, orders):
    """Fields that the schema does not know survive in protobuf, and the order of fields does not."""
    known, unknown, swapped = b"\x0a\x01a\x10\x05", b"\x10\x05\x1a\x03abc", b"\x10\x05\x0a\x01a"
    records = [known] * 500 + [unknown] * 2 + [swapped] * 3
    (tmp_path / "c").write_bytes(b"".join(varint(len(record)) + record for record in records))
    bed = a_bed(tmp_path / "bed", NEW)
    document = replay(tmp_path, tmp_path / "c", "--message=shop.Order", "--relay=*", f"--bed={bed}", "--golden=1")
    assert document["exit_code"] == 0
    (same,) = lines(tmp_path, "cluster")
    assert (same["records"], same["what"], len(same["readers"])) == (3, "other bytes of the same meaning", 1)
    (footer,) = lines(tmp_path, "footer")
    assert set(footer["read_as_expected"].values()) == {502}
    assert "new, 5 captured bytes" in enters(same, bed)


def a_bed(folder: Path, schema: str) -> Path:
    """A bed in which the peer of Python alone takes part."""
    (folder / "proto").mkdir(parents=True)
    (folder / "proto" / "shop.proto").write_text(schema)
    (folder / "fixtures").mkdir()
    (folder / "fixtures" / "bed.yaml").write_text("languages: [python]\n")
    return folder


def enters(cluster: dict, bed: Path) -> str:
    """What the proposed commands say that enter the witness of a cluster as a golden, as `make` takes them."""
    copy, golden = cluster["said"]["lines"][-2:]
    subprocess.run(copy, shell=True, check=True)
    done = subprocess.run(golden, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_relay_that_changes_a_value_is_told(tmp_path):
    """ProtoJSON has unknown fields in no form, so a relay that takes one would lose it; all three refuse it."""
    (tmp_path / "c").write_text('{"targetPrice":1.5}\n{"targetPrice":1.5,"more":1}\n')
    words = ["--message=interop.Stock", "--relay=java/*"]
    document = replay(tmp_path, tmp_path / "c", *words, format="protojson", framing="lines")
    assert document["exit_code"] == 1
    assert {cluster["outcome"] for cluster in lines(tmp_path, "cluster")} == {"rejected", "equal"}


def test_a_mask_hides_a_field_as_json_spells_it_too(tmp_path):
    (tmp_path / "c").write_text(f'{{"todaysPrice": {{"open": NaN}}, "symbol": "{SECRET}", "targetPrice": 7651}}\n')
    words = ["--message=interop.Stock", "--mask=symbol,target_price"]
    document = replay(tmp_path / "r", tmp_path / "c", *words, format="protojson", framing="lines")
    assert document["exit_code"] == 1
    shown = json.dumps(document) + written(tmp_path / "r")
    assert SECRET not in shown and "7651" not in shown


def test_the_key_of_a_map_is_in_no_cluster(tmp_path):
    """A key may have brackets of its own."""
    (tmp_path / "c").write_text(f'{{"friends": {{"a]{SECRET}": {{"age": 1.0}}}}}}\n')
    document = replay(tmp_path / "r", tmp_path / "c", *of_message("--witnesses=0"), format="json", framing="lines")
    assert document["exit_code"] == 1
    assert SECRET not in json.dumps(document) + written(tmp_path / "r")


def test_a_record_that_crashes_a_reader_is_lost_alone(tmp_path, fake, monkeypatch):
    """No library at hand crashes on any bytes, so a fake reader does; it reads views (fake_peer.py)."""
    monkeypatch.setattr("wirebed_replay.prepare.discover", lambda **_: [fake("one"), fake("two", "crash:boom")])
    person = Schema.load(Bed.open().tree_dir).message_class(MESSAGE)
    records = [b"P" + view.of_message(person(name="boom" if n in (70, 900) else f"name {n}")) for n in range(1000)]
    frames = [varint(len(record)) + record for record in records]
    (tmp_path / "c").write_bytes(b"".join(frames))
    # A part of a view, as the shortest record would be, is none.
    found = summary(replace(asked_of(tmp_path / "c"), privacy=Privacy(witnesses=False)))
    ((key, cluster),) = found.clusters
    assert (found.records, found.alike, key.readers, key.outcome) == (1000, 998, ("two:protobuf/fake",), "crash")
    assert [first.at for first in cluster.first] == [sum(map(len, frames[:n])) for n in (70, 900)]

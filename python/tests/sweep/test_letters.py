"""Rows as text, what each answer is, the files of pins, and which silence counts."""

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.cases.byte_source import ByteSource
from wirebed.errors import UserError
from wirebed.peers.job import Lost
from wirebed.view.outcome import Outcome
from wirebed_sweep import hold, pins, silence
from wirebed_sweep.ask import Damaged, Key, Swept
from wirebed_sweep.letters import coded, decoded, differing, letter
from wirebed_sweep.ways import WAYS


@pytest.mark.parametrize("letters", ["", "t", "~" * 12 + "t", "=~tux!@-?TUX", "t" * 4096])
def test_a_row_comes_back_from_its_code(letters):
    assert decoded(coded(letters)) == letters


def test_a_code_counts_what_is_repeated():
    assert coded("~tttt==") == "~4t2="


def test_rows_differ_where_one_ends():
    assert list(differing("ttt~", "tt~")) == [2, 3]


def failed(manner, by) -> peer_pb2.Result:
    return peer_pb2.Result(decode_error=peer_pb2.Failure(manner=manner, by=by))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"i" + bytes(8), "="),
        (b"i" + bytes(7) + b"\1", "~"),
        (failed(peer_pb2.TYPED, peer_pb2.LIBRARY), "t"),
        (failed(peer_pb2.UNTYPED, peer_pb2.CAST), "U"),
        (failed(peer_pb2.EXHAUSTED, peer_pb2.CODEC), "X"),
        (peer_pb2.Result(unsupported=peer_pb2.Unsupported(reason="no")), "-"),
        (peer_pb2.Result(internal_error=peer_pb2.Failure(reason="no")), "?"),
        (Lost(Outcome.CRASH, "gone"), "!"),
        (Lost(Outcome.TIMEOUT, "late"), "@"),
    ],
)
def test_each_answer_has_its_letter(answer, expected):
    assert letter(answer, b"i" + bytes(8)) == expected


@pytest.mark.parametrize("way", WAYS)
def test_a_way_gives_another_input_for_each_byte(way):
    inputs = WAYS[way](b"\0\x80\xff")
    assert len(inputs) == 3 and b"\0\x80\xff" not in inputs


@pytest.fixture
def bed(tmp_path):
    (tmp_path / "proto").mkdir()
    return Bed.open(tmp_path)


def test_pins_come_back_from_their_file(bed):
    of = {
        Key("json", "fixtures/golden/A/b c/json/java-gson-1.json", way, reader): row
        for way in ("cut", "low")
        for reader, row in (("java/gson", "tt~"), ("python/orjson", "tt~"), ("cpp/nlohmann", "t=T"))
    }
    pins.write(bed, "json", of)
    assert pins.read(bed, "json") == of
    assert "    java/gson python/orjson: 2t~\n" in pins.path_of(bed, "json").read_text()


def test_a_line_that_is_none_is_told(bed):
    pins.path_of(bed, "json").parent.mkdir(parents=True)
    pins.path_of(bed, "json").write_text("# a comment\n\nfixtures/golden/a.json twist\n")
    with pytest.raises(UserError) as raised:
        pins.read(bed, "json")
    assert (raised.value.line, "a golden and a way" in raised.value.message) == (3, True)


def test_silence_is_disputed_where_another_reader_refuses():
    golden = ByteSource("a", "json", "M", b"1234")
    shorter = ByteSource("b", "json", "M", b"12")
    letters = {"java:json/gson": "~~t=", "cpp:json/nlohmann": "ttt=", "python:json/orjson": "t~t~"}
    found = silence.totals(
        [
            Swept(Damaged(golden, "cut"), letters),
            Swept(Damaged(shorter, "cut"), {name: row[:2] for name, row in letters.items()}),
        ]
    )
    gson, orjson = (found[silence.Name("json", reader, "cut")] for reader in ("java/gson", "python/orjson"))
    assert (gson.disputed, gson.inputs, gson.letters["~"]) == (4, 6, 4)
    assert (orjson.disputed, orjson.letters["~"]) == (2, 3), "what it reads at byte 3 nobody refuses"
    assert (gson.shortest.damaged.golden.name, gson.shortest.at, gson.shortest.data) == ("b", 1, b"1")


def test_another_version_is_held_against_that_of_today():
    damaged = Damaged(ByteSource("a", "json", "M", b"1234"), "cut")
    today, then, gone = "java:json/gson", "java~gson-2.10.1:json/gson", "java~gson-1.0:json/gson"
    found = [Swept(damaged, {today: "tt~=", then: "tttt"}), Swept(damaged, {today: "tttt", then: "tttt"})]
    held = hold.against_today(found, [today, then, gone, "cpp:json/nlohmann"])
    assert (held.rows, held.as_before) == (4, 1)
    assert [(other.key.reader, other.old, other.new) for other in held.others] == [
        ("java~gson-2.10.1/gson", "tt~=", "tttt"),
        ("java~gson-1.0/gson", "tt~=", ""),
        ("java~gson-1.0/gson", "tttt", ""),
    ]


def test_a_reader_that_reads_no_golden_any_more_is_found(bed):
    pins.write(bed, "json", {Key("json", "a", "cut", "java/gson"): "tt", Key("json", "a", "cut", "cpp/nlohmann"): "tt"})
    asked = hold.Asked(["cut"], ["java/gson"], None)
    (other,) = hold.against_pins(bed, "json", [], asked, accept=False).others
    assert (other.key.reader, other.old, other.new, other.damaged) == ("java/gson", "tt", "", None)
    hold.against_pins(bed, "json", [], asked, accept=True)
    assert [key.reader for key in pins.read(bed, "json")] == ["cpp/nlohmann"]

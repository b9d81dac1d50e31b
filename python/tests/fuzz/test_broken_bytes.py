"""Damaged bytes: their parts, the entries about them, and that a disagreement is found and made small."""

import re
from pathlib import Path

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.prng import SplitMix64
from wirebed.errors import UserError
from wirebed.run import Selection
from wirebed_fuzz.broken import clusters, command
from wirebed_fuzz.broken import known as listed
from wirebed_fuzz.broken.clusters import Cluster
from wirebed_fuzz.broken.corpus import Corpus
from wirebed_fuzz.broken.damage import WAYS
from wirebed_fuzz.broken.head import head
from wirebed_fuzz.broken.odd import DIFFERS, REFUSES, TAKES, Odd
from wirebed_fuzz.broken.spans import spans

RECORD = bytes.fromhex("0a036162631064182a")
ODD = Odd("protobuf", "java:protobuf/protobuf-java", TAKES, ("wire format was corrupt",), (), "tag 8 has field number")


@pytest.fixture(scope="module")
def schema() -> Schema:
    return Schema.load(Bed.open().tree_dir)


def source(data: bytes, format: str = "protobuf") -> ByteSource:
    return ByteSource("one", format, "interop.Testobject", data)


def test_parts_are_those_of_the_dump(schema: Schema):
    found = spans(source(RECORD), schema)
    assert [(span.label, span.of(RECORD).hex()) for span in found] == [
        ("a", "0a03616263"),
        ("b", "1064"),
        ("c", "182a"),
    ]


def test_a_part_ends_behind_what_closes_it(schema: Schema):
    data = b'{"a": [1, 2], "b": 3}'
    found = {span.label: span.of(data) for span in spans(source(data, "json"), schema)}
    assert (found["a"], found["value"]) == (b'"a": [1, 2]', data)
    assert "]" not in found and "}" not in found


def test_a_format_without_a_dump_has_words_and_signs(schema: Schema):
    found = [span.of(b"<a>12</a>") for span in spans(source(b"<a>12</a>", "xml"), schema)]
    assert found == [b"<", b"a", b">", b"12", b"<", b"/", b"a", b">"]


@pytest.mark.parametrize("way", WAYS)
def test_each_way_changes_an_input(way: str, schema: Schema):
    data = b'{"a": [1, 2], "b": 3}'
    random, parts = SplitMix64(1), spans(source(data, "json"), schema)
    made = {WAYS[way](random, data, random.choice(parts), parts, b'"c": 4') for _ in range(50)}
    assert made - {data}


def test_the_same_seed_makes_the_same_inputs(schema: Schema):
    def drawn(seed: int) -> list[bytes]:
        corpus = Corpus(schema, SplitMix64(seed))
        corpus.begin([source(RECORD)])
        return [each.source.data for each in corpus.draw(50)]

    assert drawn(1) == drawn(1) != drawn(2)


def test_an_input_is_kept_when_its_vector_is_new_for_its_way(schema: Schema):
    corpus = Corpus(schema, SplitMix64(1))
    corpus.begin([source(RECORD)])
    first = next(corpus.draw(1))
    assert corpus.keep(first, (0, 0)) and not corpus.keep(first, (0, 0)) and corpus.keep(first, (0, 1))
    assert len(corpus.kept) == 2


@pytest.mark.parametrize(
    "reason, expected",
    [
        ("google.protobuf.message.DecodeError: Error parsing 3 of 'x'", "DecodeError: Error parsing"),
        ("json.decoder.JSONDecodeError: Extra data: line 1 column 13 (char 12)", "JSONDecodeError: Extra data"),
        ("ParseFromArray returned false", "ParseFromArray returned false"),
    ],
)
def test_the_head_of_a_reason_has_no_values(reason: str, expected: str):
    assert head(reason) == expected


@pytest.fixture
def bed(tmp_path: Path) -> Bed:
    for folder in ("proto", "fixtures/fuzz", "fixtures/deviations"):
        (tmp_path / folder).mkdir(parents=True)
    return Bed.open(tmp_path)


def entries(bed: Bed, text: str) -> list[listed.Known]:
    """Those of the bed, which come before those of the repository."""
    (bed.fixtures / listed.FILE).write_text("broken:\n" + text)
    every = listed.load(bed)
    assert len(every) > 1
    return every[:1]


def test_an_entry_states_what_its_keys_say(bed: Bed):
    [known] = entries(
        bed, "- {format: protobuf, reader: java/*, does: takes, dump: 'tag \\d+ has', why: last-one-wins}\n"
    )
    assert known.takes(ODD)
    assert not known.takes(ODD._replace(format="json"))
    assert not known.takes(ODD._replace(reader="cpp:protobuf/libprotobuf"))
    assert not known.takes(ODD._replace(does=REFUSES))
    assert not known.takes(ODD._replace(dump="another tag"))


def test_all_kinds_of_a_difference_have_to_be_stated(bed: Bed):
    [known] = entries(
        bed, "- {format: protobuf, reader: '*', does: differs, kinds: [dropped of *], why: last-one-wins}\n"
    )
    differs = ODD._replace(does=DIFFERS, words=(), kinds=("dropped of map", "dropped of text"))
    assert known.takes(differs)
    assert not known.takes(differs._replace(kinds=("dropped of map", "narrowed of int")))


@pytest.mark.parametrize(
    "text, error",
    [
        ("- {format: json, reader: '*', does: takes, says: x}", "why is missing"),
        ("- {format: json, reader: '*', does: takes, why: last-one-wins}", "says or dump is missing"),
        ("- {format: json, reader: '*', does: differs, why: last-one-wins}", "kinds is missing"),
        ("- {format: json, reader: '*', does: eats, says: x, why: last-one-wins}", "a reader does eats"),
        ("- {format: json, reader: '*', does: takes, says: x, why: last-one-win}", "last-one-wins"),
        ("- {format: json, reader: '*', does: takes, says: '(', why: last-one-wins}", "no regular expression"),
    ],
)
def test_a_mistake_is_an_error_with_its_place(bed: Bed, text: str, error: str):
    with pytest.raises(UserError, match=error) as raised:
        entries(bed, text + "\n")
    assert re.search(r"broken\.yaml:2:", str(raised.value))


def test_a_cluster_is_of_what_no_entry_states(bed: Bed):
    known = entries(bed, "- {format: protobuf, reader: java/*, does: takes, says: corrupt, why: last-one-wins}\n")
    other = ODD._replace(reader="python:protobuf/upb")
    assert clusters.of([ODD, other, other], known) == [
        Cluster("protobuf", "python:protobuf/upb", TAKES, "wire format was corrupt")
    ]


SCHEMA = """
syntax = "proto3";
package small;
message Note {
  string text = 1;
  repeated Note more = 2;
}
"""


@pytest.fixture
def unstated(bed: Bed, monkeypatch, tmp_path_factory) -> Bed:
    """A bed of a schema, of which no entry says anything."""
    (bed.proto_root / "small.proto").write_text(SCHEMA)
    (bed.fixtures / "bed.yaml").write_text("languages: [python]\nformats: [json]\n")
    monkeypatch.setattr(Bed, "reports", tmp_path_factory.mktemp("reports"))
    monkeypatch.setattr(listed, "load", lambda bed: [])
    return bed


def test_an_interruption_tells_where_readers_have_disagreed_by_then(unstated: Bed, capsys, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command.Fuzz, "smallest", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command.main(unstated, Selection(seed=1), 0)
    assert re.search(r"json, python/msgspec takes: \S.*\n    small\.Note, .*, not shrunk\n", capsys.readouterr().out)


def test_readers_disagree_where_no_entry_says_why(unstated: Bed, capsys, monkeypatch):
    monkeypatch.setattr(command, "_MOST", 4)
    assert command.main(unstated, Selection(seed=1), 0) == 1
    printed = capsys.readouterr().out
    found = re.search(
        r"json, python/msgspec takes: \S.*\n    small\.Note, .*\n(?:.*\n)*?    make why .*HEX=(\w+)", printed
    )
    assert found is not None and len(bytes.fromhex(found[1])) <= 64
    assert "reader: python/msgspec\n  does: takes\n" in (unstated.reports / "broken.draft.yaml").read_text()

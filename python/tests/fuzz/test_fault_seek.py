"""Planted faults end to end, in real codecs of a small bed: found, with small witnesses, where one is planted."""

import dataclasses

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.peers import discover
from wirebed.peers.codecs import codecs_of
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed_build.trees import ensure
from wirebed_fuzz.mutants.broken import Broken, Byte
from wirebed_fuzz.mutants.mutant import READS, WRITES, Mutant
from wirebed_fuzz.mutants.planting import Planting
from wirebed_fuzz.mutants.proxy import Proxy
from wirebed_fuzz.mutants.rules import RULES
from wirebed_fuzz.mutants.seek import FUZZ, SWEEP, Drawn, Seeker
from wirebed_fuzz.mutants.table import Result, Told, totals
from wirebed_fuzz.mutants.witness import Witnesses
from wirebed_sweep.ask import Damaged, sweep
from wirebed_sweep.ways import WAYS

SCHEMA = """
syntax = "proto3";
package small;
message Note {
  string text = 1;
  double number = 2;
  repeated Note more = 3;
}
"""
GOLDEN = bytes.fromhex("0a03616263")  # text: "abc"


def fault(codec: str, side: str, rule: str, **parameters: object) -> Mutant:
    return Mutant("some", "text", "some/library#1", "It had a bug.", codec, side, RULES[rule], parameters, False)


@pytest.fixture(scope="module")
def seeker(tmp_path_factory):
    root = tmp_path_factory.mktemp("bed")
    (root / "proto").mkdir()
    (root / "fixtures").mkdir()
    (root / "proto/small.proto").write_text(SCHEMA)
    (root / "fixtures/bed.yaml").write_text("languages: [python]\nformats: [protobuf, json]\n")
    bed = Bed.open(root)
    part = taking_part(bed, Selection())
    tree = ensure(bed, part.here)
    schema = Schema.load(tree)
    proxy = Proxy(discover(names=part.names), tree, scope=part.scope)
    with Peers(proxy) as peers:
        readers = {codec.id: codec for codec in codecs_of(proxy.introductions())}
        reader, golden = readers["python:protobuf/upb"], ByteSource("golden.bin", "protobuf", "small.Note", GOLDEN)
        swept = sweep(proxy, [reader], [Damaged(golden, way) for way in WAYS])
        pins = {"protobuf": {each.key(reader.id): each.letters[reader.id] for each in swept}}
        planting = Planting(proxy, schema)
        broken = Broken(planting, readers, [golden], pins)
        yield Seeker(Build.of(bed, {NOW.reader: schema}), peers, planting, broken, 1)


def witness(seeker, mutant, drawn):
    return Witnesses(seeker.build, seeker.peers, seeker.planting, mutant, drawn.shape).of(drawn)


def test_a_writer_is_found_by_a_random_value(seeker):
    mutant = fault("python:json/stdlib", WRITES, "positive_zeros")
    hit = seeker.seek(mutant, 30)
    assert isinstance(hit.shown, Drawn) and hit.shown.find.what.endswith("of double")
    found = witness(seeker, mutant, hit.shown)
    assert "number: -0" in str(found.value)
    assert found.fields <= 4 and b"number" in found.data  # what lies in other messages stays there


def test_a_reader_is_found_by_bytes_of_the_same_meaning(seeker):
    mutant = fault("python:protobuf/upb", READS, "content_of_unknown")
    hit = seeker.seek(mutant, 30)
    assert (hit.shown.find.way, hit.shown.find.outcome) == ("unknown field", "rejected")
    assert witness(seeker, mutant, hit.shown).fields <= 1


def test_a_reader_is_found_by_a_damaged_golden(seeker):
    """In a text that is cut the random values do not show it."""
    mutant = fault("python:protobuf/upb", READS, "fitting_lengths")
    hit = seeker.seek(mutant, 30)
    assert isinstance(hit.shown, Byte) and (hit.shown.damaged.way, hit.shown.at) == ("cut", 2)
    assert seeker.broken.smallest(mutant, hit.shown) == GOLDEN[:2]
    assert dataclasses.replace(seeker, by=[SWEEP]).seek(mutant, 30).shown.at == 2
    assert dataclasses.replace(seeker, by=[FUZZ]).seek(mutant, 0) is None


def test_nothing_is_found_where_nothing_changes(seeker):
    """Nor is what the entries do not predict without it."""
    mutant = fault("python:json/stdlib", READS, "text_up_to", letter="\U0010ffff")
    unstated = dataclasses.replace(seeker, build=dataclasses.replace(seeker.build, entries=[]))
    assert seeker.seek(mutant, 0) is None and unstated.seek(mutant, 0) is None
    assert seeker.planting.proxy.planted is None


def test_the_table_says_what_is_missed(seeker, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(Bed, "reports", tmp_path)
    mutant = fault("python:json/stdlib", WRITES, "positive_zeros")
    every = [Told(mutant, seeker.seek(mutant, 30), None), Told(mutant, None, None)]
    assert totals(every).startswith("1 of 2 faults are found: ")
    whole = Result(Bed.open(), every[:1], [mutant], [], 0, seeker.build.schema.pool)
    assert dataclasses.replace(whole, told=every, planted=[mutant] * 3, held=3).write() == 1
    said = capsys.readouterr().out
    assert "1 were not planted before the interruption; 3 are held until HELD=1" in said
    assert whole.write() == 0
    assert "interruption" not in capsys.readouterr().out
    assert dataclasses.replace(whole, absent=[mutant]).write() == 3
    assert "1 are not planted, since these codecs take no part: python:json/stdlib" in capsys.readouterr().out
    assert "some/library#1" in (tmp_path / "mutants.md").read_text()

"""Random values by real codecs: nothing is found where the entries predict all, and small values where they do not."""

import dataclasses
import re

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed_build.trees import ensure
from wirebed_fuzz import rounds
from wirebed_fuzz.command import Shrinking
from wirebed_fuzz.report import Report, Told

SCHEMA = """
syntax = "proto3";
package small;
message Note {
  string text = 1;
  double number = 2;
  repeated Note more = 3;
  map<string, uint64> counts = 4;
}
"""


@pytest.fixture(scope="module")
def at_work(tmp_path_factory):
    """The bed, and its build and peers."""
    root = tmp_path_factory.mktemp("bed")
    (root / "proto").mkdir()
    (root / "fixtures").mkdir()
    (root / "proto/small.proto").write_text(SCHEMA)
    (root / "fixtures/bed.yaml").write_text("languages: [python]\nformats: [protobuf, json]\n")
    bed = Bed.open(root)
    part = taking_part(bed, Selection())
    tree = ensure(bed, part.here)
    with Peers.of_tree(tree, discover(names=part.names), "fuzz-test", scope=part.scope) as peers:
        yield bed, Build.of(bed, {NOW.reader: Schema.load(tree)}), peers


def test_the_entries_predict_all_of_a_small_bed(at_work):
    _, build, peers = at_work
    found = rounds.ask(build, peers, Selection(seed=5), 1)
    cells, missed = found.figures.whole
    assert (cells > 0, missed, found.finds) == (True, 0, {})
    assert found.held.values == rounds.VALUES * found.rounds


def test_what_no_entry_predicts_is_found_and_small(at_work, capsys, monkeypatch, tmp_path):
    bed, build, peers = at_work
    monkeypatch.setattr(Bed, "reports", tmp_path)
    unstated = dataclasses.replace(build, entries=[])
    # One round, so that the values do not depend on how fast the machine is.
    monkeypatch.setattr(rounds, "VALUES", 60)
    found = rounds.ask(unstated, peers, Selection(seed=1), 0)
    shrinking = Shrinking(unstated, peers)
    told = [Told(find, seen, shrinking.smallest(find, seen)) for find, seen in found.finds.items()]
    heads = {str(each.find) for each in told}
    assert (
        "json, python/stdlib rejected: wirebed_peer.codec.plain_dicts.Mistyped: expected a number, got null (unstated)"
        in heads
    )
    # JSON has no number that is infinite or none. What was found in a message in another one stays there.
    smallest = {str(each.smallest.value).translate(dict.fromkeys(map(ord, " {}\n"))) for each in told}
    assert all(re.fullmatch("(more)*number:(-?inf|nan)", text) for text in smallest), smallest
    assert Report(bed, build.schema, found, told, 1).write() == 1
    assert "written by python/" in capsys.readouterr().out
    (case, *_) = (tmp_path / "fuzz" / "Note").glob("found_*.txtpb")
    assert case.read_text().startswith("# proto-message: small.Note\n# about: json")

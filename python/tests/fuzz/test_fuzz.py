"""Random values by real codecs: nothing is found where the entries predict all, and small values where they do not."""

import contextlib
import dataclasses
import pickle
import re

import pytest

from wirebed.bed import Bed
from wirebed.run import Selection
from wirebed_cluster.client import Workers
from wirebed_fuzz import command, engine, rounds
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
    """An engine over a bed of its own."""
    root = tmp_path_factory.mktemp("bed")
    (root / "proto").mkdir()
    (root / "fixtures").mkdir()
    (root / "proto/small.proto").write_text(SCHEMA)
    (root / "fixtures/bed.yaml").write_text("languages: [python]\nformats: [protobuf, json]\n")
    with engine.Engine(engine.Task(Bed.open(root), Selection(seed=5))) as made:
        yield made


def test_the_entries_predict_all_of_a_small_bed(at_work):
    found = rounds.Found()
    engine.asked(at_work, 1, None, found)
    cells, missed = found.figures.whole
    assert (cells > 0, missed, found.finds) == (True, 0, {})
    assert found.held.values == rounds.VALUES * found.rounds


def test_on_a_cluster_the_answer_is_the_same(at_work):
    # Without time to ask more, each run is of its first round.
    alone, together = rounds.Found(), rounds.Found()
    engine.asked(at_work, 0, None, alone)
    engine.asked(at_work, 0, Workers(None, 1), together)
    assert vars(alone.figures) == vars(together.figures) and vars(alone.held) == vars(together.held)
    assert alone.rounds == together.rounds == 1


def test_a_worker_can_send_what_it_has_found(at_work, monkeypatch):
    monkeypatch.setattr(at_work, "build", dataclasses.replace(at_work.build, entries=[]))
    monkeypatch.setattr(rounds, "VALUES", 60)
    sent = engine.found_of_round(at_work, 0)
    got = pickle.loads(pickle.dumps(sent))
    assert got.finds and got.finds.keys() == sent.finds.keys()
    for find, seen in got.finds.items():
        assert seen.shortest.case.view == sent.finds[find].shortest.case.view


def test_an_interruption_tells_what_the_rounds_before_it_have_found(at_work, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(Bed, "reports", tmp_path)
    monkeypatch.setattr(at_work, "build", dataclasses.replace(at_work.build, entries=[]))
    monkeypatch.setattr(rounds, "VALUES", 60)
    monkeypatch.setattr(command, "Engine", lambda task: contextlib.nullcontext(at_work))
    whole = at_work.round

    def interrupted(number):
        if number:
            raise KeyboardInterrupt
        return whole(number)

    monkeypatch.setattr(at_work, "round", interrupted)
    with pytest.raises(KeyboardInterrupt):
        command.main(at_work.task.bed, at_work.task.selection, 1, None)
    said = capsys.readouterr().out
    assert "json, python/stdlib rejected" in said and "seeds 5 to 5" in said
    assert (
        said.count("no smaller value was looked for") == (tmp_path / "fuzz.md").read_text().count("make interop ") > 0
    )


def test_what_no_entry_predicts_is_found_and_small(at_work, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(Bed, "reports", tmp_path)
    unstated, peers = dataclasses.replace(at_work.build, entries=[]), at_work.peers
    # One round, so that the values do not depend on how fast the machine is.
    monkeypatch.setattr(rounds, "VALUES", 60)
    found = rounds.ask(unstated, peers, Selection(seed=1), True)
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
    assert Report(at_work.task.bed, unstated.schema, found, told, 1).write() == 1
    assert "written by python/" in capsys.readouterr().out
    (case, *_) = (tmp_path / "fuzz" / "Note").glob("found_*.txtpb")
    assert case.read_text().startswith("# proto-message: small.Note\n# about: json")

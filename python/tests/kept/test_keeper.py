"""Kept answers: what is taken, what never is, and the codecs whose answers are not their own."""

import io

import pytest

from wirebed.errors import UserError
from wirebed.kept.repeats import EVERY, Turns
from wirebed.report import blocks, junit, terminal
from wirebed.report.phrases import kept

RUNS = 10


def test_a_second_run_executes_nothing_and_says_the_same(house):
    code, report = house.run()
    before = house.lines
    assert kept(report) == "" and not any("kept" in cell for cell in report.cells)
    again, report = house.run()
    assert (again, house.lines) == (code, before)
    cells = report.footer["cells"]
    assert kept(report) == f"{cells:,} of {cells:,} kept"
    assert all(cell["run"] == [] for cell in report.cells)
    assert report.footer["times"]["timing"] == [] and report.footer["times"]["untimed"]


def test_the_words_stand_in_every_view(house, tmp_path):
    house.run()
    _, report = house.run()
    junit.write(report, tmp_path / "report.xml")
    words = kept(report)
    assert f'<property name="kept" value="{words}"' in (tmp_path / "report.xml").read_text()
    out = io.StringIO()
    terminal.show(report, blocks.console(180, file=out))
    assert words in out.getvalue() and "TIMING=1 takes it" in out.getvalue()


def test_fresh_executes_everything(house):
    house.run()
    code, report = house.run(fresh=True)
    assert report.footer["kept"]["cells"] == 0 and not report.header["kept"]
    assert not any("kept" in cell for cell in report.cells)


def test_a_new_case_alone_is_executed(house):
    cases, house.bench.cases = house.bench.cases, house.bench.cases[1:]
    house.run()
    house.bench.cases = cases
    _, report = house.run()
    ran = {cell["case"] for cell in report.cells if cell["reader"] not in _kept(cell)}
    assert ran == {cases[0].name}


def test_a_line_names_the_fewer_of_those_that_ran_and_those_that_were_kept(house):
    house.run(two=["hang-not"])
    # Another command line is another build.
    _, report = house.run(two=["hang-never"])
    assert {cell["reader"] for cell in report.cells if cell["reader"] not in _kept(cell)} <= {
        "two:none/message",
        "two:none/plain",
        "two:protobuf/fake",
        "two:prototext/fake",
        "two:json/fake",
    }
    assert {cell["reader"] for cell in report.cells if cell["reader"] in _kept(cell)} == {
        "one:none/message",
        "one:none/plain",
        "one:protobuf/fake",
        "one:prototext/fake",
        "one:json/fake",
    }


def _kept(cell: dict) -> list[str]:
    """The readers of the line of a cell whose answers were kept."""
    if "run" in cell:
        return [] if cell["reader"] in cell["run"] else [cell["reader"]]
    return cell.get("kept", [])


@pytest.mark.parametrize("how", ["crash:GUILTY", "exhausted:GUILTY", "broken:GUILTY"])
def test_what_may_end_otherwise_another_time_is_never_kept(house, how):
    house.run(one=[how])
    _, report = house.run(one=[how])
    ran = {cell["case"] for cell in report.cells if cell["reader"] not in _kept(cell)}
    assert ran == {"M/big"}


@pytest.mark.parametrize("how", ["counter", "file"])
def test_a_codec_that_depends_on_something_hidden_is_caught_within_ten_runs(house, how):
    house.run(one=[f"{how}:json/fake"])
    (house.bench.folder / "one" / "secret").touch()
    with pytest.raises(UserError) as caught:
        for seed in range(RUNS):
            house.run(one=[f"{how}:json/fake"], seed=seed)
    assert "one:json/fake: M/" in str(caught.value)
    # All that was kept of this codec is gone, and nothing of another.
    _, report = house.run(one=[f"{how}:json/fake"], seed=0)
    ran = {cell["reader"] for cell in report.cells if cell["reader"] not in _kept(cell)}
    assert "one:json/fake" in ran and "one:protobuf/fake" not in ran


def test_a_library_that_is_replaced_under_its_version_is_seen_at_once(house):
    from houses import SWAPS

    assert house.run()[0] == 0
    house.library("one", SWAPS)
    code, report = house.run()
    assert code == 1
    assert {(cell["case"], cell["format"]) for cell in report.unexpected} == {("M/swap", "json")}


def test_a_writer_that_is_found_unstable_is_stated_and_not_kept_again(house):
    house.bench.cases = [case for case in house.bench.cases if case.name == "M/map"]
    how = {"one": ["spaces:protobuf/fake"], "format": "protobuf"}
    found = []
    for _ in range(100):  # one of a few questions is asked again
        found = found or house.run(**how)[1].footer["kept"]["unstable"]
        if found:
            break
    assert found == ["one:protobuf/fake: M/map, encode: writes other bytes each time, which all readers read alike"]
    for _ in range(3):
        code, report = house.run(**how)
        ran = {(cell["case"], cell["writer"]) for cell in report.cells if cell["reader"] not in _kept(cell)}
        assert code == 0 and ran == {("M/map", "one:protobuf/fake")}


def test_every_codec_is_asked_again_and_others_each_time(house):
    house.run()
    house.run(seed=1)
    first = set(house.keepers[-1].repeats.names)
    assert house.keepers[-1].repeats.count >= 10
    house.run(seed=2)
    assert set(house.keepers[-1].repeats.names) != first


def test_two_in_a_hundred():
    turns = Turns(7, "codec", 1000)
    chosen = [at for part in (130, 1, 369, 500) for at in turns.chosen(part)]
    assert len(chosen) == 1000 // EVERY
    assert len(Turns(7, "codec", 3).chosen(3)) == 1

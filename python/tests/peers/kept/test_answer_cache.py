"""Kept answers: what is taken, what never is, and the codecs whose answers are not their own."""

import io
from collections.abc import Sequence

import pytest
from fake_runs import Schema, case_of

from wirebed.errors import UserError
from wirebed.peers import ColumnJob, Pool
from wirebed.peers.job import Column
from wirebed.peers.kept.repeats import EVERY, Repeats, Turns
from wirebed.report import blocks, junit, terminal
from wirebed.report.cell import Cell
from wirebed.report.phrases import kept
from wirebed.view import of_message

RUNS = 10


def test_a_second_run_executes_nothing_and_says_the_same(kept_runs):
    code, report = kept_runs.run()
    before = kept_runs.lines
    assert kept(report) == "" and not any(cell.kept for cell in report.cells)
    again, report = kept_runs.run()
    assert (again, kept_runs.lines) == (code, before)
    cells = report.footer.cells
    assert kept(report) == f"{cells:,} of {cells:,} kept"
    assert all(cell.run == () for cell in report.cells)
    assert report.footer.times.timing == () and report.footer.times.untimed


def test_the_words_stand_in_every_view(kept_runs, tmp_path):
    kept_runs.run()
    _, report = kept_runs.run()
    junit.write(report, tmp_path / "report.xml")
    words = kept(report)
    assert f'<property name="kept" value="{words}"' in (tmp_path / "report.xml").read_text()
    out = io.StringIO()
    terminal.show(report, blocks.console(180, file=out))
    assert words in out.getvalue() and "TIMING=1 takes it" in out.getvalue()


def test_fresh_executes_everything(kept_runs):
    kept_runs.run()
    code, report = kept_runs.run(fresh=True)
    assert report.footer.kept.cells == 0 and not report.header.kept
    assert not any(cell.kept for cell in report.cells)


def test_a_new_case_alone_is_executed(kept_runs):
    cases, kept_runs.fake_runs.cases = kept_runs.fake_runs.cases, kept_runs.fake_runs.cases[1:]
    kept_runs.run()
    kept_runs.fake_runs.cases = cases
    _, report = kept_runs.run()
    ran = {cell.case for cell in report.cells if cell.reader not in _kept(cell)}
    assert ran == {cases[0].name}


def test_a_line_names_the_fewer_of_those_that_ran_and_those_that_were_kept(kept_runs):
    kept_runs.run(two=["hang-not"])
    # Another command line is another build.
    _, report = kept_runs.run(two=["hang-never"])
    assert {cell.reader for cell in report.cells if cell.reader not in _kept(cell)} <= {
        "two:none/message",
        "two:none/plain",
        "two:protobuf/fake",
        "two:prototext/fake",
        "two:json/fake",
    }
    assert {cell.reader for cell in report.cells if cell.reader in _kept(cell)} == {
        "one:none/message",
        "one:none/plain",
        "one:protobuf/fake",
        "one:prototext/fake",
        "one:json/fake",
    }


def _kept(cell: Cell) -> Sequence[str]:
    """The readers of the line of a cell whose answers were kept."""
    if cell.run is not None:
        return [] if cell.reader in cell.run else [cell.reader]
    return cell.kept


@pytest.mark.parametrize("how", ["crash:GUILTY", "exhausted:GUILTY", "broken:GUILTY"])
def test_what_may_end_otherwise_another_time_is_never_kept(kept_runs, how):
    kept_runs.run(one=[how])
    _, report = kept_runs.run(one=[how])
    ran = {cell.case for cell in report.cells if cell.reader not in _kept(cell)}
    assert ran == {"M/big"}


def test_what_is_left_is_kept_too(kept_runs):
    """The bytes of an output differ each time, and that is no other answer."""
    how = {"two": ["leave-object:json/fake", "leave-output:prototext/fake"]}
    _, report = kept_runs.run(**how)
    before, left = kept_runs.lines, report.footer.left
    assert left == {"object": {"two:json/fake": 10}, "output": {"two:prototext/fake": 10}}
    for seed in range(RUNS):
        _, report = kept_runs.run(seed=seed, **how)
        assert (kept_runs.lines, report.footer.left) == (before, left)


@pytest.mark.parametrize("how", ["counter", "file"])
def test_a_codec_that_depends_on_something_hidden_is_caught_within_ten_runs(kept_runs, how):
    kept_runs.run(one=[f"{how}:json/fake"])
    (kept_runs.fake_runs.folder / "one" / "secret").touch()
    with pytest.raises(UserError) as caught:
        for seed in range(RUNS):
            kept_runs.run(one=[f"{how}:json/fake"], seed=seed)
    assert "one:json/fake: M/" in str(caught.value)
    # All that was kept of this codec is gone, and nothing of another.
    _, report = kept_runs.run(one=[f"{how}:json/fake"], seed=0)
    ran = {cell.reader for cell in report.cells if cell.reader not in _kept(cell)}
    assert "one:json/fake" in ran and "one:protobuf/fake" not in ran


def test_a_library_that_is_replaced_under_its_version_is_seen_at_once(kept_runs):
    from kept_runs import SWAPS

    assert kept_runs.run()[0] == 0
    kept_runs.library("one", SWAPS)
    code, report = kept_runs.run()
    assert code == 1
    assert {(cell.case, cell.format) for cell in report.unexpected} == {("M/swap", "json")}


def test_a_writer_that_is_found_unstable_is_stated_and_not_kept_again(kept_runs):
    kept_runs.fake_runs.cases = [case for case in kept_runs.fake_runs.cases if case.name == "M/map"]
    how = {"one": ["spaces:protobuf/fake"], "format": "protobuf"}
    found = []
    for _ in range(100):  # one of a few questions is asked again
        found = found or kept_runs.run(**how)[1].footer.kept.unstable
        if found:
            break
    (line,) = found
    assert line == "one:protobuf/fake: M/map, encode: writes other bytes each time, which all readers read alike"
    for _ in range(3):
        code, report = kept_runs.run(**how)
        ran = {(cell.case, cell.writer) for cell in report.cells if cell.reader not in _kept(cell)}
        assert code == 0 and ran == {("M/map", "one:protobuf/fake")}


def test_a_writer_whose_bytes_follow_from_what_it_met_before_is_unstable(kept_runs):
    """A later run asks it nothing about the message that made them other ones."""
    of_map = [case for case in kept_runs.fake_runs.cases if case.name == "M/map"]
    empty = of_message(kept_runs.fake_runs.schema.message_class("t.Empty")())
    how = {"one": ["space-after-empty:json/fake"], "format": "json"}
    kept_runs.fake_runs.cases = [case_of("Empty/none", empty, "t.Empty"), *of_map]
    kept_runs.run(**how)
    kept_runs.fake_runs.cases = of_map
    found = []
    for seed in range(200):  # one of a few questions is asked again, and which one is left to chance
        found = kept_runs.run(seed=seed, **how)[1].footer.kept.unstable
        if found:
            break
    assert found == ("one:json/fake: M/map, encode: writes other bytes each time, which all readers read alike",)


@pytest.mark.parametrize("seen_by, is_unstable", [((), True), (("v2",), True), (("v1",), False), (("v1", "v2"), False)])
def test_readers_of_its_own_version_say_whether_a_writer_is_unstable(fake, tmp_path, seen_by, is_unstable):
    """A map of one version may be a list in another, whose readers then see an order."""
    trees = {version: tmp_path / version for version in ("v1", "v2")}
    for version, tree in trees.items():
        tree.mkdir()
        if version in seen_by:
            (tree / "spaces-are-read").touch()
    schema = Schema()
    view = of_message(schema.message_class("t.M")(name="plain"))
    with Pool([fake("one", "spaces:json/fake", "{tree}/spaces-are-read")], trees) as pool:
        repeats = Repeats(pool, seed=0)
        job = ColumnJob("one@v1", columns=[Column("encode", "json/fake", "t.M", {}, "", [view])])
        repeats.ask(job, [b"J" + b" " * (1 << 16) + view])
        wrong, unstable = repeats.finish(dict.fromkeys(trees, schema))
    assert (len(wrong), len(unstable)) == ((0, 1) if is_unstable else (1, 0))


def test_a_writer_that_changed_is_no_unstable_one(kept_runs):
    """Its bytes are read alike by all, and are the same each time, but not those that are kept."""
    how = {"one": ["file-space:json/fake"]}
    kept_runs.run(**how)
    (kept_runs.fake_runs.folder / "one" / "secret").touch()
    with pytest.raises(UserError, match="one:json/fake: M/.*, encode") as caught:
        for seed in range(RUNS):
            kept_runs.run(seed=seed, **how)
    assert "All that was kept of one:json/fake is dropped" in str(caught.value)
    # It is executed again, and kept from then on.
    _, report = kept_runs.run(seed=0, **how)
    assert {cell.writer for cell in report.cells if cell.reader not in _kept(cell)} >= {"one:json/fake"}
    _, report = kept_runs.run(seed=0, **how)
    assert kept(report).startswith(f"{report.footer.cells:,} of")


def test_a_codec_that_refuses_in_other_words_is_unstable(kept_runs):
    how = {"one": ["reject-otherwise:swapme"], "format": "json"}
    kept_runs.run(**how)
    found = []
    for seed in range(200):
        found = kept_runs.run(seed=seed, **how)[1].footer.kept.unstable
        if found:
            break
    # Of a run of JSON the table `none` is a part, and its readers refuse these words as well.
    asked = ("json/fake", "none/message", "none/plain")
    assert found and set(found) <= {f"one:{codec}: M/swap, decode: refuses each time in other words" for codec in asked}


def test_an_unstable_writer_is_one_of_its_build(kept_runs):
    from kept_runs import SWAPS

    kept_runs.fake_runs.cases = [case for case in kept_runs.fake_runs.cases if case.name == "M/map"]
    how = {"one": ["spaces:protobuf/fake"], "format": "protobuf"}
    while not kept_runs.run(**how)[1].footer.kept.unstable:
        pass
    folder = kept_runs.folder / "kept" / "unstable"
    (before,) = (path.name for path in folder.iterdir() if path.name[0] != ".")
    kept_runs.library("one", SWAPS)
    while not kept_runs.run(**how)[1].footer.kept.unstable:
        pass
    assert len([path for path in folder.iterdir() if path.name[0] != "." and path.name != before]) == 1


@pytest.mark.parametrize("back", [[], ["put-back"]])
def test_an_edit_during_a_run_ends_it_with_its_name_and_nothing_is_kept(kept_runs, back):
    how = {"one": ["edit:json/fake", *back]}
    with pytest.raises(UserError, match=r"(?m)was written during the run:\none: .*one/library\.py$") as caught:
        kept_runs.run(**how)
    assert "two: " not in str(caught.value)
    _, report = kept_runs.run(**how)
    ran = {cell.reader for cell in report.cells if cell.reader not in _kept(cell)}
    assert {reader.partition(":")[0] for reader in ran} == {"one"}


def test_one_process_is_asked_again_in_each_run_and_starts_alone(kept_runs):
    kept_runs.run()
    started, asked = [], set()
    for seed in range(RUNS):
        kept_runs.run(seed=seed)
        cache = kept_runs.caches[-1]
        assert cache.pool.started == {cache.turn}
        assert cache.repeats.count
        started.append(cache.turn)
        asked |= {name for name in cache.repeats.names.values() if name}
    assert started == ["one", "two"] * (RUNS // 2)
    assert len(asked) > 1


def test_two_in_a_hundred():
    turns = Turns(7, "codec", 1000)
    chosen = [at for part in (130, 1, 369, 500) for at in turns.chosen(part)]
    assert len(chosen) == 1000 // EVERY
    assert len(Turns(7, "codec", 3).chosen(3)) == 1

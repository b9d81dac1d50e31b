"""A report that is kept: it is taken only while all that it follows from is as it was."""

import shutil
import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import pytest
from runs import SOON, folder, run, shop

from wirebed.bed import ROOT
from wirebed.suites.evolution.plan import Selection
from wirebed_build.loaded import Loaded
from wirebed_build.trees import identity
from wirebed_safe_change import command, kept
from wirebed_safe_change.gate import gate_of

OLD = 'syntax = "proto3"; package shop; import "part.proto"; message Order { int32 a = 1; Part part = 2; }\n'
NEW = OLD.replace("int32 a", "int64 a")
PART = 'syntax = "proto3"; package shop; message Part { int32 x = 1; }\n'


@pytest.fixture(scope="module")
def copied(tmp_path_factory):
    """A copy of all that decides what cells mean; each test leaves it as it was."""
    root = tmp_path_factory.mktemp("copied")
    for name in kept._JUDGING:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, root / name)
    return root


@pytest.fixture
def inputs(copied, tmp_path, monkeypatch):
    """`inputs.key()`: the key of a run, whose inputs are attributes."""

    class Inputs:
        given = {"directions": command.MODES["full"], "selection": Selection(format="protobuf"), "gate": gate_of(None)}

        def __init__(self):
            self.old, self.new, self.include = (tmp_path / name for name in ("old", "new", "include"))
            for path, name, text in ((self.old, "shop", OLD), (self.new, "shop", NEW), (self.include, "part", PART)):
                path.mkdir()
                (path / f"{name}.proto").write_text(text)
            self.accept = tmp_path / "accept.yaml"
            self.accept.write_text("reused: [shop.Order.a]\n")
            monkeypatch.setattr(kept, "ROOT", copied)
            monkeypatch.setattr(kept, "CACHE", tmp_path / "cache")

        def run(self, **given):
            paths = {"accept": str(self.accept), "include": str(self.include)}
            more = {"peers": SOON, "compiled": False, **self.given, **paths, **given}
            return command.Run(str(self.old), str(self.new), **more)

        def key(self, **given) -> str:
            return kept.KeptReport(self.run(**given)).key

        def edit_copied(self, name: str):
            path = copied / name
            before = path.read_bytes() if path.exists() else None
            undone.callback(path.unlink if before is None else partial(path.write_bytes, before))
            path.write_bytes(b"" if before is None else before + b"\n")

    with ExitStack() as undone:
        yield Inputs()


def edit(path, more="\n"):
    path.write_text(path.read_text() + more)


def another_build(inputs, monkeypatch):
    of_build = identity.of_build

    def other(peer, tree, loaded, hashes):
        found = of_build(peer, tree, loaded, hashes)
        return replace(found, stated=found.stated[:-1]) if peer.name == "java" else found

    monkeypatch.setattr(identity, "of_build", other)


CHANGES = {
    "a field of OLD": lambda inputs, _: edit(inputs.old / "shop.proto", "message More {}\n"),
    "a field of NEW": lambda inputs, _: edit(inputs.new / "shop.proto", "message More {}\n"),
    "a place in NEW": lambda inputs, _: (inputs.new / "shop.proto").write_text(f"\n{NEW}"),
    "the name of a file": lambda inputs, _: (inputs.new / "shop.proto").rename(inputs.new / "store.proto"),
    "an imported file": lambda inputs, _: edit(inputs.include / "part.proto", "message More {}\n"),
    "the file of ACCEPT": lambda inputs, _: edit(inputs.accept),
    "our code": lambda inputs, _: inputs.edit_copied("python/src/wirebed_safe_change/findings.py"),
    "our templates": lambda inputs, _: inputs.edit_copied("python/src/new.txt"),
    "the roster": lambda inputs, _: inputs.edit_copied("fixtures/roster.yaml"),
    "a variant of a format": lambda inputs, _: inputs.edit_copied("fixtures/evolution/variants.yaml"),
    "a known difference": lambda inputs, _: inputs.edit_copied("fixtures/evolution/descriptors.yaml"),
    "the build of a peer": another_build,
    "the time zone": lambda _, monkeypatch: monkeypatch.setenv("TZ", "Asia/Tokyo"),
}
GIVEN = {
    "MODE": {"directions": command.MODES["backward"]},
    "FORMAT": {"selection": Selection(format="protojson")},
    "WRITER": {"selection": Selection(format="protobuf", writer="java/*")},
    "READER": {"selection": Selection(format="protobuf", reader="java/*")},
    "FAIL": {"gate": gate_of("breaking")},
    "STRICT": {"gate": gate_of(None, strict=True)},
    "ACCEPT": {"accept": None},
    "who takes part": {"peers": ("java",)},
}


def test_the_key_is_the_same_for_the_same_inputs(inputs):
    assert inputs.key() == inputs.key()


@pytest.mark.parametrize("changed", CHANGES)
def test_the_key_has_each_input(inputs, monkeypatch, changed):
    before = inputs.key()
    CHANGES[changed](inputs, monkeypatch)
    assert inputs.key() != before


@pytest.mark.parametrize("changed", GIVEN)
def test_the_key_has_all_that_the_user_gives(inputs, changed):
    assert inputs.key(**GIVEN[changed]) != inputs.key()


def test_what_changes_during_a_run_keeps_nothing(inputs):
    report = kept.KeptReport(inputs.run())
    report.run.execute()
    edit(inputs.accept)
    report.write([{}])
    assert report.read() is None


@pytest.mark.parametrize("chance", [False, True])
def test_a_failure_that_need_not_come_again_is_not_kept(inputs, chance):
    report = kept.KeptReport(inputs.run())
    report.run.execute()
    report.run.observations.chance = chance
    report.write([{}])
    # The run has learnt what its peers load, which is a part of the key.
    assert kept.KeptReport(inputs.run()).read() == (None if chance else [{}])


def test_a_second_run_takes_the_report_of_the_first(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(kept, "CACHE", tmp_path)
    old, new = shop("kept-old", OLD.replace('import "part.proto"; ', PART_INSIDE)), folder("kept-new")
    shop("kept-new", NEW.replace('import "part.proto"; ', PART_INSIDE))
    first, second = (run(old, new, fresh=False, peers=SOON) for _ in range(2))
    assert [one.lines[0]["header"].pop("kept") for one in (first, second)] == [False, True]
    assert first.footer.pop("times")["seconds"] == second.footer.pop("times")["seconds"]
    assert first.lines == second.lines and first.code == second.code == 1
    assert "FRESH=1 executes everything" in capsys.readouterr().out
    shop("kept-new", OLD.replace('import "part.proto"; ', PART_INSIDE))
    third = run(old, new, fresh=False, peers=SOON)
    assert (third.code, third.lines[0]["header"]["kept"]) == (0, False)


def test_fresh_executes_what_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "CACHE", tmp_path)
    old = shop("kept-fresh", OLD.replace('import "part.proto"; ', PART_INSIDE))
    codes = [run(old, old, fresh=fresh, peers=SOON).lines[0]["header"]["kept"] for fresh in (True, False, True)]
    assert codes == [False, True, False]


PART_INSIDE = PART.partition("shop; ")[2].strip() + " "


def test_the_key_has_the_libraries_of_the_runner(inputs, monkeypatch, tmp_path):
    library = tmp_path / "library.py"
    library.write_text("x = 1\n")
    loaded = Loaded(frozenset([str(library)]))
    monkeypatch.setattr(kept, "of_this_process", lambda: loaded)
    report = kept.KeptReport(inputs.run())
    report.run.execute()
    report.started = time.time_ns()
    report.write([{}])
    assert kept.KeptReport(inputs.run()).read() == [{}]
    library.write_text("x = 2\n")
    assert kept.KeptReport(inputs.run()).read() is None


def test_a_library_of_the_runner_that_changes_in_its_first_run_keeps_nothing(inputs, monkeypatch, tmp_path):
    library = tmp_path / "library.py"
    report = kept.KeptReport(inputs.run())
    report.run.execute()
    library.write_text("x = 1\n")
    monkeypatch.setattr(kept, "of_this_process", lambda: Loaded(frozenset([str(library)])))
    report.write([{}])
    assert kept.KeptReport(inputs.run()).read() is None

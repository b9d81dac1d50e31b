"""A peer with a switch: left out of the build and of the run, and what is pinned of it is not missed."""

from dataclasses import replace

import pytest

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed.state.deviations import load
from wirebed_build.languages import discovery


def named(name):
    return next(spec for spec in discover(ROOT) if spec.name == name)


def test_it_is_neither_built_nor_started(monkeypatch, tmp_path):
    monkeypatch.setenv("LEGACY", "0")
    assert "legacy" not in {peer.name for peer in discovery.discover()}
    assert named("legacy").unsupported(tmp_path) == "left out by LEGACY=0"
    assert named("java").unsupported(tmp_path) is None


def test_values_from_make_come_first(monkeypatch):
    monkeypatch.setenv("LEGACY", "0")
    monkeypatch.setenv("WIREBED_LEGACY", "1")
    assert "legacy" in {peer.name for peer in discovery.discover()}
    monkeypatch.setenv("WIREBED_LEGACY", "no")
    with pytest.raises(UserError, match="LEGACY=no: say LEGACY=0"):
        discovery.discover()


def test_a_peer_is_built_after_those_that_it_needs(monkeypatch):
    monkeypatch.delenv("LEGACY", raising=False)
    monkeypatch.delenv("WIREBED_LEGACY", raising=False)
    assert [peer.name for peer in discovery.discover(["legacy"])] == ["java", "legacy"]


def test_a_tree_that_its_need_cannot_compile_is_none_for_it_either(tmp_path):
    (tmp_path / "java").mkdir()
    (tmp_path / "java" / "unsupported").write_text("no editions here\n")
    assert replace(named("legacy"), left_out=None).unsupported(tmp_path) == "no editions here"


def test_entries_know_of_which_runs_they_are():
    entries = {entry.name: entry for entry in load(ROOT / "fixtures" / "deviations")}
    pin = entries["legacy-left-out"]
    assert pin.applies({"legacy"}) and not pin.applies(()) and not pin.needs({"legacy"})
    assert entries["json-lib-is-lenient"].needs({"legacy"})
    assert not entries["json-has-no-identity"].needs({"legacy"})

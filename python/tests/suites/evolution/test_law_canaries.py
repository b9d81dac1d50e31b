"""Each law says no more and no less than the cells show: with one thing changed, it turns a full run red at its line.

The changed laws are held against all cells of a full run, which takes five minutes, so LONG=1 does that. Those of
two formats are held against the cells of Python always.
"""

from collections.abc import Sequence

import pytest
from canary_run import CanaryRun
from law_canaries import Canary, canaries, of_mechanisms
from long_tests import long

from wirebed.bed import ROOT, Bed
from wirebed.commands.evolution import prepare
from wirebed.peers import discover
from wirebed.peers.kept import Keep
from wirebed.run import Build, outcomes
from wirebed.state.deviations import Entry, reasons
from wirebed.suites.evolution.goldens import Goldens
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.suite import suite
from wirebed.suites.evolution.trees import stage

LAWS = ROOT / "fixtures" / "laws"


def green(selection: Selection, file: str = "*", peers: Sequence[str] | None = None) -> list[Canary]:
    """The canaries of the laws in these files that leave a run green."""
    bed = Bed.open()
    built = prepare(bed, selection, peers)
    with built.runner(discover(names=peers), Keep()) as runner:
        build = Build.of(bed, built.schemas, stage(bed).values())
        goldens = Goldens(bed, built.schemas, built.steps)
        made = suite(build, runner, built.steps, built.entries, selection, goldens)
        codecs = [codec for codec in made.codecs if codec.id not in runner.left_out]
        laws = [entry for entry in made.matcher.entries if is_law(entry, file)]
        words = {*of_mechanisms(reasons.of_bed(bed, ROOT).values())}
        every = [canary for law in laws for canary in canaries(law, codecs, runner.variants.values(), words)]
        run = CanaryRun(made.matcher, made.versions, every)
        assert outcomes(made, run.see) == [], "a run with the laws as they are is green"
        assert {canary.law for canary in every} == set(laws)
        return run.green()


def is_law(entry: Entry, file: str) -> bool:
    return entry.place is not None and entry.place[0].parent == LAWS and entry.place[0].match(f"{file}.yaml")


@pytest.mark.parametrize(("format_", "file"), [("pickle", "pickle"), ("raw", "positions")])
def test_changed_laws_of_a_format_are_red(format_, file):
    assert list(map(str, green(Selection(format=format_), file, ["python"]))) == []


@long("takes 5 minutes for a full run, and each law in it")
def test_changed_laws_are_red():
    assert list(map(str, green(Selection()))) == []

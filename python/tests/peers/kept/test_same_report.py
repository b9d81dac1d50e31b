"""A report is the same from a fresh and from a kept run, whatever was changed before, in any order."""

import random

import pytest
from fake_runs import swaps
from kept_runs import HONEST, SWAPS, KeptRuns

from wirebed.run import ByteSource

STATED = swaps(name="swaps", reader="one/fake")
EDITS = 6


class Edits:
    """What a user may change between two runs: each edit changes one thing, or changes it back."""

    def __init__(self, kept_runs: KeptRuns):
        self.kept_runs = kept_runs
        self.codecs = {"one": False, "two": False}
        self.stated = self.golden = self.runtime = self.tree = False

    def codec_of_one(self):
        self._codec("one")

    def codec_of_two(self):
        self._codec("two")

    def _codec(self, peer: str):
        self.codecs[peer] = not self.codecs[peer]
        self.kept_runs.library(peer, SWAPS if self.codecs[peer] else HONEST)

    def deviation(self):
        self.stated = not self.stated
        self.kept_runs.fake_runs.entries(STATED if self.stated else "  []\n")

    def golden_accepted(self):
        """The bytes of a golden are read by every reader."""
        self.golden = not self.golden

    def jdk_replaced(self):
        self.runtime = not self.runtime
        self.kept_runs.runtime.unlink()
        self.kept_runs.runtime.symlink_to(self.kept_runs.folder / ("21.0.1" if self.runtime else "17.0.1"))

    def tree_changed(self):
        self.tree = not self.tree
        self.kept_runs.tree.write_text("v2" if self.tree else "v1")

    ALL = (codec_of_one, codec_of_two, deviation, golden_accepted, jdk_replaced, tree_changed)

    def sources(self) -> list[ByteSource]:
        case = next(case for case in self.kept_runs.fake_runs.cases if case.name == "M/swap")
        source = ByteSource(
            "golden.bin", "json", case.message, b"J" + case.view, case, writer="one:json/fake", expect=case.view
        )
        return [source] if self.golden else []


@pytest.mark.parametrize("seed", range(3))
def test_after_any_edits(kept_runs, seed):
    chance, edits = random.Random(seed), Edits(kept_runs)
    for number in range(EDITS):
        for _ in range(chance.randint(0 if number else 1, 2)):
            chance.choice(Edits.ALL)(edits)
        code, report = kept_runs.run(sources=edits.sources())
        lines, kept = kept_runs.lines, report.footer.kept.cells
        fresh, report = kept_runs.run(fresh=True, store="another", sources=edits.sources())
        assert (code, lines) == (fresh, kept_runs.lines)
        assert report.footer.kept.cells == 0
    assert kept > 0
    # Nothing was edited since, so all is kept.
    _, report = kept_runs.run(sources=edits.sources())
    assert report.footer.kept.cells == report.footer.cells

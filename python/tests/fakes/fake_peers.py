"""Fixtures of fake peers, for the tests of all packages."""

import sys
from pathlib import Path

import pytest

from wirebed.peers import Deadlines, PeerSpec, Pool

FAKE = Path(__file__).with_name("fake_peer.py")


@pytest.fixture
def fake(tmp_path):
    """fake("java", "crash:MARK") -> a PeerSpec of a fake peer."""

    def make(name="fake", *misbehaviours):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        run = (sys.executable, str(FAKE), name, str(folder), *misbehaviours)
        return PeerSpec(name, name.title(), folder, run)

    return make


@pytest.fixture
def pool(tmp_path):
    """pool(spec, ...) -> a started Pool with short deadlines, closed after the test."""
    opened = []

    def make(*specs, base=20.0, suspect=1.0):
        tree = tmp_path / "tree"
        tree.mkdir(exist_ok=True)
        made = Pool(specs, tree, tmp_path / "log", Deadlines(base, suspect, 1.0))
        opened.append(made)
        return made.__enter__()

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def fake_runs(tmp_path, fake):
    """Runs of fake peers (fake_runs.py)."""
    from fake_runs import FakeRuns

    return FakeRuns(tmp_path, fake)

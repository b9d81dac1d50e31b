"""The fake peers of the runner's tests, with kept answers."""

import importlib.util
import sys
from pathlib import Path

import pytest

from wirebed_build.trees import fingerprint

_spec = importlib.util.spec_from_file_location("runner_fixtures", Path(__file__).parents[1] / "runner" / "conftest.py")
_runner = importlib.util.module_from_spec(_spec)
sys.modules["runner_fixtures"] = _runner
_spec.loader.exec_module(_runner)
fake, bench = _runner.fake, _runner.bench


@pytest.fixture
def kept_bench(tmp_path, bench, monkeypatch):
    from kept_bench import KeptBench

    # Files that are young are hashed each time otherwise, which is right, too.
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    folder = tmp_path / "kept_bench"
    folder.mkdir()
    return KeptBench(bench, folder)

"""Runs of fake peers with kept answers."""

import pytest

from wirebed_build.trees import fingerprint


@pytest.fixture
def kept_bench(tmp_path, bench, monkeypatch):
    from kept_bench import KeptBench

    # Files that are young are hashed each time otherwise, which is right, too.
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    folder = tmp_path / "kept_bench"
    folder.mkdir()
    return KeptBench(bench, folder)

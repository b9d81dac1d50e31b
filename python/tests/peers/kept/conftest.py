"""Runs of fake peers with kept answers."""

import pytest

from wirebed_build.trees import fingerprint


@pytest.fixture
def kept_runs(tmp_path, tmp_path_factory, fake_runs, monkeypatch):
    from kept_runs import KeptRuns

    # Files that are young are hashed each time otherwise, which is right, too.
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    folder = tmp_path / "kept_runs"
    folder.mkdir()
    return KeptRuns(fake_runs, folder, tmp_path_factory.getbasetemp() / "hashes.json")

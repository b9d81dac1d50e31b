"""What a replay keeps is kept in a folder of each test."""

import pytest


@pytest.fixture(autouse=True)
def kept(tmp_path, monkeypatch):
    folder = tmp_path / "kept"
    monkeypatch.setattr("wirebed_replay.corpus.FOLDER", folder)
    return folder

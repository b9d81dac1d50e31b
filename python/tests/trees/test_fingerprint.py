"""The memory of hashes: what it keeps, and what it forgets."""

import os

import msgspec
import pytest

from wirebed_build.trees import fingerprint
from wirebed_build.trees.fingerprint import FileHashes


@pytest.fixture
def hashed(tmp_path, monkeypatch):
    """hashed(names…) -> the paths in the memory after files of these names were hashed and the memory was saved."""
    monkeypatch.setattr(fingerprint, "_YOUNG", -1)
    memory = tmp_path / "memory.json"

    def of(*names: bytes) -> list[str]:
        hashes = FileHashes(memory)
        for name in names:
            path = os.path.join(os.fsencode(tmp_path), name)
            with open(path, "wb") as file:
                file.write(name)
            assert hashes.hash(os.fsdecode(path)) is not None
        hashes.save()
        return sorted(msgspec.json.decode(memory.read_bytes()))

    return of


def test_it_keeps_what_was_hashed(hashed, tmp_path):
    assert hashed(b"one", b"two") == [str(tmp_path / "one"), str(tmp_path / "two")]
    assert hashed(b"three") == [str(tmp_path / name) for name in ("one", "three", "two")]


def test_a_name_in_no_encoding_is_hashed_and_not_kept(hashed, tmp_path):
    assert hashed(b"\xff", b"one") == [str(tmp_path / "one")]


def test_a_large_memory_forgets_files_that_nobody_asks_for(hashed, tmp_path, monkeypatch):
    hashed(b"one", b"two")
    monkeypatch.setattr(fingerprint, "_MANY", 2)
    assert hashed(b"two", b"three") == [str(tmp_path / "three"), str(tmp_path / "two")]


@pytest.mark.parametrize("damaged", [b"", b"[]", b'{"/a": 1}', b'{"/a": [{}]}'])
def test_a_damaged_memory_costs_only_time(tmp_path, damaged):
    memory = tmp_path / "memory.json"
    memory.write_bytes(damaged)
    assert FileHashes(memory).hash(__file__) is not None

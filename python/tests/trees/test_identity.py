"""The identity of a build: of contents alone, and of all that a process runs or reads."""

import os
import shutil
from pathlib import Path

import pytest

from wirebed_build.languages import discovery, peer_yaml
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.loaded import Loaded
from wirebed_build.trees import fingerprint, identity
from wirebed_build.trees.fingerprint import FileHashes


def nothing(stated: str) -> Loaded:
    """What processes are known to load."""
    return Loaded()


class Place:
    """A checkout with a peer `p` and a built tree; what the machine has stands in `machine`."""

    def __init__(self, root: Path, machine: Path):
        self.root, self.tree = root, root / "build/trees/t"
        for name, text in {
            "p/main.src": "main",
            "build/lib/a.jar": "library",
            "build/trees/t/schema.binpb": "schema",
            "build/trees/t/proto.list": f"a.proto\t{root}/a.proto",
            "build/trees/t/out": "program",
            "build/archive": "of classes",
        }.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        step = {"inputs": ["main.src"], "outputs": ["{tree}/out"], "name": "tree", "command": ["make", "{tree}"]}
        derived = {"outputs": ["{build}/archive"], "name": "archive", "command": ["make", "archive"], "derived": True}
        tools = {str(machine / "jdk/javac"): ["../release"], "$WIREBED_SOME_FLAG": None}
        self.peer = Peer(root / "p", {"name": "p", "language": "L", "run": ["sh", "{tree}/out"],
                                      "build": [step, derived], "loads": ["{build}/lib"],
                                      "toolchain": tools})  # fmt: skip


@pytest.fixture
def identities(tmp_path, monkeypatch):
    """`identities(checkout)`: that of its peer, as (build, sources)."""
    machine = tmp_path / "machine"
    (machine / "jdk").mkdir(parents=True)
    (machine / "jdk/javac").write_text("compiler")
    (machine / "release").write_text("17.0.1")
    memory = tmp_path / "hashes.json"

    def of(checkout: str = "here") -> tuple[str, str]:
        place = Place(tmp_path / checkout, machine) if not (tmp_path / checkout).exists() else of.places[checkout]
        of.places[checkout] = place
        monkeypatch.setattr(peer_yaml, "BUILD", place.root / "build")
        monkeypatch.setattr(discovery, "discover", lambda names=None: [place.peer])
        hashes = FileHashes(memory)
        found = identity.of("p", place.tree, nothing, hashes).digest, identity.of_sources(place.peer, hashes)
        hashes.save()
        return found

    of.places = {}
    monkeypatch.setattr(fingerprint, "_YOUNG", 0)
    return of


def test_it_is_the_same_in_every_checkout(identities):
    assert identities("here") == identities("elsewhere")


@pytest.mark.parametrize(
    ("path", "build", "sources"),
    [
        ("here/p/main.src", False, True),
        ("here/build/lib/a.jar", True, True),
        ("here/build/trees/t/schema.binpb", True, False),
        ("here/build/trees/t/out", True, False),
        ("here/build/trees/t/proto.list", False, False),
        ("here/build/archive", False, False),
        ("machine/jdk/javac", True, True),
        ("machine/release", True, True),
    ],
)
def test_it_changes_with_each_content_that_counts(identities, tmp_path, path, build, sources):
    before = identities()
    (tmp_path / path).write_text("another")
    assert [was != now for was, now in zip(before, identities(), strict=True)] == [build, sources]


def test_a_library_that_is_replaced_by_one_of_its_size_and_time_is_another(identities, tmp_path):
    before, path = identities(), tmp_path / "here/build/lib/a.jar"
    about = path.stat()
    shutil.copy(path, tmp_path / "copy")
    (tmp_path / "copy").write_text("LIBRARY")
    os.utime(tmp_path / "copy", ns=(about.st_atime_ns, about.st_mtime_ns))
    (tmp_path / "copy").replace(path)
    assert identities() != before
    path.write_text("library")
    assert identities() == before


def test_a_variable_of_the_environment_counts(identities, monkeypatch):
    before = identities()
    monkeypatch.setenv("WIREBED_SOME_FLAG", "-O0")
    assert identities() != before


def test_what_is_derived_counts_no_more_where_a_process_maps_it(tmp_path, monkeypatch):
    place = Place(tmp_path, tmp_path / "machine")
    monkeypatch.setattr(peer_yaml, "BUILD", place.root / "build")
    monkeypatch.setattr(identity, "BUILD", place.root / "build")
    monkeypatch.setattr(discovery, "discover", lambda names=None: [place.peer])

    def of(*files: str) -> identity.Identity:
        loaded = Loaded(frozenset(str(place.root / file) for file in files))
        return identity.of("p", place.tree, lambda stated: loaded, FileHashes(tmp_path / "hashes.json"))

    assert of("build/archive").digest == of().digest != of("p/main.src").digest

"""An archive of Java classes is no part of a build's identity, since the JVM takes none that was made of other jars."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from wirebed.bed import BUILD, Bed
from wirebed_build.trees import ensure

# As `run:` of the peer names them: the folder in which it starts, its archive and its own jar.
PEERS = {
    "java": (".", "build/java/peer.jsa", "build/java/lib/wirebed-peer.jar", "gson-*.jar"),
    "legacy": ("java", "../build/legacy/peer.jsa", "../build/legacy/lib/wirebed-legacy.jar", "json-lib-*.jar"),
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A checkout with the jars of the peers, as they were built."""
    ensure(Bed.open(), list(PEERS))
    for name in PEERS:
        shutil.copytree(BUILD / name / "lib", tmp_path / "build" / name / "lib")
        shutil.copy2(BUILD / name / "peer.jsa", tmp_path / "build" / name)
    shutil.copy2(BUILD / "java/wirebed-core.jar", tmp_path / "build/java")
    (tmp_path / "java").mkdir()
    return tmp_path


def start(place: Path, name: str) -> str:
    """What the JVM says that has to take the archive: where it does, the peer asks for a tree."""
    folder, archive, jar, _ = PEERS[name]
    words = ["java", "-XX:+UseSerialGC", "-Xshare:on", f"-XX:SharedArchiveFile={archive}", "-jar", jar]
    done = subprocess.run(words, cwd=place / folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", PEERS)
def test_an_archive_serves_every_checkout(place, name):
    assert "usage: " in start(place, name)


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize("own", [True, False], ids=["own", "library"])
def test_an_archive_of_other_jars_is_refused(place, name, own):
    _, _, jar, libraries = PEERS[name]
    path = place / PEERS[name][0] / jar
    changed = path if own else next(path.parent.glob(libraries))
    os.utime(changed, ns=(0, changed.stat().st_mtime_ns + 10**9))
    assert "A jar file is not the one used while building the shared archive file" in start(place, name)

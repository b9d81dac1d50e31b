"""Builds of several peers: the first failure ends all of them, and a terminal shows how far they are."""

import time

import pytest

from wirebed.errors import UserError
from wirebed_build import trees
from wirebed_build.languages import discovery
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.progress import Progress
from wirebed_build.trees import fingerprint, process, steps, tree
from wirebed_build.trees.follow import Follower
from wirebed_build.trees.process import Processes
from wirebed_build.trees.tree import Tree


@pytest.fixture
def build(tmp_path, monkeypatch):
    """`build({peer: script})`: builds these peers at the same time."""
    for module in (fingerprint, steps):
        monkeypatch.setattr(module, "STAMPS", tmp_path / "stamps")
    for module in (process, tree):
        monkeypatch.setattr(module, "BUILD", tmp_path)
    (tmp_path / "a.proto").write_text('syntax = "proto3"; package a; message M { int32 n = 1; }')

    def of(scripts: dict[str, str]):
        peers = [
            Peer(tmp_path, {"name": name, "language": "L", "run": ["true"],
                            "build": [{"name": "tree", "command": ["sh", "-c", script, "{tree}"]}]})
            for name, script in scripts.items()
        ]  # fmt: skip
        monkeypatch.setattr(discovery, "discover", lambda names=None: peers)
        progress = Progress("build", silent=(process.Stopped,))
        trees.ensure_tree(Tree("t", ("a.proto",), (tmp_path,)), progress=progress)

    return of


def test_the_first_failure_ends_the_other_builds(build, tmp_path, capsys):
    other, begun = tmp_path / "other", time.monotonic()
    wait = f"while [ ! -e {other} ]; do sleep 0.05; done; echo 'src/a.cc:3:9: error: no such thing'; exit 1"
    with pytest.raises(UserError) as raised:
        build({"one": f"touch {other}; sleep 300; touch {tmp_path}/ended", "two": wait})
    assert "two tree (t) failed with exit code 1\nsrc/a.cc:3:9: error: no such thing" in str(raised.value)
    assert "one" not in str(raised.value) and not (tmp_path / "ended").exists()
    assert time.monotonic() - begun < 290
    assert capsys.readouterr().err.splitlines()[-1].startswith("build: two tree (t): failed after ")


def test_the_counts_of_ninja_and_the_last_line_of_others_are_shown(tmp_path):
    log, shown = tmp_path / "log", []
    log.write_bytes(b"$ the command\n")
    follower = Follower(log, lambda *what: shown.append(what))
    for added in (
        b"",
        b"[1/41] Buil",
        b"ding a\n[2/41] Building b\n",
        b"warning: c\n",
        b"[INFO] Compiling 12 files\n[INFO] ---\n[WARNING] a\n\n",
    ):
        with log.open("ab") as file:
            file.write(added)
        follower.look()
    assert shown == [("$ the command",), ("2/41", 2, 41), ("warning: c",), ("Compiling 12 files",)]


def test_a_command_is_followed_while_it_runs_and_its_log_is_whole(tmp_path):
    shown, log = [], tmp_path / "log"
    script = f"echo '[7/9] x'; while [ ! -e {tmp_path}/seen ]; do sleep 0.05; done; echo end"

    def watch(*what):
        shown.append(what)
        if "7/9" in what:
            (tmp_path / "seen").touch()

    assert Processes().run(["sh", "-c", script], tmp_path, log, watch=watch) == 0
    assert ("7/9", 7, 9) in shown and log.read_text().endswith("[7/9] x\nend\n")

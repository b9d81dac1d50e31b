"""Build steps: done when their inputs changed, told when they fail, `unsupported` when they say so."""

import os
from concurrent.futures import ThreadPoolExecutor

import pytest

from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.progress import Progress
from wirebed_build.trees import fingerprint, process, steps
from wirebed_build.trees.cache import Cache
from wirebed_build.trees.fingerprint import FileHashes
from wirebed_build.trees.process import Processes
from wirebed_build.trees.tree import Tree


@pytest.fixture
def build(tmp_path, monkeypatch):
    """`build(command)`: one step of a peer that reads `input` and should write `output`; how often it has run."""
    for module in (fingerprint, steps):
        monkeypatch.setattr(module, "STAMPS", tmp_path / "stamps")
    monkeypatch.setattr(process, "BUILD", tmp_path)
    monkeypatch.setattr("wirebed_build.trees.tree.BUILD", tmp_path)
    (tmp_path / "input").write_text("1")

    def run(script: str) -> int:
        command = ["sh", "-c", f"echo run >> {tmp_path}/count; {script}"]
        step = {"name": "tree", "inputs": ["input"], "outputs": ["{tree}/output"], "command": [*command, "{tree}"]}
        peer = Peer(tmp_path, {"name": "p", "build": [step]})
        tree = Tree("t", (), ())
        hashes, cache = FileHashes(tmp_path / "hashes.json"), Cache(tmp_path / "cache")
        steps.build_peer(peer, steps.Build(tree, hashes, Processes(), Progress("build", quiet=True), cache))
        return len((tmp_path / "count").read_text().splitlines())

    return run


def test_a_step_runs_when_its_inputs_command_or_outputs_changed(build, tmp_path):
    touch = 'touch "$0"/output'
    assert build(touch) == 1
    assert build(touch) == 1
    (tmp_path / "input").write_text("22")
    assert build(touch) == 2
    assert build(f"{touch}; true") == 3
    (tmp_path / "trees/t/output").unlink()
    assert build(f"{touch}; true") == 3, "the build cache has it"
    assert (tmp_path / "trees/t/output").exists()


def test_a_failed_step_shows_the_error_and_its_log(build, tmp_path):
    noise = "; ".join(["echo filler"] * 60)
    with pytest.raises(UserError) as raised:
        build(f"echo 'a.c:3: error: no such thing'; {noise}; exit 3")
    assert "p tree (t) failed with exit code 3\na.c:3: error: no such thing\n…\nfiller" in str(raised.value)
    assert "log/t-p-tree.log" in str(raised.value)
    with pytest.raises(UserError):
        build("exit 3")


def test_exit_code_65_is_a_remembered_unsupported_with_the_compilers_message(build, tmp_path):
    unsupported = tmp_path / "trees/t/p/unsupported"
    assert build("echo no editions here; exit 65") == 1
    assert unsupported.read_text() == "no editions here\n"
    assert build("echo no editions here; exit 65") == 1
    assert build('touch "$0"/output') == 2
    assert not unsupported.exists()


def test_a_missing_command_is_an_error(tmp_path):
    with pytest.raises(UserError, match="cannot run nosuchprogram"):
        Processes().run(["nosuchprogram"], tmp_path, tmp_path / "log")


@pytest.fixture
def of_two(tmp_path, build):
    """`of_two(tree, script)`: builds a peer of two steps, of which `script` is the one for a tree; None: without it."""

    def run(tree: str, script: str | None):
        base = {"name": "base", "inputs": ["input"], "outputs": [str(tmp_path / "base")],
                "command": ["sh", "-c", f"touch {tmp_path}/base"]}  # fmt: skip
        of_tree = {"name": "tree", "inputs": ["{tree}/x"], "outputs": ["{tree}/output"],
                   "command": ["sh", "-c", f'{script}; touch "$0"/output', "{tree}"]}  # fmt: skip
        peer = Peer(tmp_path, {"name": "p", "build": [base, of_tree] if script else [base]})
        hashes, cache = FileHashes(tmp_path / "hashes.json"), Cache(tmp_path / "cache")
        made = steps.Build(Tree(tree, (), ()), hashes, Processes(), Progress("build", quiet=True), cache)
        steps.build_peer(peer, made)

    return run


@pytest.mark.parametrize("script", [None, "true"])
def test_a_build_does_not_wait_for_that_of_another_tree(of_two, tmp_path, script):
    os.mkfifo(tmp_path / "go")
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(of_two, "slow", f"touch {tmp_path}/begun; read line < {tmp_path}/go")
        while not (tmp_path / "begun").exists():
            assert not slow.done(), slow.result()
        of_two("quick", script)
        assert not slow.done()
        (tmp_path / "go").write_text("\n")
        slow.result()


def test_what_all_trees_share_does_not_change_while_a_tree_is_built(of_two, tmp_path, capfd):
    os.mkfifo(tmp_path / "go")
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(of_two, "slow", f"touch {tmp_path}/begun; read line < {tmp_path}/go; cp {tmp_path}/base $0")
        while not (tmp_path / "begun").exists():
            assert not slow.done(), slow.result()
        (tmp_path / "input").write_text("another")
        new = pool.submit(of_two, "quick", None)
        while "waiting for another build of peer-p" not in capfd.readouterr().err:
            assert not new.done()
        (tmp_path / "go").write_text("\n")
        slow.result(), new.result()

"""The benchmark program of a peer: a build of its own after the peer, only when it is asked for."""

import json

import pytest

from wirebed.errors import UserError
from wirebed_build import trees
from wirebed_build.languages import discovery, peer_yaml
from wirebed_build.languages.peer_yaml import Peer
from wirebed_build.progress import Progress
from wirebed_build.trees import fingerprint, process, steps, tree
from wirebed_build.trees.tree import Tree

TEMPLATE = "{{ schema.classes | map(attribute='message') | join(',') }}\n"


@pytest.fixture
def peer(tmp_path, monkeypatch):
    """A peer `p` whose build and whose program's build say what they see in `said`."""
    for module in (fingerprint, steps):
        monkeypatch.setattr(module, "STAMPS", tmp_path / "stamps")
    for module in (process, tree):
        monkeypatch.setattr(module, "BUILD", tmp_path)
    (tmp_path / "bench.j2").write_text(TEMPLATE)
    said = tmp_path / "said"

    def step(script: str) -> dict:
        return {"name": "tree", "outputs": [str(said)], "command": ["sh", "-c", script, "{tree}"]}

    def make(script: str = f"echo peer >> {said}") -> Peer:
        program = {
            "harness": "jmh",
            "version": "1",
            "plain": {"template": "bench.j2", "each": "tree", "path": "all.txt"},
            "build": [step(f'cat "$0"/plain/p-bench/all.txt >> {said}')],
            "run": ["true"],
        }
        peer = Peer(
            tmp_path, {"name": "p", "language": "L", "build": [step(script)], "run": ["true"], "bench": program}
        )
        monkeypatch.setattr(discovery, "discover", lambda names=None: [peer])
        return peer

    return make


def built(tmp_path, bench: bool) -> list[str]:
    (tmp_path / "a.proto").write_text('syntax = "proto3"; package a; message M { int32 n = 1; }')
    trees.ensure_tree(
        Tree("t", ("a.proto",), (tmp_path,)),
        progress=Progress("build", quiet=True),
        programs=("bench",) if bench else (),
    )
    return (tmp_path / "said").read_text().split() if (tmp_path / "said").exists() else []


def test_it_is_built_after_the_peer_with_its_own_plain_classes_when_asked_for(peer, tmp_path):
    peer()
    assert built(tmp_path, bench=False) == ["peer"]
    assert built(tmp_path, bench=True) == ["peer", "a.M"]


def test_it_is_not_built_for_a_schema_that_the_peer_does_not_support(peer, tmp_path):
    peer("exit 65")
    assert built(tmp_path, bench=True) == []


def test_a_program_without_a_command_is_an_error_at_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(peer_yaml, "BUILD", tmp_path)
    path = tmp_path / "peer.yaml"
    path.write_text(json.dumps({"name": "p", "language": "L", "run": ["p"], "bench": {"harness": "h", "version": "1"}}))
    with pytest.raises(UserError, match=r"peer\.yaml: `bench` has no `run:`"):
        peer_yaml.load(path)

"""The contract of proto/wirebed/README.md, kept by each peer that answers from descriptors alone."""

import pytest

from wirebed.bed import Bed
from wirebed.bed.glob import matches
from wirebed.bed.schema import Schema
from wirebed.peers import discover
from wirebed_build.trees import ensure_descriptors
from wirebed_build.trees.tree import Tree
from wirebed_peer_test.command import PeerTest

SPECS = discover(compiled=False)
# Text of proto2 that is not UTF-8: fixtures/evolution/descriptors.yaml.
KNOWN = {"java": "cases none/message Text2/*utf8*"}


@pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
def test_the_contract(spec):
    if spec.left_out:
        pytest.skip(spec.left_out)
    tree = ensure_descriptors(Tree.of_bed(Bed.open()), [spec.name])
    asked = PeerTest(Bed.open(), spec, tree, Schema.load(tree))
    asked.ask()
    assert {"pipe", "cases", "unknown", "damage", "edits", "garbage"} <= {group.name for group in asked.groups}
    failed = [one for group in asked.groups for some in group.failures.values() for one in some]
    assert [one.name for one in failed if not matches(one.name, KNOWN.get(spec.name, "none"))] == []
    assert bool(failed) is (spec.name in KNOWN)

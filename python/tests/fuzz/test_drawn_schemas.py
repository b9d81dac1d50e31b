"""Random pairs of schemas: the same from the same seed, of all kinds, and such as protoc takes."""

import subprocess
import sys
from collections import Counter
from functools import cache

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirebed_fuzz.schemas.ask import write
from wirebed_fuzz.schemas.pair import EDITS, draw_pairs, made
from wirebed_fuzz.schemas.text import text
from wirebed_fuzz.schemas.together import comparable, singles

SIDES = ("old", "new")
# What a run of the usual size holds of what its changes are about.
KINDS = (
    "field added", "required field added", "field removed", "field removed and reserved", "field renumbered",
    "field renamed, declared as renamed", "field renamed, declared as reused", "field renamed, undeclared",
    "field takes what is reserved", "numbers of two fields swapped", "member of a oneof added", "into a new oneof",
    "into a oneof that is there", "out of a oneof", "packed -> unpacked", "unpacked -> packed", "default changed",
    "json_name changed", "repeated -> optional", "optional -> repeated", "number -> number", "number -> string",
    "number -> message", "string -> number", "message -> number", "enum -> number", "number -> enum",
    "well-known type -> number", "key of a map", "map -> list of its entries", "list of entries -> map",
    "group -> message", "message -> group", "enum value added", "enum value removed", "enum value renumbered",
    "enum value renamed, declared", "reserved", "no longer reserved", "message moved out of another",
    "message moved into another", "message renamed, declared", "message removed", "proto2 -> proto3",
)  # fmt: skip


drawn = cache(draw_pairs)  # most of the time goes there


@pytest.fixture
def pairs():
    return drawn(1, 300)


def test_a_seed_gives_the_same_pairs(pairs):
    again = [(text(pair.old), text(pair.new)) for pair in draw_pairs(1, 60)]
    assert again == [(text(pair.old), text(pair.new)) for pair in pairs[:60]]
    assert [text(pair.old) for pair in draw_pairs(2, 3)] != [text(pair.old) for pair in pairs[:3]]


def test_each_pair_has_one_to_three_changes_and_each_change_shows(pairs):
    assert set(Counter(len(pair.edits) for pair in pairs)) == {1, 2, 3}
    for pair in pairs:
        steps = [made(pair.old, pair.edits[:count]) for count in range(len(pair.edits) + 1)]
        assert all(one != other for one, other in zip(steps, steps[1:], strict=False))


def test_a_run_holds_all_kinds(pairs):
    held = {edit.kind for pair in pairs for edit in pair.edits}
    assert [kind for kind in KINDS if kind not in held] == []
    assert len(set(EDITS)) > 30


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(("seed", "count"), [(1, 300), (2, 60)])
def test_protoc_takes_them(tmp_path, side, seed, count):
    every = drawn(seed, count)
    alone = [one for pair in every if comparable(pair) for one in singles(pair)]
    write([*every, *alone], tmp_path)
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{tmp_path / side}", f"-o{tmp_path / 'all'}"]
    names = [path.name for path in (tmp_path / side).iterdir()]
    done = subprocess.run([*command, *names], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(FileDescriptorSet.FromString((tmp_path / "all").read_bytes()).file) == len(every) + len(alone)


def test_two_changes_of_different_places_are_made_alone(pairs):
    compared = [pair for pair in pairs if comparable(pair)]
    assert len(compared) > 30
    for pair in compared:
        first, second = singles(pair)
        assert first.edits + second.edits == pair.edits
        assert not pair.edits[0].places & pair.edits[1].places

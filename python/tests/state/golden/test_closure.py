"""The schema closure of a message changes with all that its bytes depend on, and with nothing else."""

from __future__ import annotations

import shutil

import pytest

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.state.golden.closure import closure_hash, closure_text
from wirebed_build.trees import ensure

PROTO = """syntax = "proto3";
package t;
import "wirebed/options.proto";
// The message of which goldens were taken.
message M {
  int32 a = 1;
  repeated Inner inner = 2;
  optional Kind kind = 3;
  map<string, Inner> named = 4;
  string amount = 5 [(wirebed.plain) = {type: DECIMAL}];
}
message Inner { M parent = 1; double d = 2; }
enum Kind { NONE = 0; ONE = 1; }
message Other { int32 a = 1; }
"""


@pytest.fixture(scope="module")
def hash_of(tmp_path_factory):
    """Builds the schema from a text; peers are not needed for that."""
    root = tmp_path_factory.mktemp("bed")
    (root / "proto").mkdir()
    bed = Bed.open(root)

    def build(text: str) -> tuple[str, str]:
        (root / "proto/m.proto").write_text(text)
        schema = Schema.load(ensure(bed, []))
        return closure_hash(schema, "t.M"), closure_text(schema, "t.M")

    yield build
    shutil.rmtree(bed.tree_dir, ignore_errors=True)


def test_what_does_not_count(hash_of):
    before, text = hash_of(PROTO)
    assert len(before) == 16 and "message t.Inner" in text and "enum t.Kind" in text and "t.Other" not in text
    for old, new in (
        ("// The message of", "// Of this message"),
        ("message Other { int32 a = 1; }", "message Other { int64 b = 2; }"),
        ("message Other { int32 a = 1; }", ""),
    ):
        assert hash_of(PROTO.replace(old, new))[0] == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("int32 a = 1;", "int64 a = 1;"),
        ("int32 a = 1;", "int32 b = 1;"),
        ("int32 a = 1;", "int32 a = 6;"),
        ("int32 a = 1;", "optional int32 a = 1;"),
        ("int32 a = 1;", 'int32 a = 1 [json_name = "A"];'),
        ("double d = 2;", "double d = 2; bool b = 3;"),
        ("ONE = 1;", "ONE = 2;"),
        ("ONE = 1;", "ONE = 1; TWO = 2;"),
        ("map<string, Inner>", "map<int32, Inner>"),
        ("{type: DECIMAL}", "{type: AS_DECLARED}"),
        ("repeated Inner inner = 2;", "repeated Inner inner = 2 [(wirebed.plain) = {collection: ARRAY}];"),
        ("package t;", 'package t;\noption (wirebed.plain_package) = "com.example";'),
    ],
)
def test_what_counts(hash_of, old, new):
    before = hash_of(PROTO)[0]
    assert hash_of(PROTO.replace(old, new, 1))[0] != before

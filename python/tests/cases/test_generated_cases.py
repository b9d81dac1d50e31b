"""Values for a bed without fixtures: complete, deterministic, and blind to the order of declarations."""

import pytest

from wirebed import cases, view

FIRST = """
syntax = "proto2";
message Top {
  optional uint64 big = 1;
  repeated string texts = 2;
  map<int32, Top> tops = 3;
  optional Top top = 4;
  oneof choice { int32 number = 5; bytes raw = 6; }
  required Color color = 7;
  extensions 100 to 200;
}
enum Color { RED = 3; BLUE = -1; }
message Endless { required Endless more = 1; }
extend Top { optional string extra = 100; }
"""
TURNED = """
syntax = "proto2";
enum Color { BLUE = -1; RED = 3; }
extend Top { optional string extra = 100; }
message Endless { required Endless more = 1; }
message Top {
  required Color color = 7;
  oneof choice { bytes raw = 6; int32 number = 5; }
  extensions 100 to 200;
  optional Top top = 4;
  map<int32, Top> tops = 3;
  repeated string texts = 2;
  optional uint64 big = 1;
}
"""


@pytest.fixture
def values(tmp_path, compiled):
    """Schema text -> generated cases by name."""

    def make(text, seed=1):
        (tmp_path / "top.proto").write_text(text)
        schema = compiled(tmp_path / "tree", tmp_path, ["top.proto"])
        return {case.name: case for case in cases.generated(schema, seed)}

    return make


def sorted_fields(node):
    """A view as nested values, without the order of fields."""
    if chr(node.tag) == "r":
        return {key: sorted_fields(child) for key, child in zip(node.keys, node.children, strict=True)}
    if chr(node.tag) == "m":
        return {key.value: sorted_fields(child) for key, child in zip(node.keys, node.children, strict=True)}
    return [sorted_fields(child) for child in node.children] or node.value


def read(found):
    return {name: sorted_fields(view.parse(case.view)) for name, case in found.items()}


def test_order_of_declaration_does_not_matter(values):
    assert read(values(FIRST)) == read(values(TURNED))


def test_the_patterns_of_generated_cases(values):
    found = values(FIRST)
    expected = {"empty", "zero", "many"} | {f"edge_{k}" for k in range(9)} | {f"limit_{k}" for k in range(5)}
    assert set(found) == {f"Top/{name}" for name in expected}
    empty = view.parse(found["Top/empty"].view)
    assert [key for key, node in zip(empty.keys, empty.children, strict=True) if chr(node.tag) not in "lm"] == [7]
    texts = {node.value for node in view.parse(found["Top/many"].view).field(2).children}
    assert {"", "z{|}~\x7f", "é€😀"} <= texts
    assert view.parse(found["Top/limit_0"].view).field(1).value == 2**64 - 1
    assert view.parse(found["Top/limit_0"].view).field(100) is not None
    members = {key for name in found for key in view.parse(found[name].view).keys}
    assert {5, 6} <= members


def test_deterministic(values):
    assert read(values(FIRST)) == read(values(FIRST))


def test_every_interop_message(schema):
    """All kinds of fields of the interop tree can be filled, and what is made is a view."""
    found = cases.generated(schema, 1)
    for case in found:
        assert chr(view.parse(case.view).tag) == "r"
    assert {case.message for case in found} >= {"interop.WellKnown", "interop.names.Object", "interop.Groups"}


def test_one_name_in_two_packages(tmp_path, compiled):
    for package in ("a", "b"):
        (tmp_path / f"{package}.proto").write_text(
            f'syntax = "proto3"; package {package}; message M {{ int32 n = 1; }}'
        )
    found = cases.generated(compiled(tmp_path / "tree", tmp_path, ["a.proto", "b.proto"]))
    assert {case.name.split("/")[0] for case in found} == {"a.M", "b.M"}

"""Which cases a bed has: its own, the generated ones beside them, and what fixtures/bed.yaml says of that."""

import pytest

from wirebed import cases
from wirebed.bed import Bed
from wirebed.errors import UserError

PROTO = 'syntax = "proto3"; package t; message M { int32 a = 1; }'
CASE = "# proto-file: m.proto\n# proto-message: t.M\n# about: a value\na: 7\n"


@pytest.fixture
def small(bed, compiled):
    (bed.proto_root / "m.proto").write_text(PROTO)
    return compiled(bed.root / "tree", bed.proto_root, ["m.proto"])


def names(bed, schema) -> set[str]:
    return {case.name for case in cases.of_bed(bed, schema)}


def test_generated_cases_run_beside_those_of_a_bed(bed, small):
    generated = names(bed, small)
    assert {"M/empty", "M/zero", "M/many", "M/edge_0"} <= generated
    bed.write("M/mine.txtpb", CASE)
    assert names(bed, small) == generated | {"M/mine"}


def test_a_case_of_a_bed_replaces_the_generated_one_with_its_name(bed, small):
    path = bed.write("M/edge_0.txtpb", CASE)
    (found,) = (case for case in cases.of_bed(bed, small) if case.name == "M/edge_0")
    assert found.path == path


def test_a_bed_can_switch_generated_cases_off(bed, small):
    bed.write("M/mine.txtpb", CASE)
    (bed.fixtures / "bed.yaml").write_text("generated: false\n")
    assert names(bed, small) == {"M/mine"}
    (bed.fixtures / "bed.yaml").write_text("generated: true\n")
    assert len(names(bed, small)) > 10


def test_this_repository_has_no_generated_cases(schema, loaded):
    assert names(Bed.open(), schema) == set(loaded)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "generate: false\n",
            r'bed.yaml:1:1: unknown key generate in bed.yaml; near: "generated"; known: baseline, codecs',
        ),
        ("generated: no, thanks\n", r"bed.yaml:1:12: true or false is wanted here"),
        ("", r"bed.yaml:1:1: the file is empty"),
    ],
)
def test_mistakes_are_reported_with_their_place(bed, small, text, told):
    bed.fixtures.mkdir()
    (bed.fixtures / "bed.yaml").write_text(text)
    with pytest.raises(UserError, match=told):
        cases.of_bed(bed, small)

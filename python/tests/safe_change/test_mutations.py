"""Relays that set a field beside a value that they do not know."""

import pytest
from schemas import PROTO2, words
from versions import samples

COLORS = "enum Color {{ RED = 0; GREEN = 2; {} }} message M {{ {} optional int32 z = 9; }}"


def mutations(found) -> dict[str, tuple[str, str]]:
    """What each relay gets and sets, and what its writer ought to see then."""
    told = {}
    for step in found.steps:
        for one in step.mutations:
            schema = found.changes.schema(one.sample.version)
            told[one.sample.version] = (
                found.text(f"{one.sample.name}.{one.name}"),
                words(one.gives.view, schema),
            )
    return told


def test_a_member_of_a_oneof_that_it_does_not_know(tmp_path):
    body = "message M {{ oneof o {{ int32 a = 1; {} }} }}"
    found = mutations(samples(tmp_path, body.format(""), body.format("string b = 2;")))
    assert found == {"v2": ('b: "a" and the relay sets a: 1', "a=1")}


@pytest.mark.parametrize("field", ["string a = 1;", "optional string a = 1;"])
def test_a_field_that_goes_into_a_oneof_beside_a_new_member(tmp_path, field):
    new = "message M { oneof o { string a = 1; int32 b = 2; } }"
    found = mutations(samples(tmp_path, f"message M {{ {field} }}", new))
    assert found == {"v2": ('b: 1 and the relay sets a: "a"', 'a="a"')}


def test_a_field_that_goes_out_of_a_oneof_that_loses_its_other_member(tmp_path):
    old = "message M { oneof o { string a = 1; int32 b = 2; } }"
    found = mutations(samples(tmp_path, old, "message M { string a = 1; reserved 2; }"))
    assert found == {"v1": ('b: 1 and the relay sets a: "a"', 'a="a"')}


def test_a_member_that_both_versions_know_is_no_surprise(tmp_path):
    body = "message M {{ oneof o {{ int32 a = 1; {} b = 2; }} }}"
    assert not mutations(samples(tmp_path / "1", body.format("string"), body.format("bytes")))
    apart = "message M { int32 a = 1; string b = 2; }"
    assert not mutations(samples(tmp_path / "2", apart, body.format("string")))


@pytest.mark.parametrize(
    ("field", "text", "gives"),
    [
        ("optional Color c = 1;", "c: BLUE and the relay sets c: GREEN", "c=2"),
        ("required Color c = 1;", "c: BLUE and the relay sets c: GREEN", "c=2"),
        (
            "map<string, Color> c = 1;",
            'c { key: "a" value: BLUE } and the relay sets c { key: "a" value: GREEN }',
            'c["a"]=2',
        ),
    ],
)
def test_a_number_that_a_closed_enum_lacks(tmp_path, field, text, gives):
    old, new = (COLORS.format(more, field) for more in ("", "BLUE = 3;"))
    assert mutations(samples(tmp_path / "grows", old, new, PROTO2)) == {"v2": (text, gives)}
    assert mutations(samples(tmp_path / "shrinks", new, old, PROTO2)) == {"v1": (text, gives)}


def test_a_closed_enum_in_a_oneof(tmp_path):
    """The relay sets the field itself, or another member."""
    field = "oneof o { Color c = 1; string s = 2; }"
    found = samples(tmp_path, *(COLORS.format(more, field) for more in ("", "BLUE = 3;")), PROTO2)
    (step,) = found.steps
    texts = [found.text(f"{one.sample.name}.{one.name}") for one in step.mutations]
    assert texts == ["c: BLUE and the relay sets c: GREEN", 'c: BLUE and the relay sets s: "a"']
    values = [found.probes[f"{one.sample.name}.{one.name}"].value.words for one in step.mutations]
    assert values == ["c is BLUE (3) and a relay sets it", "c is BLUE (3) and a relay sets s"]


def test_a_number_that_becomes_one_of_a_closed_enum(tmp_path):
    enum = "enum Color { RED = 1; } message M { optional %s c = 1; }"
    found = mutations(samples(tmp_path, enum % "int32", enum % "Color", PROTO2))
    assert found["v1"][0].endswith("and the relay sets c: RED") and found["v1"][1] == "c=1"


def test_an_open_enum_keeps_every_number(tmp_path):
    body = "enum E {{ Z = 0; A = 1; {} }} message M {{ E e = 1; map<string, E> m = 2; }}"
    assert not mutations(samples(tmp_path, body.format(""), body.format("B = 2;")))

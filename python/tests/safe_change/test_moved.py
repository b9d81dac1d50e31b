"""What is declared in another place now: types that fields follow, and fields that become extensions or the reverse."""

import pytest
from runs import SOON, run, shop
from schemas import PROTO2
from versions import changes, versions, whats

from wirebed.suites.evolution.model import Names
from wirebed_safe_change.moved import moved_as_well

INSIDE = "message M { message A { enum E { ZERO = 0; } E e = 1; } %s }"
BESIDE = "message A { enum E { ZERO = 0; } E e = 1; } message M { %s }"
NESTED = {"p.A": "p.M.A", "p.A.E": "p.M.A.E"}


def moved(folder, old: str, new: str, names: Names | None = None) -> dict[str, str]:
    return moved_as_well(names or Names(), *versions(folder, old, new)).renamed


@pytest.mark.parametrize("field", ["A a = 1;", "repeated A a = 1;", "map<int32, A> a = 1;", "oneof x { A a = 1; }"])
def test_a_message_moves_with_the_fields_that_have_its_type(tmp_path, field):
    assert moved(tmp_path / "in", BESIDE % field, INSIDE % field) == NESTED
    assert moved(tmp_path / "out", INSIDE % field, BESIDE % field) == {new: old for old, new in NESTED.items()}


def test_an_enum_moves_too(tmp_path):
    old, new = "enum E { ZERO = 0; } message M { E e = 1; }", "message M { enum E { ZERO = 0; } E e = 1; }"
    assert moved(tmp_path, old, new) == {"p.E": "p.M.E"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (BESIDE % "", INSIDE % ""),  # no field follows
        (BESIDE % "A a = 1;", INSIDE % "A a = 2;"),
        (BESIDE % "A a = 1; A b = 2;", "message C {} " + INSIDE % "A a = 1; C b = 2;"),
        (BESIDE % "A a = 1;", (INSIDE % "A a = 1;").replace("A", "B")),  # another name may be another thing
        (BESIDE % "A a = 1;", "message A {} " + INSIDE % "A a = 1;"),  # the old one is still there
    ],
)
def test_what_does_not_show_a_move(tmp_path, old, new):
    assert moved(tmp_path, old, new) == {}


def test_what_is_declared_counts_before_what_is_seen(tmp_path):
    old, new = BESIDE % "A a = 1;", INSIDE % "A a = 1;"
    assert moved(tmp_path / "reused", old, new, Names(apart=frozenset({"p.A"}))) == {}
    other = Names({"p.A": "p.Other"})
    assert moved(tmp_path / "renamed", old, new, other) == other.renamed


EXTENSION = "message M { extensions 5 to 9; } extend M { optional int32 x = 5; }"
MEMBER = "message M { oneof o { int32 x = 5; string y = 4; } }"


def test_an_extension_becomes_a_member_of_a_new_oneof_and_back(tmp_path):
    there = changes(tmp_path / "there", EXTENSION, MEMBER, PROTO2)
    assert not there.questions
    assert whats(there)["[p.x] -> x"][0] == "becomes a field of the message"
    back = changes(tmp_path / "back", MEMBER, EXTENSION, PROTO2)
    assert not back.questions and whats(back)["x -> [p.x]"][0] == "becomes an extension"


def test_the_report_says_that_a_message_moved_and_asks_nothing():
    head = 'syntax = "proto3"; package shop; '
    report = run(shop("beside", head + BESIDE % "A a = 1;"), shop("inside", head + INSIDE % "A a = 1;"), peers=SOON)
    assert report.code == 0 and not report.footer["undeclared"] and report.footer["named"] == {"safe": 1}
    [told] = [line["change"] for line in report.lines if "kind" in line.get("change", ())]
    assert (told["name"], told["what"]) == ("shop.A", ["moved to shop.M.A"]) and "hint" not in told

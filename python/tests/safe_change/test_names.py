"""What has a full name and is gone or of another type; no value shows it."""

import pytest
from versions import versions

from wirebed.report.steps.verdicts import Verdict
from wirebed.suites.evolution.model import Names
from wirebed_safe_change.names import compare

ASK = "message Ask { int32 a = 1; } message Answer { int32 a = 1; string b = 2; } "
DESK = ASK + "service Desk { %s }"
GET = "rpc Get(Ask) returns (Answer);"


def named(folder, old: str, new: str, renamed: dict | None = None, **head):
    return compare(*versions(folder, old, new, **head), Names(renamed or {}))


def told(found) -> list[tuple]:
    return [(one.kind, one.name, one.what) for one in found]


def test_nothing_changed(tmp_path):
    assert not named(tmp_path, DESK % GET, DESK % GET)


def test_what_is_new_is_no_loss(tmp_path):
    new = DESK % (GET + "rpc Find(Ask) returns (Ask);") + " message More {} enum E { ZERO = 0; } service Other {}"
    assert not named(tmp_path, DESK % GET, new)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        (GET, "", "removed"),
        (GET, "rpc Fetch(Ask) returns (Answer);", "removed"),
        (GET, "rpc Get(Answer) returns (Answer);", "takes p.Ask -> p.Answer"),
        (GET, "rpc Get(Ask) returns (Ask);", "returns p.Answer -> p.Ask"),
        (GET, "rpc Get(stream Ask) returns (Answer);", "the client sends one message -> a stream"),
        ("rpc Get(Ask) returns (stream Answer);", GET, "the server sends a stream -> one message"),
    ],
)
def test_an_rpc(tmp_path, old, new, what):
    found = named(tmp_path, DESK % old, DESK % new)
    assert told(found) == [("rpc", "p.Desk.Get", (what,))]
    assert found[0].verdict(named=False) == Verdict.BREAKING


def test_an_idempotency_level_is_a_hazard(tmp_path):
    level = "rpc Get(Ask) returns (%s) { option idempotency_level = %s; }"
    old, new = (DESK % (level % ("Answer", word)) for word in ("NO_SIDE_EFFECTS", "IDEMPOTENT"))
    [one] = named(tmp_path / "level", old, new)
    what = "idempotency_level NO_SIDE_EFFECTS -> IDEMPOTENT"
    assert (one.what, one.hazards, one.verdict(named=False)) == ((what,), (what,), Verdict.SAFE)
    [one] = named(tmp_path / "more", old, DESK % (level % ("Ask", "IDEMPOTENT")))
    assert one.what == ("returns p.Answer -> p.Ask", what) and one.verdict(named=False) == Verdict.BREAKING


def test_a_service_speaks_for_its_rpcs(tmp_path):
    found = named(tmp_path, DESK % GET, ASK + "service Counter { " + GET + " }")
    assert told(found) == [("service", "p.Desk", ("removed",))]
    assert found[0].verdict(named=False) == Verdict.BREAKING


def test_a_message_that_nothing_names_is_lost_and_no_more(tmp_path):
    (gone,) = named(tmp_path, "message M {} message Gone { message Inner {} enum E { ZERO = 0; } }", "message M {}")
    assert (gone.kind, gone.name, gone.reached) == ("message", "p.Gone", "")
    assert gone.verdict(named=False) == Verdict.LOSSY
    # Where the bytes have the name of its class in them, as in Hessian, a reader needs the class.
    assert gone.verdict(named=True) == Verdict.BREAKING


@pytest.mark.parametrize(
    ("old", "reached"),
    [
        ("message Gone {} service Desk { rpc Get(Gone) returns (M); }", "rpc p.Desk.Get names it"),
        ("message Gone {} message H { google.protobuf.Any a = 1; }", "the Any p.H.a can hold it"),
    ],
)
def test_a_message_that_something_names(tmp_path, old, reached):
    head = 'syntax = "proto3"; package p; import "google/protobuf/any.proto";'
    found = named(tmp_path, "message M {} " + old, "message M {} " + old.replace("Gone", "Other"), head=head)
    gone = next(one for one in found if one.kind == "message")
    assert (gone.name, gone.reached, gone.verdict(named=False)) == ("p.Gone", reached, Verdict.BREAKING)


def test_what_looks_like_it_is_offered_as_its_new_name(tmp_path):
    old, new = "message M {} message Note { int32 a = 1; }", "message M {} message Memo { int32 a = 1; }"
    (gone,) = named(tmp_path / "undeclared", old, new)
    assert gone.declare == "renamed: {p.Note: Memo}" and gone.verdict(named=False) == Verdict.LOSSY
    (declared,) = named(tmp_path / "declared", old, new, {"p.Note": "p.Memo"})
    assert declared.what == ("renamed to p.Memo",) and declared.verdict(named=True) == Verdict.SAFE


def test_an_enum_travels_by_number_where_classes_have_no_names(tmp_path):
    body = "enum %s { ZERO = 0; } message M { %s a = 1; }"
    (gone,) = named(tmp_path, body % ("Color", "Color"), body % ("Colour", "Colour"))
    assert gone.kind == "enum"
    assert (gone.verdict(named=False), gone.verdict(named=True)) == (Verdict.SAFE, Verdict.BREAKING)


def test_a_package_speaks_for_all_that_is_in_it(tmp_path):
    old, new = (tmp_path / side for side in ("old", "new"))
    from schemas import tree

    for folder, package in ((old, "shop"), (new, "stall")):
        folder.mkdir()
        (folder / "t.proto").write_text(f'syntax = "proto3"; package {package}; {DESK % GET}')
    schemas = [tree(folder, ["t.proto"], folder) for folder in (old, new)]
    (gone,) = compare(*schemas, Names())
    assert told([gone]) == [("package", "shop", ("removed",))] and gone.verdict(named=False) == Verdict.BREAKING
    assert gone.declare == "renamed: {shop: stall}"
    inside = {f"shop.{name}": f"stall.{name}" for name in ("Ask", "Answer")}
    found = compare(*schemas, Names({"shop": "stall", **inside}))
    # The path of a call has the name of the package in it, whatever is declared.
    assert told(found) == [("package", "shop", ("renamed to stall",)), ("service", "shop.Desk", ("removed",))]

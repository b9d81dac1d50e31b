"""Globs, comments, unstable packages, and entries whose change is merged."""

import re

import pytest
from runs import SOON, run, shop
from versions import versions

from wirebed.errors import UserError
from wirebed.report.steps.verdicts import Verdict
from wirebed_safe_change.accept_load import load
from wirebed_safe_change.findings import Effect, Finding
from wirebed_safe_change.names import compare

OLD = "message M { int32 a = 1; repeated string tags = 2; int32 gone = 3; } service Desk { rpc Get(M) returns (M); }"
NEW = "message M { int64 a = 1; string tags = 2; } service Desk { rpc Get(M) returns (stream M); }"
A = "message: p.M, field: a, verdict: corrupting, why: x"
DIRECTIONS = ["backward", "forward"]


class Accepting:
    def __init__(self, folder):
        self.folder, self.count = folder, 0

    def __call__(self, text: str, old: str = OLD, new: str = NEW, findings=(), **heads):
        """The entries applied to findings: field -> verdict. Returns what was accepted, the misfits, the removable."""
        self.count += 1
        folder = self.folder / str(self.count)
        schemas = versions(folder, old, new, **heads)
        (folder / "accept.yaml").write_text(text)
        accepted = load(str(folder / "accept.yaml") if text else None, *schemas)
        found = [finding(field, verdict) for field, verdict in dict(findings).items()]
        named = compare(*schemas, accepted.names)
        verdicts = {"protobuf": {one.name: one.verdict(False) for one in named}}
        misfits = accepted.apply(found, ["protobuf"], DIRECTIONS, named, verdicts)
        names = {one.name: one.accepted["protobuf"] for one in named if one.accepted}
        return {one.field: one.accepted for one in found if one.accepted} | names, misfits, accepted.removable


def finding(field: str, verdict: Verdict) -> Finding:
    found = Finding("p.M", field, "protobuf", "forward")
    found.effects = [Effect("narrowed", verdict, "", None, "", False, False, (), (), ())]
    return found


@pytest.fixture
def accepting(tmp_path):
    return Accepting(tmp_path)


BOTH = {"a": Verdict.CORRUPTING, "tags": Verdict.LOSSY}


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ("message: 'p.*', verdict: corrupting", {"a", "tags"}),
        ("message: p.M, field: '*', verdict: corrupting", {"a", "tags"}),
        ("message: 'p.?', field: 't*', verdict: lossy", {"tags"}),
        ("file: '*.proto', verdict: breaking", {"a", "tags", "p.Desk.Get"}),
        ("package: p, verdict: breaking", {"a", "tags", "p.Desk.Get"}),
        ("package: 'p*', message: p.M, field: tags, verdict: lossy", {"tags"}),
        ("name: 'p.Desk.*', verdict: breaking", {"p.Desk.Get"}),
    ],
)
def test_globs(accepting, entry, fields):
    accepted, misfits, _ = accepting(f"accepted: [{{{entry}, why: x}}]", findings=BOTH)
    assert set(accepted) == fields and not misfits


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("message: 'q.*', verdict: lossy", "but is safe: change the entry, or remove it"),
        (
            "message: 'p.*', field: 'tgs*', verdict: lossy",
            'but is safe: change the entry, or remove it; near: "p.M.tags"',
        ),
        ("file: 'other/*', verdict: lossy", "but is safe"),
        ("message: 'p.*', verdict: lossy", "and is corrupting now"),
        ("message: 'p.*', verdict: breaking", "but is corrupting: change the entry"),
    ],
)
def test_a_glob_without_its_finding_is_an_error(accepting, entry, told):
    _, (misfit,), removable = accepting(f"accepted: [{{{entry}, why: x}}]", findings=BOTH)
    assert told in misfit and not removable


def test_an_entry_with_a_state_accepts_that_state(accepting):
    accepted, misfits, _ = accepting(f"accepted: [{{{A}, becomes: int64 a = 1}}]", findings=BOTH)
    assert accepted == {"a": "x"} and not misfits
    accepted, (misfit,), _ = accepting(f"accepted: [{{{A}, becomes: uint32 a = 1}}]", findings=BOTH)
    assert not accepted and "where it becomes `uint32 a = 1`, and it is `int64 a = 1` now" in misfit


MERGED = [
    (f"{A}, becomes: int64 a = 1", NEW),
    ("message: p.M, field: gone, verdict: lossy, why: x, becomes: absent", NEW),
    ("name: p.Desk.Get, verdict: breaking, why: x, becomes: (p.M) returns (stream p.M)", NEW),
    ("name: p.Desk.Find, verdict: breaking, why: x, becomes: absent", NEW),
    ("name: p.Gone, verdict: lossy, why: x, becomes: absent", NEW),
]


@pytest.mark.parametrize(("entry", "old"), MERGED)
def test_an_entry_whose_change_is_merged_is_removable(accepting, entry, old):
    _, misfits, (removable,) = accepting(f"accepted: [{{{entry}}}]", old, old)
    assert not misfits and "can be removed" in removable


@pytest.mark.parametrize(
    "entry",
    [
        A,  # it does not say of which state it is
        f"{A}, becomes: int32 a = 1",
        f"{A}, becomes: int64 a = 2",
        "message: p.M, field: tags, verdict: lossy, why: x, becomes: absent",
        "message: p.M, field: a, verdict: lossy, why: x, becomes: string tags = 2",  # at another place
        "name: p.Desk.Get, verdict: breaking, why: x, becomes: absent",
    ],
)
def test_an_entry_of_another_state_is_an_error(accepting, entry):
    _, misfits, removable = accepting(f"accepted: [{{{entry}}}]", NEW, NEW)
    assert len(misfits) == 1 and not removable


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("name: q.Desk.Get, verdict: breaking, why: x, becomes: absent", r"q\.Desk\.Get is not in OLD"),
        ("message: p.N, field: a, verdict: lossy, why: x, becomes: absent", r"p\.N\.a is in neither version; near"),
        ("message: 'p.*', verdict: lossy, why: x, becomes: absent", "has no glob"),
        ("field: a, verdict: lossy, why: x", "`message` beside `field`"),
        ("verdict: lossy, why: x", "`message` is missing"),
    ],
)
def test_entries_that_are_wrong(accepting, entry, told):
    with pytest.raises(UserError) as caught:
        accepting(f"accepted: [{{{entry}}}]")
    assert re.search(told, str(caught.value)), caught.value


def test_a_state_has_all_that_decides_the_bytes(accepting):
    body = "message M { %s } service Desk { rpc Get(M) returns (stream M); }"
    for text, state in (
        ('string a = 1 [json_name = "b"];', 'string a = 1 [json_name="b"]'),
        ("oneof o { string a = 1; }", "string a = 1 in oneof o"),
        ("optional int32 a = 1;", "optional int32 a = 1"),
        ("map<string, int32> a = 1;", "map<string, int32> a = 1"),
        ("repeated int32 a = 1 [packed = false];", "repeated int32 a = 1 [packed=false]"),
    ):
        _, misfits, removable = accepting(f"accepted: [{{{A}, becomes: '{state}'}}]", body % text, body % text)
        assert not misfits and len(removable) == 1, state


COMMENT = "// wirebed:accept corrupting: never so large\n int64 a = 1; string tags = 2; }"
COMMENTED = NEW.replace("int64 a = 1; string tags = 2; }", f"\n{COMMENT}")


def test_a_comment_accepts_what_happens_to_its_field(accepting):
    accepted, misfits, _ = accepting("", OLD, COMMENTED, BOTH)
    assert accepted == {"a": "never so large"} and not misfits
    accepted, (misfit,), _ = accepting("", OLD, COMMENTED.replace("corrupting:", "lossy:"), BOTH)
    assert not accepted and "t.proto:" in misfit and "p.M.a is accepted as lossy, and is corrupting now" in misfit


def test_a_comment_on_a_message_and_on_an_rpc(accepting):
    new = "// wirebed:accept corrupting: x\n" + NEW.replace("rpc", "\n// wirebed:accept breaking: y\n rpc")
    accepted, misfits, _ = accepting("", OLD, new, BOTH)
    assert accepted == {"a": "x", "tags": "x", "p.Desk.Get": "y"} and not misfits


def test_a_comment_that_is_merged_with_its_change_is_removable(accepting):
    _, misfits, (removable,) = accepting("", COMMENTED, COMMENTED)
    assert not misfits and "can be removed" in removable
    # Without the change it accepts nothing.
    _, (misfit,), _ = accepting("", NEW, COMMENTED)
    assert "but is safe" in misfit
    _, (misfit,), _ = accepting("", COMMENTED.replace("int64", "int32"), COMMENTED)
    assert "but is safe" in misfit


def test_a_comment_that_says_no_verdict(accepting):
    with pytest.raises(UserError, match="say `wirebed:accept <verdict>: <why>`"):
        accepting("", OLD, COMMENTED.replace("corrupting:", "all:"))


@pytest.mark.parametrize(
    ("package", "accepts"),
    [("v1alpha1", True), ("v2beta", True), ("v1p1beta1", True), ("v1test", True), ("v1", False), ("alpha", False)],
)
def test_unstable_packages(accepting, package, accepts):
    head = f'syntax = "proto3"; package p.{package};'
    schemas = versions(accepting.folder / "x", "message M { int32 a = 1; }", "message M { int64 a = 1; }", head)
    (accepting.folder / "accept.yaml").write_text("unstable: they promise nothing")
    accepted = load(str(accepting.folder / "accept.yaml"), *schemas)
    found = Finding(f"p.{package}.M", "a", "protobuf", "forward")
    found.effects = finding("a", Verdict.CORRUPTING).effects
    assert accepted.apply([found], ["protobuf"], DIRECTIONS) == []
    assert found.accepted == ("they promise nothing" if accepts else "")


def test_a_run_says_the_state_and_what_can_be_removed(tmp_path):
    head = 'syntax = "proto3"; package shop; message Order { %s cents = 1; }\n'
    old, new = shop("merge-old", head % "int32"), shop("merge-new", head % "int64")
    state = run(old, new, peers=SOON).findings["shop.Order", "cents", "forward"]["becomes"]
    entry = f"message: shop.Order, field: cents, verdict: corrupting, becomes: '{state}', why: never so large"
    (tmp_path / "accept.yaml").write_text(f"accepted: [{{{entry}}}]")
    assert run(old, new, accept=str(tmp_path / "accept.yaml"), peers=SOON).code == 0
    merged = run(new, new, accept=str(tmp_path / "accept.yaml"), peers=SOON)
    assert merged.code == 0 and "the entry can be removed" in merged.footer["removable"][0]
    assert "the entry can be removed" in merged.markdown

"""ACCEPT=: what is declared, what is known, and what is told when it does not fit."""

import re

import pytest
from versions import versions

from wirebed.errors import UserError
from wirebed.report.steps.verdicts import Verdict
from wirebed_safe_change.accept_load import load
from wirebed_safe_change.findings import Effect, Finding
from wirebed_safe_change.names import compare

SERVICE = " service Desk { rpc Get(M) returns (M); }"
OLD = "enum E { ZERO = 0; RED = 1; } message M { int32 a = 1; E e = 2; } message Was {}" + SERVICE
NEW = "enum E { ZERO = 0; CRIMSON = 1; } message M { int64 b = 1; E e = 2; } message Is {}"


@pytest.fixture(scope="module")
def schemas(tmp_path_factory):
    return versions(tmp_path_factory.mktemp("versions"), OLD, NEW)


@pytest.fixture
def read(tmp_path, schemas):
    def make(text: str):
        (tmp_path / "accept.yaml").write_text(text)
        return load(str(tmp_path / "accept.yaml"), *schemas)

    return make


def finding(verdict: Verdict, direction="forward", format_="protobuf") -> Finding:
    found = Finding("p.M", "a -> b", format_, direction)
    if verdict:
        found.effects = [Effect("narrowed", verdict, "", None, "", False, False, (), (), ())]
    return found


def test_names(read):
    names = read("renamed: {p.M.a: b, p.E.RED: CRIMSON, p.Was: Is}\nreused: [p.M.e]").names
    assert names.renamed == {"p.M.a": "p.M.b", "p.E.RED": "p.E.CRIMSON", "p.Was": "p.Is"}
    assert names.apart == {"p.M.e"}


def test_a_package_is_renamed_with_all_that_is_in_it(tmp_path):
    body = "message M { int32 a = 1; enum E { ZERO = 0; } } message Gone {}"
    old, _ = versions(tmp_path / "p", body, body)
    new, _ = versions(tmp_path / "q", body.replace(" message Gone {}", ""), body, head='syntax = "proto3"; package q;')
    (tmp_path / "accept.yaml").write_text("renamed: {p: q}")
    renamed = load(str(tmp_path / "accept.yaml"), old, new).names.renamed
    assert renamed["p"] == "q" and renamed["p.M"] == "q.M" and renamed["p.M.a"] == "q.M.a"
    assert renamed["p.M.E"] == "q.M.E" and "p.Gone" not in renamed


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("renamed: {p.M.x: b}", r":1:18: p\.M\.x is not in OLD; near: .p\.M"),
        ("renamed: {p.M.a: x}", r":1:18: p\.M\.x is not in NEW; near: .p\.M"),
        ("reused: [p.M.x]", r":1:10: p\.M\.x is not in OLD"),
        ("accepted: [{message: p.M, verdict: lossy, why: x, format: jason}]", "`jason` is none of cereal, hessian2, "),
        ("accept: []", "unknown key accept in a file of accepted changes"),
        ("accepted: [{message: p.M, field: a, verdict: lossy}]", "`why` is missing"),
        ("accepted: [{message: p.M, field: a, verdict: safe, why: x}]", "`safe` is none of lossy"),
        ("accepted: [{message: p.M, field: x, verdict: lossy, why: x}]", r"p\.M\.x is in neither version"),
        ("accepted: [{message: p.M, field: a, verdict: lossy, direction: up, why: x}]", "`up` is none of backward"),
        ("accepted: [{name: p.Desk.Put, verdict: breaking, why: x}]", r"p\.Desk\.Put is not in OLD; near: .p\.Desk"),
        ("accepted: [{name: p.Was, field: a, verdict: lossy, why: x}]", "has `name`, or `message` and `field`"),
    ],
)
def test_errors_name_the_place(read, text, told):
    with pytest.raises(UserError) as caught:
        read(text)
    assert re.search(told, str(caught.value)), caught.value


def test_no_file(schemas):
    with pytest.raises(UserError, match="No such file"):
        load("nowhere.yaml", *schemas)


ENTRY = "accepted: [{message: p.M, field: a, direction: forward, verdict: corrupting, why: never so large}]"


def test_an_accepted_change(read):
    accepted, found = read(ENTRY), finding(Verdict.CORRUPTING)
    other = finding(Verdict.CORRUPTING, "backward")
    assert accepted.apply([found, other], ["protobuf"], ["forward", "backward"]) == []
    assert found.accepted == "never so large" and not other.accepted


@pytest.mark.parametrize(
    ("verdict", "told"),
    [
        (Verdict.SAFE, "but is safe: change the entry, or remove it"),
        (Verdict.LOSSY, "but is lossy: change the entry, or remove it"),
        (Verdict.BREAKING, "and is breaking now"),
    ],
)
def test_an_entry_that_does_not_fit_is_told(read, verdict, told):
    found = finding(verdict)
    (line,) = read(ENTRY).apply([found], ["protobuf"], ["forward"])
    assert line.endswith(told) and "accept.yaml:1" in line
    assert bool(found.accepted) == (verdict == Verdict.LOSSY)


def test_only_what_has_run_is_asked_of(read):
    assert read(ENTRY).apply([finding(Verdict.SAFE, "backward")], ["protobuf"], ["backward"]) == []


@pytest.mark.parametrize(
    ("verdict", "told"),
    [("breaking", []), ("lossy", ["and is breaking now"]), ("corrupting", ["and is breaking now"])],
)
def test_a_name_that_is_accepted(read, schemas, verdict, told):
    accepted = read(f"accepted: [{{name: p.Desk, verdict: {verdict}, why: nobody calls it}}]")
    found = [one for one in compare(*schemas, accepted.names) if one.kind == "service"]
    lines = accepted.apply([], ["protobuf"], [], found, {"protobuf": {"p.Desk": Verdict.BREAKING}})
    assert len(lines) == len(told) and all(line.endswith(end) for line, end in zip(lines, told, strict=True))
    assert found[0].accepted == ({} if told else {"protobuf": "nobody calls it"})


def test_a_name_that_did_not_change_is_told(read, schemas):
    (line,) = read("accepted: [{name: p.Desk, verdict: breaking, why: x}]").apply([], ["protobuf"], [])
    assert line.endswith("p.Desk is accepted as breaking, but is safe: change the entry, or remove it")

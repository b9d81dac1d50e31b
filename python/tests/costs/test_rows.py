"""Which rows there are of codecs and values, which a glob chooses, which are refused and why."""

from dataclasses import replace

import pytest

from wirebed.cases.case import Case
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef
from wirebed_costs import rows
from wirebed_costs.rows import RowSelection
from wirebed_costs.verify import CodecOutput, Verified
from wirebed_costs.workloads import Workload

CASE = Case("M/a", "t.M", lambda: b"view", options={"json": {"x": "y"}})
COPIERS = {"java": "java", "legacy": "java", "python": "python"}


def codec(id_: str, **more) -> CodecRef:
    peer, _, key = id_.partition(":")
    format_, _, library = key.partition("/")
    both = {"encodes": True, "decodes": True, "model": "plain", "canonical": False, "bare": False}
    return CodecRef(peer, format_, library, "1", **{**both, **more}, id=id_, key=key)


JAVA, PYTHON = codec("java:json/a"), codec("python:json/b")
READER = codec("python:json/c", encodes=False)
CODECS = [JAVA, PYTHON, READER, codec("java:none/plain"), codec("legacy:json/d"), codec("go:json/e")]


@pytest.fixture
def verified():
    found = Verified()
    found._written = {
        (JAVA.id, "M/a"): CodecOutput(b"{ }", None),
        (PYTHON.id, "M/a"): CodecOutput(b"{}", None),
        ("legacy:json/d", "M/a"): CodecOutput(b"{}", None),
    }
    return found


def choose(verified, bench=None, codec=None) -> list[rows.BenchRow]:
    RowSelection(bench, codec).check(CODECS)
    return rows.of(CODECS, [Workload(CASE, ())], verified, COPIERS, RowSelection(bench, codec))


def ids(found) -> list[str]:
    return [row.id for row in found if row.why is None]


def test_by_default_each_codec_encodes_and_decodes_its_own_bytes_beside_copies(verified):
    assert ids(choose(verified)) == [
        "java json/a M/a encode",
        "java json/a M/a decode",
        "python json/b M/a encode",
        "python json/b M/a decode",
        "python json/c M/a decode of java:json/a",
        "legacy json/d M/a encode",
        "legacy json/d M/a decode",
        "java M/a copy",
        "python M/a copy",
        "java memcpy 3",
        "python memcpy 2",
        "python memcpy 3",
        "java memcpy 2",
    ]


def test_by_default_a_codec_of_messages_has_the_way_from_and_to_the_plain_object(verified):
    messages = [replace(JAVA, model="message"), PYTHON]
    found = rows.of(messages, [Workload(CASE, ())], verified, COPIERS, RowSelection())
    assert [(row.peer, row.operation) for row in found if row.codec] == [
        ("java", "encode"),
        ("java", "populate"),
        ("java", "decode"),
        ("java", "convert"),
        ("python", "encode"),
        ("python", "decode"),
    ]


def test_a_row_has_what_the_program_needs(verified):
    row = next(row for row in choose(verified) if row.id == "python json/b M/a decode")
    assert (row.data, row.wire, row.view, row.options) == (b"{}", 2, b"view", {"x": "y"})
    assert row.written_by == [PYTHON.id, "legacy:json/d"]
    assert len({row.task for row in choose(verified)}) == 13


def test_equal_bytes_of_others_are_read_once(verified):
    found = choose(verified, "decode foreign")
    assert ids(found)[:3] == [
        "java json/a M/a decode of legacy:json/d",
        "python json/b M/a decode of java:json/a",
        "python json/c M/a decode of legacy:json/d",
    ]
    assert found[0].written_by == ["legacy:json/d", PYTHON.id]


@pytest.mark.parametrize(
    ("glob", "kinds"),
    [
        ("encode", {"encode"}),
        ("*cold", {"encode cold", "decode cold", "populate cold", "convert cold"}),
        ("decode*", {"decode", "decode reused", "decode cold", "decode foreign"}),
        ("convert", {"convert"}),
        ("encode,conv*,!*cold,!* foreign", {"encode", "convert", "convert reused"}),
        ("memcpy", set()),
    ],
)
def test_globs_of_benchmarks(verified, glob, kinds):
    found = choose(verified, glob)
    assert {row.benchmark for row in found if not row.reference} == kinds
    assert {row.benchmark for row in found if row.reference} == {"copy", "memcpy"}


def test_globs_of_codecs_mean_what_they_do_elsewhere(verified):
    for glob in ("java:json/a", "java/a", "java"):
        assert {row.codec for row in choose(verified, codec=glob) if row.codec} == {JAVA.id}


def test_a_glob_that_matches_nothing_names_similar_ones(verified):
    with pytest.raises(UserError, match='BENCH=decod matches nothing; near: "decode", '):
        choose(verified, "decod")
    with pytest.raises(UserError, match=r"CODEC=pyton/\* matches nothing; near: .*python"):
        choose(verified, codec="pyton/*")
    with pytest.raises(UserError, match="no row is left: each of BENCH, CODEC and MESSAGE"):
        choose(verified, "encode", "python/c")


def test_rows_with_unexpected_cells_are_refused_and_have_no_copies(verified):
    verified.unexpected[JAVA.id, "t.M"] = "not as expected: it drops a field"
    found = choose(verified, codec="java/a")
    assert [(row.operation, row.why) for row in found] == [
        ("encode", "not as expected: it drops a field"),
        ("decode", "not as expected: it drops a field"),
    ]


def test_a_pinned_refusal_or_rejection_refuses_the_row_by_its_name(verified):
    verified._written[JAVA.id, "M/a"] = CodecOutput(None, "refused, as pinned by java-json")
    verified._written[PYTHON.id, "M/a"].rejects[PYTHON.id] = "rejected, as pinned by python-json"
    why = {row.id: row.why for row in choose(verified)}
    assert why["java json/a M/a encode"] == "refused, as pinned by java-json"
    assert why["python json/b M/a decode"] == "rejected, as pinned by python-json"
    assert why["python json/b M/a encode"] is None
    # It reads the first bytes that there are.
    assert why["java json/a M/a decode of legacy:json/d"] is None


def test_a_codec_without_a_program_has_no_row(verified):
    assert not any(row.peer == "go" for row in choose(verified, "*"))
    assert replace(JAVA, id="go:json/e").id not in {row.codec for row in choose(verified)}

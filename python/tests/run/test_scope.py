"""A run is about some codecs alone: the others are not missed, and no entry about them is stale. All else is held."""

import pytest

from wirebed.cases.byte_source import ByteSource
from wirebed.peers.scope import Scope

ONE = Scope(without=frozenset({"two"}))
ENTRY = """
  - name: {name}
    format: '{format}'
    {side}: '{codec}'
    cases: '*'
    outcome: rejected
    stage: parse
    reason: It does.
    authority: fake_peer.py
    nature: library-bug
"""


def entry(format: str = "*", side: str = "codec", codec: str = "*", name: str = "an-entry") -> str:
    return ENTRY.format(format=format, side=side, codec=codec, name=name)


def test_a_peer_that_is_left_out_is_not_missed(fake_runs):
    code, report = fake_runs.run(peers=("one",), scope=ONE)
    assert (code, report.footer.missing) == (0, ())
    assert {cell.writer for cell in report.cells} | {cell.reader for cell in report.cells} >= {"one:json/fake"}
    code, report = fake_runs.run(peers=("one",))
    assert code == 3 and any("two:json/fake must take part" in line for line in report.footer.missing)


@pytest.mark.parametrize(
    "scope", [Scope(formats=("json",)), Scope(formats=("!proto*",)), Scope(codecs=("!*:proto*", "*:json/*"))]
)
def test_formats_that_are_left_out_are_not_run(fake_runs, scope):
    code, report = fake_runs.run(scope=scope)
    assert (code, report.footer.missing) == (0, ())
    assert {cell.format for cell in report.cells} == {"none", "json"}


def test_who_should_take_part_within_the_scope_is_missed(fake_runs):
    roster = fake_runs.folder / "fixtures" / "roster.yaml"
    roster.write_text(roster.read_text() + "  three:\n    json/fake: both\n")
    code, report = fake_runs.run(peers=("one",), scope=ONE)
    assert code == 3 and any("three:json/fake must take part" in line for line in report.footer.missing)


@pytest.mark.parametrize(
    ("scope", "about", "stale"),
    [
        (ONE, {"codec": "two/*"}, False),
        (ONE, {"side": "reader", "codec": "two:json/fake"}, False),
        (ONE, {"codec": "*/fake"}, True),  # also about those that take part
        (ONE, {"codec": "on/*"}, True),  # about nobody
        (Scope(formats=("json",)), {"format": "protobuf"}, False),
        (Scope(formats=("json",)), {"format": "json"}, True),
        (Scope(codecs=("!two:json/*",)), {"format": "json", "codec": "two/*"}, False),
        (Scope(codecs=("!two:json/*",)), {"codec": "two/*"}, True),
    ],
)
def test_an_entry_about_codecs_that_are_left_out_is_not_stale(fake_runs, scope, about, stale):
    fake_runs.entries(entry(**about))
    code, report = fake_runs.run(peers=("one",) if scope is ONE else ("one", "two"), scope=scope)
    assert code == int(stale)
    assert [line for line in report.footer.stale if "an-entry" in line] == list(report.footer.stale)
    assert bool(report.footer.stale) is stale


def test_bytes_of_a_codec_that_is_left_out_are_not_read(fake_runs):
    def given(writer: str) -> ByteSource:
        (case,) = (case for case in fake_runs.cases if case.name == "M/plain")
        return ByteSource(name=writer, case=case, format="json", message="t.M", data=b"{}", writer=writer, reject=True)

    sources = [given("two:json/fake"), given("one:json/fake"), given("bytes")]
    _, report = fake_runs.run(peers=("one",), scope=ONE, sources=sources)
    assert {cell.source for cell in report.cells if cell.source} == {"one:json/fake", "bytes"}


def test_what_is_whole_takes_every_codec():
    codecs = ["one:none/plain", "two:json/fake"]
    assert Scope().of(codecs) == set(codecs) and Scope().whole
    # The codecs without bytes are nothing by themselves.
    assert Scope(formats=("json",)).of(codecs) == {"two:json/fake"}

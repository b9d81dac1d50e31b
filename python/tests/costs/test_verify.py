"""Only what is as expected in this build is timed. The peers are fakes (tests/fakes): one of them cheats."""

import sys
from pathlib import Path

import pytest
from fake_runs import FakeRuns

from wirebed.peers import PeerSpec
from wirebed.view.outcome import Cell, CellId, Outcome
from wirebed_costs.verify import Verified, cases_of, verify
from wirebed_costs.workloads import Workload

FAKE = Path(__file__).parents[1] / "fakes" / "fake_peer.py"


@pytest.fixture
def verified(tmp_path):
    """verified("swap:protobuf/fake") -> what is found when peer `two` does that, and the cases."""

    def fake(name, *how):
        (tmp_path / name).mkdir(exist_ok=True)
        run = (sys.executable, str(FAKE), name, str(tmp_path / name), *how)
        return PeerSpec(name, name.title(), tmp_path / name, run)

    def run(*misbehaviours, entries=""):
        fake_runs = FakeRuns(tmp_path, fake)
        if entries:
            fake_runs.entries(entries)
        specs = [fake("one"), fake("two", *misbehaviours)]
        workloads = [Workload(case, ()) for case in fake_runs.cases]
        with fake_runs.peers(specs) as started:
            found = verify(fake_runs.suite(started, cases=cases_of(workloads)), workloads)
        return found, {case.name: case for case in fake_runs.cases}

    return run


def refused(found: Verified, case) -> list[str]:
    codecs = [f"{peer}:{format_}/fake" for peer in ("one", "two") for format_ in ("protobuf", "prototext", "json")]
    return [codec for codec in codecs if found.refuses(codec, case)]


def test_expected_cells_may_be_timed(verified):
    found, cases = verified()
    assert refused(found, cases["M/swap"]) == []
    written = found.written("two:protobuf/fake", cases["M/swap"])
    assert (written.data, written.why, written.loses) == (b"P" + cases["M/swap"].view, None, {})


def test_a_codec_that_changes_a_field_is_refused_and_nobody_else(verified):
    found, cases = verified("swap:protobuf/fake")
    assert refused(found, cases["M/swap"]) == ["two:protobuf/fake"]
    why = found.refuses("two:protobuf/fake", cases["M/swap"])
    assert why.startswith("not as expected: M/swap protobuf ")


def test_a_constant_is_refused(verified):
    found, cases = verified("constant")
    assert {"two:protobuf/fake", "two:prototext/fake", "two:json/fake"} <= set(refused(found, cases["M/swap"]))
    assert "one:protobuf/fake" not in refused(found, cases["M/swap"])


def test_a_codec_that_returns_the_last_view_is_refused(verified):
    found, cases = verified("echo")
    assert "two:protobuf/fake" in refused(found, cases["M/swap"])


PINNED = """
  - name: two-writes-no-json
    format: json
    writer: two
    cases: ["M/swap"]
    outcome: refused
    stage: write
    reason: it does not
    authority: a test
    nature: by-design
"""


def test_a_pinned_refusal_is_expected_and_gives_no_bytes(verified):
    found, cases = verified("refuse:json/fake", entries=PINNED.replace('["M/swap"]', '["M/*"]'))
    assert refused(found, cases["M/swap"]) == []
    assert found.written("two:json/fake", cases["M/swap"]).why == "refused, as pinned by two-writes-no-json"
    reader = next(iter(found.encodings(_codec("two:json/fake"), cases["M/swap"])))
    assert reader.writers == ["one:json/fake"]


def test_a_cell_is_attributed_to_the_codec_that_also_fails_by_itself():
    found = Verified()
    cells = [cell("a:json/x", "b:json/y"), cell("b:json/y", "b:json/y"), cell("c:json/z", "d:json/w")]
    found.attribute(cells, {"M/a": "t.M"})
    assert sorted(codec for codec, _ in found.unexpected) == ["b:json/y", "c:json/z", "d:json/w"]


def cell(writer: str, reader: str) -> Cell:
    return Cell(CellId("M/a", "json", writer, reader), Outcome.DIFFERS, problems=["no entry states it"])


def _codec(id_: str):
    from test_rows import codec

    return codec(id_)

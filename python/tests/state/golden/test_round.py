"""Goldens from end to end on a bed of its own, with a real codec: added, flipped, drifted, imported, given up."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.commands.golden import main
from wirebed.commands.interop import of_bed
from wirebed.errors import UserError
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection, run
from wirebed.run.leg import NOW
from wirebed.state.golden.store import Store
from wirebed_build.trees import ensure

PROTO = 'syntax = "proto3";\npackage t;\nmessage M { int32 a = 1; map<string, int32> m = 2; }\n'
HEAD = "# proto-file: m.proto\n# proto-message: t.M\n# golden\n# about: a value of the tests\n"

WRONG = """
suite: interop
entries:
  - name: wrong
    format: json
    cases: M/two
    outcome: differs
    kind: dropped
    reason: it is not
    authority: nobody
    nature: by-design
"""


class Round:
    """The commands of one bed, by the Python peer alone: the others take part in `make interop`."""

    def __init__(self, root: Path) -> None:
        self.proto = root / "proto/m.proto"
        self.cases = root / "fixtures/cases/M"
        self.goldens = root / "fixtures/golden"
        for folder in (self.proto.parent, self.cases):
            folder.mkdir(parents=True)
        self.proto.write_text(PROTO)
        self.case("one", "a: 1")
        self.bed = Bed.open(root)

    def case(self, name: str, text: str) -> None:
        (self.cases / f"{name}.txtpb").write_text(f"{HEAD}{text}\n")

    def make(self, **options) -> int:
        return main(self.bed, peers=["python"], **options)

    def run(self, folder: Path) -> tuple[int, list[str]]:
        """`make interop CASE='M/*'`: the exit code, and what the report says of goldens."""
        tree = ensure(self.bed, ["python"])
        specs = [spec for spec in discover(ROOT) if spec.name == "python"]
        with Peers.of_tree(tree, specs, self.bed.name) as peers:
            build = Build.of(self.bed, {NOW.reader: Schema.load(tree)})
            suite = of_bed(self.bed, build, peers, Selection(case="M/*"))
            code = run(suite, folder / "report.jsonl", time.monotonic(), progress=False)
        footer = json.loads((folder / "report.jsonl").read_text().splitlines()[-1])
        return code, footer["footer"]["goldens"]

    def files(self) -> dict[str, bytes]:
        return {p.relative_to(self.goldens).as_posix(): p.read_bytes() for p in self.goldens.rglob("*.*")}


@pytest.fixture(scope="module")
def whole_round(tmp_path_factory):
    made = Round(tmp_path_factory.mktemp("bed"))
    yield made
    shutil.rmtree(made.bed.tree_dir, ignore_errors=True)


@pytest.fixture
def round(whole_round):
    """The bed as it was: one golden case, without goldens."""
    yield whole_round
    shutil.rmtree(whole_round.goldens, ignore_errors=True)
    whole_round.proto.write_text(PROTO)
    for path in whole_round.cases.iterdir():
        path.unlink()
    whole_round.case("one", "a: 1")


def test_added_once(round, capsys):
    assert round.make() == 0
    before = round.files()
    assert any(name.startswith("M/one/protobuf/python-upb-") for name in before)
    assert "protobuf/python-upb-" in capsys.readouterr().out
    assert round.make() == 0 and round.files() == before
    assert ": 0 added, 0 refused, 0 cases blocked" in capsys.readouterr().out


def test_a_flipped_byte_is_refused(round, capsys):
    round.make()
    (path,) = round.goldens.glob("M/one/protobuf/*.bin")
    path.write_bytes(b"\x08\x03")
    assert round.make() == 1
    assert f"fixtures/golden/M/one/protobuf/{path.name}: 2 bytes with sha256" in capsys.readouterr().out


def test_drift_of_a_real_codec(round, capsys):
    """As if an older version had written the varint with a byte more."""
    from wirebed.commands.golden_cases import load
    from wirebed.state.golden.checker import Checker
    from wirebed.state.golden.update import Encoding, update

    schema, cases = load(round.bed, ["python"])
    update([(Checker(round.bed, schema, cases), [Encoding(cases[0], "python:protobuf/upb", "0.1", b"\x08\x81\x00")])])
    assert round.make() == 1
    out = capsys.readouterr().out
    assert "M/one: python:protobuf/upb" in out and "no longer writes what 0.1 wrote" in out
    assert "a: the same 1, encoded otherwise: 08 81 00" in out
    assert round.make(accept="M/one/protobuf/python-upb", why="shorter varints") == 0
    assert "becomes read: shorter varints" in capsys.readouterr().out
    assert len(list(round.goldens.glob("M/one/protobuf/*.bin"))) == 2
    assert round.make() == 0


def test_a_changed_schema(round, capsys):
    round.make()
    round.proto.write_text(PROTO.replace("int32 a = 1;", "int32 a = 1; int32 b = 3;"))
    before = set(round.files())
    assert round.make() == 0
    out = capsys.readouterr().out
    assert "M/one/protobuf/python-upb-" in out and "writes these bytes" in out
    assert "since the schema of t.M changed" in out  # JSON has a field more
    assert before < set(round.files())


def test_captured_bytes(round, capsys, tmp_path):
    captured = tmp_path / "payload.bin"
    captured.write_bytes(b"\x08\x81\x00")
    options = {"import_file": str(captured), "case": "M/one", "format": "protobuf"}
    assert round.make(**options, why="order service, release 12") == 0
    (entry,) = Store(round.goldens).record("M/one").files.values()
    assert entry.imported == "order service, release 12" and entry.role == "read"
    assert round.make(**options) == 0 and "has these bytes already" in capsys.readouterr().out
    captured.write_bytes(b"\x08\x02")
    assert round.make(**options) == 1
    out = capsys.readouterr().out
    assert "is not taken" in out and "a: 1 read as 2" in out
    with pytest.raises(UserError, match='unknown case "M/two"; near: "M/one"'):
        round.make(**(options | {"case": "M/two"}))
    with pytest.raises(UserError, match='unknown format "protobuff"; near: "protobuf"'):
        round.make(**(options | {"format": "protobuff"}))


def test_a_case_that_no_longer_parses(round, capsys):
    round.make()
    round.proto.write_text(PROTO.replace("int32 a = 1;", "int32 renamed = 1;"))
    with pytest.raises(UserError, match="one.txtpb"):
        round.make()
    assert round.make(retire="M/one", why="a is called otherwise now") == 0
    assert sorted(round.files()) == ["M/one/golden.yaml"]
    (round.cases / "one.txtpb").unlink()
    round.case("two", "renamed: 1")
    assert round.make() == 0
    assert Store(round.goldens).record("M/one").retired


def test_hash_order_is_found(round):
    """Insertion order is what a Python dict writes: the bed finds that its maps have no bytes of their own."""
    round.case("map", 'm { key: "a" value: 1 } m { key: "b" value: 2 }')
    round.make()
    record = Store(round.goldens).record("M/map")
    unstable = {file.partition("/")[0] for file, entry in record.files.items() if entry.unstable}
    assert "json" in unstable
    assert all(entry.role == "read" for entry in record.files.values() if entry.unstable)
    before = round.files()
    assert round.make() == 0 and round.files() == before


def test_a_run_of_the_matrix_is_red(round, tmp_path):
    """The canaries of goldens: everything else is as expected, and the run fails, naming file and remedy."""
    assert round.make() == 0
    assert round.run(tmp_path) == (0, [])
    (path,) = round.goldens.glob("M/one/protobuf/*.bin")
    path.write_bytes(b"\x08\x03")
    code, (told,) = round.run(tmp_path)
    assert code == 1 and f"fixtures/golden/M/one/protobuf/{path.name}" in told and "git checkout" in told


def test_a_run_of_the_matrix_finds_drift(round, tmp_path):
    from wirebed.commands.golden_cases import load
    from wirebed.state.golden.checker import Checker
    from wirebed.state.golden.update import Encoding, update

    schema, cases = load(round.bed, ["python"])
    update([(Checker(round.bed, schema, cases), [Encoding(cases[0], "python:protobuf/upb", "0.1", b"\x08\x81\x00")])])
    code, (told,) = round.run(tmp_path)
    assert code == 1 and "no longer writes what 0.1 wrote" in told and "make golden ACCEPT='M/one'" in told


def test_a_run_of_the_matrix_finds_an_edited_case(round, tmp_path):
    """One thing is wrong, and it is told once: neither as drift to accept, nor as cells to pin."""
    assert round.make() == 0
    round.case("one", "a: 2")
    code, (told,) = round.run(tmp_path)
    assert code == 1 and "a case with goldens is immutable" in told and "ACCEPT" not in told
    footer = json.loads((tmp_path / "report.jsonl").read_text().splitlines()[-1])["footer"]
    assert (footer["unexpected"], footer["unstated"]) == (0, "")


def test_unexpected_cells_block_their_case(round, capsys):
    """A deviation of the bed says of one case what is not so."""
    round.case("two", "a: 2")
    deviations = round.goldens.parent / "deviations"
    deviations.mkdir()
    try:
        (deviations / "wrong.yaml").write_text(WRONG)
        assert round.make() == 1
    finally:
        shutil.rmtree(deviations)
    out = capsys.readouterr().out
    assert "M/two: nothing is added while" in out and "M/two json" in out and "1 cases blocked" in out
    assert Store(round.goldens).cases() == ["M/one"]


@pytest.mark.parametrize("generated", [True, False])
def test_without_golden_cases_it_says_why_generated_values_are_not_pinned(tmp_path, capsys, generated):
    made = Round(tmp_path / "bed")
    (made.cases / "one.txtpb").unlink()
    (made.bed.fixtures / "bed.yaml").write_text(f"generated: {str(generated).lower()}\n")
    assert made.make() == 0
    said = capsys.readouterr().out
    assert "no case is marked golden" in said and ("generated values are never pinned" in said) == generated
    shutil.rmtree(made.bed.tree_dir, ignore_errors=True)

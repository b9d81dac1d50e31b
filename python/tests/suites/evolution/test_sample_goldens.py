"""Goldens of samples: added, read by both versions, drifted, damaged; cases of interop know nothing of them."""

import pytest
from steps import Steps, told

from wirebed.commands import golden as command
from wirebed.commands.evolution import load_steps
from wirebed.commands.golden_samples import Samples
from wirebed.commands.golden_update import update
from wirebed.errors import UserError
from wirebed.run.taking_part import TakingPart
from wirebed.state.golden.encode import Encoding
from wirebed.state.golden.store import Store
from wirebed.state.golden.update import update as take_in
from wirebed.suites.evolution.goldens import Goldens
from wirebed.suites.evolution.runner import Runner

YAML = """
change: a field is added
samples:
  v1: {zero: '', one: {text: 'a: 1', golden: true}}
  v2: {plain: {text: 'a: 2', golden: true}, zero: ''}
"""
V1, V2 = "message M { int32 a = 1; }\n", "message M { int32 a = 1; string b = 2; }\n"


@pytest.fixture
def added(tmp_path):
    made = Steps(tmp_path / "bed")
    made.step("added", YAML, v1=V1, v2=V2)
    yield made
    made.remove()


def _files(steps) -> set[str]:
    folder = steps.bed.fixtures / "golden"
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*.*") if p.is_file()}


def take(steps, accept: str = "") -> int:
    steps.trees()
    return update(Samples(steps.bed, None, TakingPart(["python"])), accept, "the test says so", None, "protobuf")


def test_added_and_read_by_both_versions(added):
    assert take(added) == 0
    assert {file.rpartition("/")[0] for file in _files(added)} == {
        "evolution/added/v1.one", "evolution/added/v1.one/protobuf",
        "evolution/added/v2.plain", "evolution/added/v2.plain/protobuf",
    }  # fmt: skip
    before = _files(added)
    assert take(added) == 0 and _files(added) == before
    code, report = added.run(format="protobuf")
    assert (code, told(report)) == (0, [])
    given = {(cell.case, cell.leg) for cell in report.cells if cell.source}
    assert given == {
        ("added/v1.one", "backward"), ("added/v1.one", "same-v1"),
        ("added/v2.plain", "forward"), ("added/v2.plain", "same-v2"),
    }  # fmt: skip


def test_a_flipped_byte_and_other_bytes(added):
    take(added)
    (path,) = (added.bed.fixtures / "golden/evolution/added/v1.one/protobuf").glob("*.bin")
    good = path.read_bytes()
    path.write_bytes(b"\x08\x02")
    code, report = added.run(format="protobuf")
    assert code == 1 and path.name in " ".join(told(report))
    path.write_bytes(good)
    # Another value under a golden: its case has changed, which is no drift of a codec.
    added.step("added", YAML.replace("a: 1'", "a: 3'"), v1=V1, v2=V2)
    code, report = added.run(format="protobuf")
    lines = " ".join(report.footer.goldens)
    assert code == 1 and "a case with goldens is immutable" in lines and "no longer writes what" not in lines


def test_accept_where_one_version_alone_has_drifted(added):
    added.trees()
    schemas, steps, _ = load_steps(added.bed)
    goldens = Goldens(added.bed, schemas, steps)
    padded = Encoding(goldens.cases["added/v1.one"], "python:protobuf/upb", "0", b"\x08\x81\x00")
    take_in([(goldens.checkers["v1"], [padded])])
    assert take(added) == 1
    assert take(added, accept="evolution/*") == 0
    assert len([file for file in _files(added) if file.endswith(".bin")]) == 3
    with pytest.raises(UserError, match="nothing to accept"):
        take(added, accept="evolution/*")


def test_interop_does_not_see_them(added):
    take(added)
    from wirebed.state.golden import Checker

    with Runner(added.trees(), []) as runner:
        assert Checker(added.bed, runner.schemas["v1"], []).problems() == []
        (added.bed.fixtures / "golden/evolution/added/stray.bin").write_bytes(b"x")
        told = Goldens(added.bed, runner.schemas, []).problems()
        assert any("stray.bin: no golden.yaml lists it" in line for line in told)
    assert len(Store(added.bed.fixtures / "golden").cases()) == 2


def test_a_bed_that_has_steps_alone(added):
    added.trees()
    assert command.main(added.bed, format="protobuf", peers=["python"]) == 0
    assert len(Store(added.bed.fixtures / "golden").cases()) == 2

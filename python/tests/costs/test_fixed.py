"""Figures without a clock: a change fails, another version is not comparable, accepting writes what was seen."""

import noisy_results
import pytest

from wirebed.bed import Bed
from wirebed_costs import pinned_figures
from wirebed_costs.fixture import read

CODEC, CASE = "java:protobuf/protobuf-java", "Stock/article_hessian"


def result(raw: int = 50, allocated: float | None = 104.2, stable: bool = True, **given) -> dict:
    row = noisy_results.row(allocated={"bytes": allocated, "count": None, "stable": stable} if allocated else None)
    sizes = [{"codec": CODEC, "case": CASE, "raw": raw, "gzip": 60, "zstd": 55}]
    return noisy_results.result([row], sizes=sizes, **given)


@pytest.fixture
def bed(tmp_path):
    (tmp_path / "proto").mkdir()
    return Bed.open(tmp_path)


@pytest.fixture
def accepted(bed, tmp_path, capsys):
    accept(result(), bed, tmp_path)
    capsys.readouterr()
    return bed


def accept(of: dict, bed: Bed, folder) -> None:
    import json

    (folder / "result.json").write_text(json.dumps(of))
    assert pinned_figures.main(bed, str(folder / "result.json")) == 0


def test_the_same_figures_pass(accepted):
    assert pinned_figures.report(result(), accepted) == 0
    assert pinned_figures.check(result(), pinned_figures.read(pinned_figures.path_of(accepted))).same == 2


def test_another_number_of_bytes_fails_and_is_reported(accepted, capsys):
    assert pinned_figures.report(result(raw=51), accepted) == 1
    out = capsys.readouterr().out
    assert "changed: bytes of java:protobuf/protobuf-java Stock/article_hessian: 50, now 51" in out
    assert "make bench-accept" in out


def test_more_is_allocated(accepted, capsys):
    assert pinned_figures.report(result(allocated=120), accepted) == 1
    assert "bytes allocated by java protobuf/protobuf-java Stock/article_hessian decode: 104, now 120" in (
        capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("was", "now", "changed"),
    [
        (104, 112, 0), (104, 113, 1), (104, 96, 0), (104, 95, 1),  # 8 bytes
        (10_000, 10_090, 0), (10_000, 10_200, 1),  # 1 %
        (10_000, 10_101, 1), (10_000, 9_900, 0),  # of what it was
    ],
)  # fmt: skip
def test_the_runtimes_own_noise_is_no_change(bed, tmp_path, was, now, changed):
    accept(result(allocated=was), bed, tmp_path)
    assert pinned_figures.report(result(allocated=now), bed) == changed


@pytest.mark.parametrize("unstable", [{"allocated": 999, "stable": False}, {"allocated": None}])
def test_unstable_allocations_are_not_compared(accepted, unstable):
    assert pinned_figures.report(result(**unstable), accepted) == 0


def test_another_library_is_not_comparable(accepted, capsys):
    other = result(raw=51, allocated=120)
    other["codecs"][0]["version"] = "2"
    assert pinned_figures.report(other, accepted) == 0
    assert "not comparable: bytes of java:protobuf/protobuf-java: 2, the fixture has 1" in capsys.readouterr().out


def test_accepting_reports_what_it_could_not_compare(accepted, tmp_path, capsys):
    other = result(raw=51)
    other["codecs"][0]["version"] = "2"
    accept(other, accepted, tmp_path)
    out = capsys.readouterr().out
    assert "not comparable: bytes of java:protobuf/protobuf-java: 2, the fixture has 1" in out
    assert "0 changed, 0 new, 0 as they were; those of other versions are taken instead" in out


def test_another_runtime_has_the_same_bytes_and_other_allocations(accepted):
    other = result(raw=51, allocated=120)
    other["peers"][0]["runtime"] = "18"
    checked = pinned_figures.check(other, pinned_figures.read(pinned_figures.path_of(accepted)))
    assert len(checked.changed) == 1 and checked.changed[0].startswith("bytes of")
    assert checked.unlike == ["allocated in java: 18, the fixture has 1"]


def test_without_a_fixture_all_is_new(bed, capsys):
    assert pinned_figures.report(result(), bed) == 0
    assert "2 figures are not in" in capsys.readouterr().out


def test_accepting_keeps_the_others_and_drops_those_of_old_versions(accepted, tmp_path):
    other = result(raw=70)
    other["sizes"].append({"codec": "cpp:raw/memcpy", "case": CASE, "raw": 9, "gzip": 9, "zstd": 9})
    accept(other, accepted, tmp_path)
    elsewhere = result(raw=71)
    elsewhere["sizes"][0]["case"] = "Testobject/article"
    accept(elsewhere, accepted, tmp_path)
    assert read(pinned_figures.path_of(accepted))["bytes"] == {
        CASE: {CODEC: 70, "cpp:raw/memcpy": 9}, "Testobject/article": {CODEC: 71},
    }  # fmt: skip
    elsewhere["codecs"][0]["version"] = "2"
    accept(elsewhere, accepted, tmp_path)
    found = read(pinned_figures.path_of(accepted))
    assert found["bytes"] == {CASE: {"cpp:raw/memcpy": 9}, "Testobject/article": {CODEC: 71}}
    assert found["codecs"][CODEC] == "2"

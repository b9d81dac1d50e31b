"""Twenty drawn changes: what the descriptors say of each beside what compiled classes do. LONG=1 asks the compilers."""

import pytest
from drawn_changes import write
from long_tests import long

from wirebed.bed import BUILD
from wirebed.suites.evolution.plan import Selection
from wirebed_safe_change import report
from wirebed_safe_change.command import MODES, Run
from wirebed_safe_change.known_changes.truth import VERDICTS

SEED, COUNT = 27, 20
PARTS = ("reading", "relaying")


def findings(folder, full: bool) -> dict[tuple, dict]:
    """(message, field, format, direction) -> the finding."""
    run = Run(
        str(folder / "old"), str(folder / "new"), MODES["full"], Selection(format="proto[bj]*[fn]"), compiled=full
    )
    run.execute()
    found = [line["finding"] for line in report.lines(run) if "finding" in line]
    return {(one["message"], one["field"], one["format"], one["direction"]): one for one in found}


@pytest.fixture(scope="module")
def both():
    folder = BUILD / "test" / "drawn"
    packages = write(folder, SEED, COUNT)
    return packages, findings(folder, False), findings(folder, True)


def test_the_same_seed_draws_the_same_changes(tmp_path):
    packages = write(tmp_path / "a", SEED, COUNT)
    assert packages == write(tmp_path / "b", SEED, COUNT) and len(packages) == COUNT
    for path in (tmp_path / "a").rglob("*.proto"):
        assert path.read_text() == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_text()
        assert (tmp_path / "a" / "old" / path.name).read_text() != (tmp_path / "a" / "new" / path.name).read_text()


@long("compiles both versions")
def test_descriptors_never_say_better_than_compiled_classes(both):
    _, described, compiled = both
    better = []
    for key in sorted(described.keys() | compiled.keys()):
        for part in PARTS:
            one, other = (said[key][part] if key in said else "safe" for said in (described, compiled))
            if VERDICTS.index(one) < VERDICTS.index(other):
                better.append(f"{key} {part}: {one} from descriptors, {other} compiled")
    assert better == []


@long("compiles both versions")
def test_what_descriptors_say_worse_is_in_doubt(both):
    _, described, compiled = both
    worse = []
    for key, finding in described.items():
        for part in PARTS:
            other = compiled[key][part] if key in compiled else "safe"
            doubted = any(effect.get("doubt") for effect in finding["effects"])
            if VERDICTS.index(finding[part]) > VERDICTS.index(other) and not doubted:
                worse.append(f"{key} {part}: {finding[part]} from descriptors, {other} compiled")
    assert worse == []

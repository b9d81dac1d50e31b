"""The core knows no study: it does its work where all their folders are gone, and the help lists what is there."""

import re
import shutil

import houses
import pytest

from wirebed.bed import ROOT

STUDIES = {
    "wirebed_baseline": ["baseline", "review"],
    "wirebed_checks": ["check", "test"],
    "wirebed_claims": ["claims", "claims-publish"],
    "wirebed_conformance": ["conformance"],
    "wirebed_connections": ["echo"],
    "wirebed_costs": ["bench", "bench-compare"],
    "wirebed_fuzz": ["fuzz"],
    "wirebed_limits": ["limits"],
    "wirebed_page": ["report"],
    "wirebed_peer_test": ["peer-test"],
    "wirebed_pytest": [],  # which pytest loads
    "wirebed_replay": ["replay"],
    "wirebed_safe_change": ["buf", "changes"],
    "wirebed_sweep": ["sweep"],
    "wirebed_upgrade": ["upgrade", "bisect", "skew"],
    "wirebed_upstream": ["upstream"],
    "wirebed_wheel": ["wheel"],
}
# What is beside the core and no study.
PROGRAMS = {"wirebed_bench", "wirebed_build", "wirebed_echo", "wirebed_peer"}
SHARED = {"wirebed_cluster"}  # by studies
SCHEMA = """
syntax = "proto3";
package small;
message Note {
  string text = 1;
  int32 number = 2;
}
"""
STEP = """
change: a number is reserved
samples:
  v1: {few: "number: 1"}
  v2: {few: "number: 1"}
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    root = houses.make(tmp_path_factory.mktemp("core"), SCHEMA, {"some": "text: 'a' number: 1"})
    (root / "fixtures" / "evolution").mkdir()
    shutil.copy(ROOT / "fixtures" / "evolution" / "variants.yaml", root / "fixtures" / "evolution")
    (root / "fixtures" / "evolution" / "s01.yaml").write_text(STEP)
    for version, more in (("v1", ""), ("v2", " reserved 2;")):
        path = root / "proto" / "evolution" / "s01" / f"{version}.proto"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'syntax = "proto3"; package s01; message M {{ int32 number = 1;{more} }}\n')
    return root


@pytest.fixture(scope="module")
def core(house):
    """The same without any study."""
    for name in STUDIES:
        (house / "python" / "src" / name).rename(house / name)
    yield houses.wirebed(house)
    for name in STUDIES:
        (house / name).rename(house / "python" / "src" / name)


def commands(wirebed) -> set[str]:
    code, text = wirebed("--help")
    assert code == 0, text
    return set(re.findall(r"^  ([a-z-]+) {2,}[A-Z]", text, re.MULTILINE))


def test_each_package_is_the_core_or_a_study_or_a_program():
    folders = {path.parent.name for path in (ROOT / "python" / "src").glob("*/__init__.py")}
    assert folders == {"wirebed", *PROGRAMS, *SHARED, *STUDIES}


@pytest.mark.parametrize("study", STUDIES)
def test_the_commands_of_a_study_go_with_its_folder(house, study):
    folder, wirebed = house / "python" / "src" / study, houses.wirebed(house)
    before = commands(wirebed)
    folder.rename(house / study)
    try:
        after = commands(wirebed)
    finally:
        (house / study).rename(folder)
    assert set(STUDIES[study]) <= before - after
    assert {name for other in STUDIES if other != study for name in STUDIES[other]} <= after


def test_the_core_runs_its_suites_alone(core):
    for arguments in (
        ["interop"],
        ["evolution"],
        ["golden", "--case=Note/*"],
        ["why", "--case=Note/some", "--format=protobuf"],
        ["why", "--step=s01", "--format=protobuf", "--leg=backward"],
    ):
        code, text = core(*arguments)
        assert code == 0, f"{arguments}: {text}"


def test_the_core_says_that_a_study_is_not_there(core, house):
    code, text = core("evolution", "--old", str(house / "proto"), "--new", str(house / "proto"))
    assert code == 2 and "OLD= NEW= needs the study safe-change, whose package is not installed" in text

"""What a wheel requires, its version, and how its program reads what it is given."""

import subprocess
import sys

import pytest
from packaging.requirements import Requirement

from wirebed.bed import ROOT
from wirebed.bed.extras import extra
from wirebed.errors import UserError
from wirebed_build.lock import REQUIREMENTS, pins
from wirebed_wheel import build, launch
from wirebed_wheel.project import version_of
from wirebed_wheel.requirements import requirements


def test_pins_stay_and_others_may_be_newer():
    text = "# about this file\n\n# wheel\na==1.2\nb.c\n\n# wheel[more]\nd\n\n# a clone\ne\n"
    required = requirements(text, {"a": "1.2", "b-c": "0.19.1", "d": "9.2.0", "e": "1"})
    assert required.always == ["a==1.2", "b.c>=0.19.1,<1"]
    assert required.extras == {"more": ["d>=9.2.0,<10"]}


def test_the_environment_of_a_clone_is_one_that_the_wheel_allows():
    """So the tests of a clone are tests of the wheel."""
    project = build.tables(ROOT / "python", "1")
    required = [*project["project"]["dependencies"], *project["project.optional-dependencies"]["charts"]]
    locked = pins(REQUIREMENTS)
    assert len(required) > 10 and not [line for line in required if not _allowed(line, locked)]


def _allowed(line: str, locked: dict[str, str]) -> bool:
    requirement = Requirement(line)
    return requirement.specifier.contains(locked[requirement.name.replace(".", "-")], prereleases=True)


@pytest.fixture
def repository(tmp_path):
    def git(*words: str) -> str:
        own = ["git", "-C", str(tmp_path), "-c", "user.name=t", "-c", "user.email=t@example.com"]
        return subprocess.run([*own, *words], capture_output=True, text=True, check=True).stdout.strip()

    git("init", "-q")
    (tmp_path / "file").write_text("1")
    git("add", "file")
    git("commit", "-qm", "first")
    return git


def test_the_version_is_that_of_the_tag_or_of_the_commit(tmp_path, repository):
    commit = repository("rev-parse", "--short=12", "HEAD")
    assert version_of(tmp_path) == f"0.0.0.dev0+{commit}"
    repository("tag", "v1.2.3")
    assert version_of(tmp_path) == "1.2.3"
    (tmp_path / "file").write_text("2")
    assert version_of(tmp_path) == f"0.0.0.dev0+{commit}.changed"


def test_without_a_repository_there_is_no_version(tmp_path):
    with pytest.raises(UserError, match="a wheel is built from a git repository"):
        version_of(tmp_path)


def test_an_archive_depends_on_the_files_alone(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("text")
    assert build.packed(tmp_path / "a", ["file"]) == build.packed(tmp_path / "b", ["file"])
    (tmp_path / "b" / "file").chmod(0o755)
    assert build.packed(tmp_path / "a", ["file"]) != build.packed(tmp_path / "b", ["file"])


@pytest.mark.parametrize(
    ("word", "option"),
    [
        ("CASE=Text/*", "--case=Text/*"),
        ("ACCEPT_NEW=1", "--accept-new=1"),
        ("WHY=it's $5 = much\nmore", "--why=it's $5 = much\nmore"),
        ("--case=A=b", "--case=A=b"),
        ("git:main:proto", "git:main:proto"),
    ],
)
def test_variables_of_make_are_options(word, option):
    assert launch._option(word, {}) == [option]


def test_variables_that_are_no_options_stay_in_the_environment():
    environment: dict[str, str] = {}
    assert launch._option("LEGACY=0", environment) == [] and environment == {"WIREBED_LEGACY": "0"}


def test_a_relative_folder_of_xdg_does_not_count(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    variables = launch.variables({"XDG_STATE_HOME": "here", "XDG_CACHE_HOME": "/cache"})
    assert variables["WIREBED_REPORTS"] == str(tmp_path / ".local/state/wirebed/report")
    assert variables["WIREBED_CACHE"] == "/cache/wirebed/cache"


def test_the_user_may_choose_folders_and_not_another_environment():
    variables = launch.variables({"WIREBED_REPORTS": "/reports", "WIREBED_INSTALLED": "/of/another/python"})
    assert variables["WIREBED_REPORTS"] == "/reports"
    assert variables["WIREBED_INSTALLED"] == sys.executable


def test_a_missing_extra_says_how_to_install_it():
    words = r"no_such_package is not installed: pip install 'wirebed\[charts\]'"
    with pytest.raises(UserError, match=words), extra("charts"):
        import no_such_package  # type: ignore[import-not-found] # noqa: F401

"""`make lock` keeps every pin that nobody asked to change. The packages are made for the test, and lie in a folder."""

import zipfile
from pathlib import Path

import pytest

from wirebed.errors import UserError
from wirebed_build import lock


def wheel(folder: Path, name: str, version: str, needs: str = "") -> None:
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + (
        f"Requires-Dist: {needs}\n" * bool(needs)
    )
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as out:
        out.writestr(f"{info}/METADATA", metadata)
        out.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        out.writestr(f"{info}/RECORD", "")


@pytest.fixture
def project(tmp_path):
    """`above` needs `below`; both are locked at 1.0, and 2.0 has come out since."""
    (tmp_path / "requirements.in").write_text("above\n")
    (tmp_path / "libraries.in").write_text("other\n")
    for version in ("1.0", "2.0"):
        for name, needs in (("above", "below"), ("below", ""), ("other", "")):
            wheel(tmp_path, name, version, needs)
        if version == "1.0":
            locked(tmp_path)
    return tmp_path


def locked(project: Path, upgrade: str | None = None) -> dict[str, str]:
    assert lock.main(upgrade, project, ["--no-index", "--find-links", str(project)]) == 0
    return lock.pins("requirements", project)


def test_pins_stay_while_something_is_added(project, capsys):
    (project / "requirements.in").write_text("above\nother\n")
    assert locked(project) == {"above": "1.0", "below": "1.0", "other": "2.0"}
    assert "lock: other none -> 2.0\nlock: 1 of 3 packages of requirements.lock changed" in capsys.readouterr().out


def test_the_named_package_is_upgraded(project):
    assert locked(project, "below") == {"above": "1.0", "below": "2.0"}
    assert locked(project, "*") == {"above": "2.0", "below": "2.0"}


def test_an_unknown_package_is_an_error(project):
    with pytest.raises(
        UserError, match='unknown package of requirements.lock and libraries.lock "bellow"; near: "below"'
    ):
        locked(project, "bellow")


def test_a_package_of_either_lock_is_upgraded(project):
    locked(project, "other")
    assert lock.pins("libraries", project) == {"other": "2.0"}
    assert lock.pins("requirements", project) == {"above": "1.0", "below": "1.0"}


def test_what_cannot_be_resolved_leaves_its_lock(project):
    before = (project / "libraries.lock").read_bytes()
    (project / "libraries.in").write_text("other==3.0\n")
    with pytest.raises(UserError, match="libraries.lock is as it was"):
        locked(project)
    assert (project / "libraries.lock").read_bytes() == before

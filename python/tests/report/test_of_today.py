"""Whether a report is of today: by the content of files, and not by their times."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from wirebed.report import of_today
from wirebed_build.trees import state


def is_of_today(report: Path, suite: str) -> bool:
    return of_today.is_of_today(report, suite, lambda suite: [])


@pytest.fixture
def root(tmp_path, monkeypatch):
    root = tmp_path / "root"
    root.mkdir()
    for name, text in {"a.py": "1", "b.md": "1", "c.pyc": "1", ".gitignore": "*.pyc"}.items():
        (root / name).write_text(text)
    subprocess.run(["git", "init", "-q"], cwd=root, check=True)
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    monkeypatch.setattr(of_today, "ROOT", root)
    return root


@pytest.fixture
def report(root, tmp_path):
    def write(suite="interop", content=None, **more):
        content = of_today.content(root) if content is None else content
        path = tmp_path / "report.jsonl"
        path.write_text(
            json.dumps({"header": {"suite": suite, "bed": "interop", "content": content, "build": state([]), **more}})
        )
        return path

    return write


def test_a_report_of_the_same_content(root, report):
    path = report()
    assert is_of_today(path, "interop") and not is_of_today(path, "evolution")
    os.utime(root / "a.py", (2e9, 2e9))
    (root / "b.md").write_text("2")
    (root / "c.pyc").write_text("2")
    assert is_of_today(path, "interop")


@pytest.mark.parametrize("change", ["edit", "remove", "add"])
def test_a_report_of_another_content(root, report, change):
    path = report()
    if change == "edit":
        (root / "a.py").write_text("2")
    elif change == "remove":
        (root / "a.py").unlink()
    else:
        (root / "new.py").write_text("1")
    os.utime(path, (2e9, 2e9))
    assert not is_of_today(path, "interop")


def test_a_report_of_a_part_of_the_run(report):
    assert not is_of_today(report(filters={"case": "a/*"}), "interop")


def test_a_report_of_another_build(report):
    assert not is_of_today(report(build="of another compiler"), "interop")


def test_a_folder_without_git_has_no_identity(report, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "bare").mkdir()
    monkeypatch.setattr(of_today, "ROOT", tmp_path / "bare")
    assert not is_of_today(report(content=""), "interop")

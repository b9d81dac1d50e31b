"""BASE= of a run: the commit that it names, the bed in it, and what is wrong with it. The peers are fake."""

import shutil
import subprocess

import pytest

from wirebed.bed import BUILD, Bed
from wirebed.commands.options import open_bed
from wirebed.commands.since import Since
from wirebed.errors import UserError
from wirebed.run import Selection


def git(folder, *words: str) -> str:
    told = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, check=True)
    return told.stdout


def commit(folder) -> None:
    git(folder, "add", "-A")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "changed")


@pytest.fixture
def bed(tmp_path):
    """A bed in a folder of a repository, whose one file says how the fake peer two misbehaves."""
    root = tmp_path / "repository"
    (root / "bed" / "proto").mkdir(parents=True)
    (root / "third_party").mkdir()
    (root / "third_party" / "other.proto").touch()
    (root / "bed" / "proto" / "two").write_text("")
    git(tmp_path, "init", "-qb", "main", str(root))
    commit(root)
    opened = Bed.open(root / "bed")
    yield opened
    shutil.rmtree(BUILD / "base" / opened.name, ignore_errors=True)


@pytest.fixture
def run(fake_runs):
    """run(bed, base, include) -> the exit code; `run.beds` are those that ran, the base first."""

    def of_suite(bed, selection, path, show, keep) -> int:
        run.beds.append(bed)
        code, report = fake_runs.run(two=(bed.proto_root / "two").read_text().split())
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(fake_runs.folder / "report.jsonl", path)
        show(report, path)
        return code

    def run(bed, base, selection=None):
        run.beds = []
        return Since(base, "interop", selection or Selection(), None, of_suite).judge(bed)

    return run


def test_a_run_is_held_against_that_of_a_commit(bed, run, capsys):
    assert run(bed, "main") == 0
    (bed.proto_root / "two").write_text("swap:json/fake")
    assert run(bed, "main") == 1
    there, here = run.beds
    assert (there.root, here.root) == (BUILD / "base" / bed.name / "bed", bed.root)
    assert "3 cells newly fail" in capsys.readouterr().out
    commit(bed.root)
    assert run(bed, "main") == 0, "it is red, and was so before"
    assert run(bed, "main~1") == 1
    assert "newly fail" in (bed.reports / "interop.md").read_text()
    assert git(bed.root, "status", "--porcelain") == "" and len(git(bed.root, "worktree", "list").splitlines()) == 1


def test_a_report_that_was_kept_is_a_base(bed, run, tmp_path):
    run(bed, "main")
    kept = shutil.copy(bed.reports / "interop.jsonl", tmp_path / "kept.jsonl")
    assert run(bed, str(kept)) == 0 and len(run.beds) == 1
    (bed.proto_root / "two").write_text("swap:json/fake")
    assert run(bed, str(kept)) == 1
    assert run(bed, str(kept), Selection(format="json")) == 1, "a part may be held against a whole run"


def test_a_report_of_something_else_is_told_before_anything_runs(bed, run, tmp_path):
    run(bed, "main")
    kept, text = tmp_path / "kept.jsonl", (bed.reports / "interop.jsonl").read_text()
    kept.write_text(text.replace('"suite":"interop"', '"suite":"echo"', 1))
    with pytest.raises(UserError, match="BASE= is a report of echo, not of interop"):
        run(bed, str(kept))
    kept.write_text(text.replace('"filters":{}', '"filters":{"format":"json"}', 1))
    with pytest.raises(UserError, match="BASE= is a report of a run with FORMAT=json: say the same"):
        run(bed, str(kept))
    assert run.beds == []
    assert run(bed, str(kept), Selection(format="json")) == 0


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("mian", 'BASE=mian: .* has no commit mian; near: "main"'),
        ("--all", "is no git ref"),
        ("0000000", "has no commit 0000000"),
    ],
)
def test_a_ref_that_is_none_is_told_before_anything_runs(bed, run, base, expected):
    with pytest.raises(UserError, match=expected):
        run(bed, base)
    assert run.beds == []


def test_a_commit_without_the_bed_and_a_folder_without_git(bed, run, tmp_path):
    (bed.root.parent / "later" / "proto").mkdir(parents=True)
    with pytest.raises(UserError, match="BASE=main: that commit has no folder later/proto"):
        run(Bed.open(bed.root.parent / "later"), "main")
    (tmp_path / "alone" / "proto").mkdir(parents=True)
    with pytest.raises(UserError, match="is in no git repository"):
        run(Bed.open(tmp_path / "alone"), "main")


def test_include_folders_of_the_repository_are_those_of_the_commit(bed, run, tmp_path):
    place = BUILD / "base" / bed.name
    (bed.root / "fixtures").mkdir()
    (bed.root / "fixtures" / "bed.yaml").write_text("include: [../third_party]\n")
    commit(bed.root)
    opened = open_bed(str(bed.root), None)
    run(opened, "main")
    assert run.beds[0].include == (BUILD / "base" / opened.name / "third_party",)
    shutil.rmtree(BUILD / "base" / opened.name)
    given = Bed.open(bed.root, [bed.root.parent / "third_party" / "..", tmp_path])
    run(given, "main")
    assert run.beds[0].include == (BUILD / "base" / given.name, tmp_path)
    shutil.rmtree(BUILD / "base" / given.name)
    assert not place.exists()

"""BASE= of a run: the same run of an older commit, or its report. Only what is new since then is shown and judged.

The commit is that of the repository in which the bed lies. Its files stand in build/base, in a clone that shares the
objects of this repository, so that a next run builds only what differs. A commit that has a Wirebed of its own, as each
of this repository, runs with that one. All of them share the cache of builds and kept answers.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from wirebed.bed import BUILD, CACHE, ROOT, Bed
from wirebed.bed import settings as bed_settings
from wirebed.bed.exit_codes import AS_EXPECTED, NOT_WHOLE, UNEXPECTED
from wirebed.bed.git import commit_of, git, top_of
from wirebed.commands.options import open_bed
from wirebed.errors import UserError
from wirebed.report import Report, load
from wirebed.run.peers import Keep
from wirebed.run.selection import CodecSelection
from wirebed_build.trees.process import Processes, failed, log_path, run_own
from wirebed_build.trees.steps import locked

Show = Callable[[Report, Path], None]
_RAN = (AS_EXPECTED, UNEXPECTED, NOT_WHOLE)
# The variables that a run of the base gets from this one; all others of ours choose what this run does.
_PASSED = ("WIREBED_CACHE_GB", "WIREBED_LEGACY", "WIREBED_PEERS")
_Selection = TypeVar("_Selection", bound=CodecSelection)


@dataclass(frozen=True)
class Since(Generic[_Selection]):
    """A run of a suite with `base`. `run`: as that of the suite: its report goes to a path, and a function makes the
    views of it."""

    base: str
    suite: str
    selection: _Selection
    keep: Keep | None
    run: Callable[[Bed, _Selection, Path, Show, Keep | None], int]

    def judge(self, bed: Bed) -> int:
        """The exit code, of what is new alone."""
        from wirebed.report import blocks, views
        from wirebed.report.changes import show as changes
        from wirebed.report.changes.new import new

        before = self._before(bed)
        codes = []

        def show(report: Report, path: Path) -> None:
            since = new(before, report)
            views.write(since.part, path, changes.summary(since))
            changes.show(since, blocks.console(180))
            codes.append(since.part.footer.exit)

        self.run(bed, self.selection, bed.reports / f"{self.suite}.jsonl", show, self.keep)
        return codes[-1]

    def _before(self, bed: Bed) -> Report:
        path = Path(self.base).expanduser()
        if not path.is_file():
            path = self._of_commit(bed)
        report = load(path)
        if report.header.suite != self.suite:
            raise UserError(f"BASE= is a report of {report.header.suite}, not of {self.suite}", path)
        # A run of everything is held against a run of everything; a part of it may be held against it, too.
        filters = report.header.filters
        if filters and filters != self.selection.given:
            raise UserError(f"BASE= is a report of a run with {report.header.chosen}: say the same", path)
        return report

    def _of_commit(self, bed: Bed) -> Path:
        """The report of the run of a commit."""
        reports = bed.reports / "base"
        with checked_out(bed, self.base) as commit:
            if commit.bed is None:
                raise UserError(f"BASE={self.base}: that commit has no folder {commit.name / 'proto'}")
            print(f"base: {self.suite} of {self.base} ({commit.id[:12]})", file=sys.stderr, flush=True)
            if commit.wirebed is not None:
                return self._run_there(commit.bed, commit.wirebed, reports)
            self.run(commit.bed, self.selection, reports / f"{self.suite}.jsonl", lambda *_: None, self.keep)
        return reports / f"{self.suite}.jsonl"

    def _run_there(self, older: Bed, root: Path, reports: Path) -> Path:
        """Runs the Wirebed of the commit."""
        shutil.rmtree(reports, ignore_errors=True)
        given = self.selection.given | {"include": ":".join(map(str, older.include))}
        given |= {} if older.root == root else {"bed": str(older.root)}
        flags = [f"--{name}={value}" for name, value in given.items() if value]
        command = [str(root / "python" / "wirebed"), self.suite, *flags]
        env = {name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or name in _PASSED}
        env |= {"WIREBED_CACHE": str(CACHE), "WIREBED_REPORTS": str(reports)}
        log = log_path("base", self.suite)
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("wb") as out:
            out.write(f"$ {' '.join(command)}\n".encode())
            out.flush()
            code = run_own(command, cwd=root, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        written = list(reports.rglob(f"{self.suite}.jsonl"))
        if code not in _RAN or len(written) != 1:
            raise failed(f"the run of the base in {root}", code, log)
        return written[0]


@dataclass(frozen=True)
class Commit:
    id: str
    name: Path  # of the folder of the bed in the repository
    bed: Bed | None  # None where the commit has no schemas there
    wirebed: Path | None  # the Wirebed that the commit has


@contextmanager
def checked_out(bed: Bed, base: str) -> Iterator[Commit]:
    """The files of a commit of the repository of a bed. No other run changes them meanwhile."""
    commit = commit_of(f"BASE={base}", base, bed.root)
    top = (top_of(bed.root) or bed.root).resolve()
    name, place = bed.root.relative_to(top), BUILD / "base" / bed.name
    with locked(f"base-{bed.name}", Processes()):
        _check_out(top, commit, place)
        wirebed = place / ROOT.relative_to(top) if ROOT.is_relative_to(top) else None
        there = _bed(bed, top, place) if (place / name / "proto").is_dir() else None
        yield Commit(commit, name, there, wirebed)


def _bed(bed: Bed, top: Path, place: Path) -> Bed:
    """The bed in the commit. INCLUDE= is meant there, too, as far as its folders are of the repository."""
    given = bed.include if bed.include != bed_settings.load(bed).include else ()
    there = [place / path.relative_to(top) if path.is_relative_to(top) else path for path in given]
    return open_bed(str(place / bed.root.relative_to(top)), ":".join(map(str, there)))


def _check_out(top: Path, commit: str, place: Path) -> None:
    """The files of a commit; what earlier runs have built beside them stays."""
    if not (place / ".git").is_dir():
        shutil.rmtree(place, ignore_errors=True)
        place.parent.mkdir(parents=True, exist_ok=True)
        _git(place.parent, "clone", "--quiet", "--shared", "--no-checkout", str(top), str(place))
    _git(place, "checkout", "--quiet", "--force", "--detach", commit)
    _git(place, "clean", "--quiet", "--force", "-d")


def _git(folder: Path, *words: str) -> None:
    if git(folder, *words) is None:
        raise UserError(f"git {words[0]} failed; try it: git -C {folder} {' '.join(words)}")

"""Whether a report is of a full run on today's files and of today's peers: its header has the identities of both."""

import hashlib
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed.report.header import Header
from wirebed.report.load import read_header
from wirebed_build.trees import state
from wirebed_build.trees.tree import Tree


def content(root: Path) -> str:
    """The identity of all files of a repository other than documents and what git ignores; "" without a repository.

    Git knows the content of a file that has not changed since it saw it, so few files are read.
    """
    try:
        staged = (line.partition("\t") for line in _git(root, "ls-files", "-z", "--stage").split("\0") if line)
        ids = {name: head.split()[1] for head, _, name in staged}
        listed = _git(root, "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--deduplicate")
        changed = [name for name in listed.split("\0") if name]
        present = [name for name in changed if (root / name).is_file()]
        ids |= dict.fromkeys(changed, "")
        ids |= zip(present, _git(root, "hash-object", "--stdin-paths", paths=present).split(), strict=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    files = sorted(f"{name}\0{id}" for name, id in ids.items() if id and not name.endswith(".md"))
    return hashlib.sha256("\n".join(files).encode()).hexdigest()


def _git(root: Path, *words: str, paths: Iterable[str] = ()) -> str:
    """The output of a git command on the files of a repository; the paths go to its stdin, one in a line."""
    stdin = "".join(f"{path}\n" for path in paths)
    return subprocess.run(["git", *words], cwd=root, input=stdin, capture_output=True, text=True, check=True).stdout


def is_of_today(report: Path, suite: str, trees: Callable[[str], Iterable[Tree]]) -> bool:
    """Whether the report is of a full run that began with the files of today, and whose peers would be built alike
    today. A compiler or a runtime is no file of the repository. `trees`: those of a suite."""
    header = header_of(report)
    if header is None or not header.content or not is_full(report, suite):
        return False
    return header.content == content(ROOT) and header.build == state(trees(suite))


def is_full(report: Path, suite: str) -> bool:
    header = header_of(report)
    return header is not None and (header.suite, header.bed) == (suite, "interop") and not any(header.filters.values())


def header_of(report: Path) -> Header | None:
    """The header of a report; None where there is none that can be read."""
    try:
        with report.open("rb") as lines:
            return read_header(lines.readline(), report)
    except (OSError, UserError):
        return None

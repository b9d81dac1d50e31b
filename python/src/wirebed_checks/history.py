"""Checks the messages of commits that are not on the base, so that a reviewer can read the history.

A subject names its area, has at most 72 characters and says one thing. A commit of many files says why in its body.
The base is BASE=, else the branch that this one follows, else `main` of the remote `origin`. Without any of them, and
where a shallow clone does not have it, no commit is checked.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.bed.git import git
from wirebed.errors import UserError

MOST_CHARACTERS = 72
# A commit of more files than this needs a body.
MOST_FILES = 20
_SUBJECT = re.compile(r"[a-z0-9_.,/ -]+: \S")
_BASES = ("@{upstream}", "origin/HEAD", "origin/main")


def problems(root: Path = ROOT, base: str | None = None) -> list[str]:
    """A line for each mistake of a commit between the base and HEAD. UserError where BASE= names no commit."""
    given = base or os.environ.get("WIREBED_BASE")
    if given and _commit(root, given) is None:
        raise UserError(f"BASE={given} names no commit")
    known = (_commit(root, name) for name in ([given] if given else _BASES))
    start = next(filter(None, known), None)
    if start is None:
        return []
    listed = _git(root, "log", "--no-merges", "--format=%H", f"{start}..HEAD") or ""
    return [f"{commit[:10]} {problem}" for commit in listed.split() for problem in _of_commit(root, commit)]


def _of_commit(root: Path, commit: str) -> Iterator[str]:
    subject, _, body = (_git(root, "log", "-1", "--format=%B", commit) or "").strip().partition("\n")
    files = (_git(root, "show", "--name-only", "--format=", "--no-renames", commit) or "").split("\n")
    if not _SUBJECT.match(subject):
        yield f"`{subject}`: the subject begins with an area, as in `peers: …`"
    if len(subject) > MOST_CHARACTERS:
        yield f"`{subject}`: the subject has {len(subject)} characters, at most {MOST_CHARACTERS} are read"
    if ";" in subject:
        yield f"`{subject}`: the subject says one thing, without `;`"
    if len(files) > MOST_FILES and not body.strip():
        yield f"`{subject}`: a commit of {len(files)} files says why in its body"


def _commit(root: Path, name: str) -> str | None:
    return _git(root, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")


def _git(root: Path, *arguments: str) -> str | None:
    """Returns the output of git, or None where it fails."""
    output = git(root, *arguments)
    return None if output is None else output.decode(errors="replace").strip()

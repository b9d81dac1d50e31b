"""What git knows of a folder: its repository, and the commit that a ref names."""

import re
import shutil
import subprocess
from pathlib import Path

from wirebed.errors import UserError, instead

_NO_REF = re.compile(r"^-|[\x00-\x20\x7f]|^$")


def git(folder: Path, *words: str, stdin: bytes = b"") -> bytes | None:
    """Returns the output of git, or None where it fails or is not installed."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], input=stdin, capture_output=True, check=False)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UserError(f"git cannot run: {error.strerror}") from None
    return done.stdout if done.returncode == 0 else None


def top_of(folder: Path) -> Path | None:
    """The folder of the work tree around a folder."""
    top = git(folder, "rev-parse", "--show-toplevel")
    return None if top is None else Path(top.decode().removesuffix("\n"))


def commit_of(what: str, ref: str, repository: Path) -> str:
    """The commit of a ref; UserError with near refs where there is none. `what`: how the user gives it."""
    if _NO_REF.search(ref):
        raise UserError(f"{what}: {ref!r} is no git ref; say a branch, a tag or a commit")
    commit = git(repository, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    if commit is not None:
        return commit.decode().strip()
    if shutil.which("git") is None:
        raise UserError(f"{what}: git is not installed")
    if git(repository, "rev-parse", "--git-dir") is None:
        raise UserError(f"{what}: {repository} is in no git repository")
    known = (git(repository, "for-each-ref", "--format=%(refname:short)") or b"").decode(errors="replace").split()
    raise UserError(f"{what}: {repository} has no commit {ref}{instead(ref, known)}")

"""The .proto files of a commit: `git:<ref>:<folder>`.

git lists and prints objects; it checks nothing out, so no filter, hook or attribute of the repository has a part in it.
"""

import re
import subprocess
from pathlib import Path

from wirebed.errors import UserError, instead
from wirebed_safe_change.given_files import MOST_BYTES, Files

_LINK = b"120000"
_NO_REF = re.compile(r"^-|[\x00-\x20\x7f]|^$")


def of_commit(what: str, ref: str, repository: Path) -> Files:
    """`what`: how the user gives it, for errors."""
    if _NO_REF.search(ref):
        raise UserError(f"{what}: {ref!r} is no git ref; say git:<branch, tag or commit>:<folder>")
    commit = _git(repository, "rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")
    if commit is None:
        if _git(repository, "rev-parse", "--git-dir") is None:
            raise UserError(f"{what}: {repository} is in no git repository")
        known = (_git(repository, "for-each-ref", "--format=%(refname:short)") or b"").decode(errors="replace").split()
        raise UserError(f"{what}: {repository} has no commit {ref}{instead(ref, known)}")
    listed = _git(repository, "ls-tree", "-r", "-z", "--full-tree", commit.decode().strip()) or b""
    blobs: dict[str, bytes] = {}
    files = Files(what)
    for line in filter(None, listed.split(b"\0")):
        about, _, name = line.partition(b"\t")
        mode, kind, blob = about.split()
        if name.endswith(b".proto") and kind == b"blob":
            checked = files.checked(name)
            if mode == _LINK:
                files.links.append(checked)
            else:
                blobs[checked] = blob
    contents = _contents(what, repository, list(blobs.values()))
    for path, data in zip(blobs, contents, strict=True):
        files.add(path, data)
    return files


def top_of(folder: Path) -> Path | None:
    """The folder of the work tree around a folder."""
    top = _git(folder, "rev-parse", "--show-toplevel")
    return None if top is None else Path(top.decode().removesuffix("\n"))


def _contents(what: str, repository: Path, blobs: list[bytes]) -> list[bytes]:
    names = b"".join(b"%s\n" % blob for blob in blobs)
    sizes = _git(repository, "cat-file", "--batch-check=%(objectsize)", stdin=names)
    if sizes is None or sum(map(int, sizes.split())) > MOST_BYTES:
        raise UserError(f"{what}: the .proto files have more than {MOST_BYTES >> 20} MiB")
    data = _git(repository, "cat-file", "--batch=%(objectsize)", stdin=names) or b""
    contents, start = [], 0
    for _ in blobs:
        end = data.index(b"\n", start)
        size = int(data[start:end])
        contents.append(data[end + 1 : end + 1 + size])
        start = end + 2 + size
    return contents


def _git(folder: Path, *words: str, stdin: bytes = b"") -> bytes | None:
    """Returns the output of git, or None where it fails."""
    try:
        done = subprocess.run(["git", "-C", str(folder), *words], input=stdin, capture_output=True, check=False)
    except OSError as error:
        raise UserError(f"git cannot run: {error.strerror}") from None
    return done.stdout if done.returncode == 0 else None

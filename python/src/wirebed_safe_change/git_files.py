"""The .proto files of a commit: `git:<ref>:<folder>`.

git lists and prints objects; it checks nothing out, so no filter, hook or attribute of the repository has a part in it.
"""

from pathlib import Path

from wirebed.bed.git import commit_of, git
from wirebed.errors import UserError
from wirebed_safe_change.given_files import MOST_BYTES, Files

_LINK = b"120000"


def of_commit(what: str, ref: str, repository: Path) -> Files:
    """`what`: how the user gives it, for errors."""
    commit = commit_of(what, ref, repository)
    listed = git(repository, "ls-tree", "-r", "-z", "--full-tree", commit) or b""
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


def _contents(what: str, repository: Path, blobs: list[bytes]) -> list[bytes]:
    names = b"".join(b"%s\n" % blob for blob in blobs)
    sizes = git(repository, "cat-file", "--batch-check=%(objectsize)", stdin=names)
    if sizes is None or sum(map(int, sizes.split())) > MOST_BYTES:
        raise UserError(f"{what}: the .proto files have more than {MOST_BYTES >> 20} MiB")
    data = git(repository, "cat-file", "--batch=%(objectsize)", stdin=names) or b""
    contents, start = [], 0
    for _ in blobs:
        end = data.index(b"\n", start)
        size = int(data[start:end])
        contents.append(data[end + 1 : end + 1 + size])
        start = end + 2 + size
    return contents

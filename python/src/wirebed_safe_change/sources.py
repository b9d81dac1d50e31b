"""The sources that OLD= and NEW= take, each as a schema tree.

| given | is |
|---|---|
| a folder | all .proto files below it |
| `git:<ref>:<folder>` | those of a branch, tag or commit; without `:<folder>`, in the folder of the other side |
| an archive, `<archive>:<folder>` | tar, tar.gz or zip, all of it or a folder in it |
| a descriptor set | as `protoc --include_imports -o` writes it, for answers from descriptors |

The repository is the one around the folder on the other side, or around the current folder. Files of a commit or an
archive are written below build/sources; nothing is written anywhere else, whatever they are called.
"""

import hashlib
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from wirebed.bed import BUILD
from wirebed.bed.git import top_of
from wirebed.errors import UserError, instead, shown
from wirebed_build.trees.tree import Tree
from wirebed_safe_change import archive_files, descriptor_set, git_files
from wirebed_safe_change.folders import tree_of
from wirebed_safe_change.given_files import Files

_GIT = "git:"


@dataclass(frozen=True)
class Source:
    given: str
    tree: Tree
    head: str = ""  # what precedes the path of a file inside of a commit or an archive

    def path_of(self, name: str) -> str:
        """The path that a report gives for an import name."""
        return shown(str(self.tree.written_in(name) or name).removeprefix(self.head))


def source_of(variable: str, given: str, other: str, include: tuple[Path, ...]) -> Source:
    """`other`: what is given on the other side."""
    what = f"{variable}={given}"
    if given.startswith(_GIT):
        ref, _, folder = given.removeprefix(_GIT).partition(":")
        repository = _path(other) if _path(other).is_dir() else Path.cwd()
        files = git_files.of_commit(what, ref, repository)
        folder = folder or _folder_of(what, other)
        key = f"{top_of(repository)} {given}"
        return _staged(variable, given, files, f"{_GIT}{ref}:", folder, key, include)
    path, folder = _path(given), ""
    if not path.exists() and ":" in given:
        given_path, _, folder = given.rpartition(":")
        path = _path(given_path)
    if path.is_file() and archive_files.is_archive(path):
        files = archive_files.of_archive(what, path)
        head = f"{given.removesuffix(f':{folder}') if folder else given}:"
        return _staged(variable, given, files, head, folder or _common(files), str(path), include)
    if path.is_file() and not folder:
        return Source(given, descriptor_set.tree_of(what, path))
    return Source(given, tree_of(variable, given, include))


def _path(given: str) -> Path:
    return Path(given).expanduser().absolute()


def _folder_of(what: str, other: str) -> str:
    """The folder of the other side, as its repository names it."""
    folder = _path(other)
    top = top_of(folder) if folder.is_dir() else None
    if top is None:
        raise UserError(f"{what}: say which folder of the commit, as git:<ref>:<folder>; the other side is none")
    return folder.resolve().relative_to(top.resolve()).as_posix()


def _common(files: Files) -> str:
    """The folder of an archive around all its .proto files."""
    parts = [PurePosixPath(name).parent.parts for name in files.contents]
    common = [names[0] for names in zip(*parts, strict=False) if len(set(names)) == 1] if parts else []
    folder = PurePosixPath()
    for index, part in enumerate(common):
        if all(names[index] == part for names in parts):
            folder /= part
    return folder.as_posix()


def _staged(variable: str, given: str, files: Files, head: str, folder: str, key: str, include) -> Source:
    folder = PurePosixPath(folder).as_posix().strip("/") or "."
    if ".." in PurePosixPath(folder).parts:
        raise UserError(f"{variable}={given}: {folder} leads out of it")
    start = "" if folder == "." else f"{folder}/"
    if links := [name for name in files.links if name.startswith(start)]:
        raise UserError(f"{variable}={given}: {links[0]} is a link, and only files are read")
    below = [name for name in files.contents if name.startswith(start)]
    if not below:
        folders = {str(parent) for name in files.contents for parent in PurePosixPath(name).parents}
        raise UserError(f"{variable}={given}: there is no .proto file in {folder}{instead(folder, sorted(folders))}")
    place = BUILD / "sources" / hashlib.sha256(f"{variable} {key}".encode()).hexdigest()[:16]
    files.write(place)
    tree = tree_of(variable, str(place / folder), include)
    if not tree.roots[0].is_relative_to(place.resolve()):
        raise UserError(f"{variable}={given}: its imports lead out of it")
    inside = tree.roots[0].relative_to(place.resolve())
    return Source(given, replace(tree, origins={name: Path(f"{head}{inside / name}") for name in tree.files}), head)

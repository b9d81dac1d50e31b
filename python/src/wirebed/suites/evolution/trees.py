"""The schema trees of the evolution suite: all v1.proto are one, all v2.proto another, and so on.

A step's files have the same names inside, so they cannot share a tree. Each is copied to `evolution/<step>.proto`
below the staged folder of its version's tree; what has not changed is not written, so that nothing is built for it.
"""

import re
from pathlib import Path

from wirebed.bed import ROOT, Bed, settings
from wirebed.errors import UserError, shown
from wirebed_build.trees.fingerprint import write_if_changed
from wirebed_build.trees.tree import Tree

FOLDER = "evolution"
VERSIONS = ("v1", "v2", "v3")  # the most that a step has
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def folder_of(bed: Bed) -> Path:
    return bed.proto_root / FOLDER


def tree_name(bed: Bed, version: str) -> str:
    return f"{FOLDER}-{version}" if bed.own and not bed.include else f"{bed.name}-{FOLDER}-{version}"


def step_folders(bed: Bed) -> list[Path]:
    """The folder of each step. Its name becomes that of a file, and stands in globs and commands."""
    folders = sorted(path for path in folder_of(bed).glob("[!.]*") if path.is_dir())
    for path in folders:
        if not _NAME.fullmatch(path.name):
            raise UserError("the name of a step has small letters, digits and _, and begins with a letter", path)
    return folders


def step_names(bed: Bed) -> list[str]:
    return [path.name for path in step_folders(bed)]


def stage(bed: Bed) -> dict[str, Tree]:
    """The tree of each version, staged as the files are today."""
    steps = step_folders(bed)
    if not steps:
        raise UserError(
            f"there is no step: each is a folder {shown(folder_of(bed) / '<step>')} with v1.proto, v2.proto"
        )
    trees = {}
    for version in VERSIONS:
        origins = {f"{FOLDER}/{step.name}.proto": step / f"{version}.proto" for step in steps}
        origins = {name: path for name, path in origins.items() if path.is_file()}
        if origins:
            trees[version] = _stage(bed, version, origins)
    return trees


def _stage(bed: Bed, version: str, origins: dict[str, Path]) -> Tree:
    name = tree_name(bed, version)
    staged = Tree(name, (), ()).dir / "staged"
    for import_name, origin in origins.items():
        write_if_changed(staged / import_name, origin.read_bytes())
    for path in (staged / FOLDER).glob("*.proto"):
        if f"{FOLDER}/{path.name}" not in origins:
            path.unlink()
    roots = dict.fromkeys((staged, bed.proto_root, *bed.include, ROOT / "proto"))
    return Tree(name, tuple(origins), tuple(roots), origins, mappers=settings.load(bed).mappers)

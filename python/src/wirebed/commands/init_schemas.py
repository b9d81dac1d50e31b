"""The schemas that `wirebed init` finds: the bed around them, and the folders in which their imports are."""

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.git import top_of
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, shown
from wirebed.suites.evolution.trees import step_names
from wirebed_build.trees import ensure_schema
from wirebed_build.trees.fingerprint import files_below
from wirebed_build.trees.tree import Tree

_LACKING = re.compile(r"^(\S+\.proto): File not found\.$", re.MULTILINE)
_SHOWN = 5  # the messages that are named


def open_bed(bed: str | None, include: str | None) -> Bed:
    """The bed; UserError says where .proto files are that stand elsewhere than in its folder proto/."""
    root = Path(bed or ROOT).expanduser().resolve()
    proto = root / "proto"
    folders = {Path(path).parent for path in files_below(str(root)) if path.endswith(".proto")} if root.is_dir() else ()
    if proto.is_dir() or not folders:
        return Bed.open(bed, include)
    common = Path(os.path.commonpath(folders))
    wanted = f"a bed has its schemas in {shown(proto)}, and these .proto files stand in {shown(common)}"
    if above := next((folder for folder in (common, *common.parents) if folder.name == "proto"), None):
        raise UserError(f"{wanted}: say BED={shown(above.parent)}")
    if common == root:
        raise UserError(f"{wanted}: move them there")
    raise UserError(f"{wanted}: `ln -s {os.path.relpath(common, root)} {shown(proto)}` makes it a bed")


def resolved(bed: Bed) -> Bed:
    """The bed with the folders of its repository in which its imports are. UserError where one is nowhere."""
    while has_files(bed):
        try:
            ensure_schema(bed)
            return bed
        except UserError as error:
            lacking = _LACKING.findall(error.message)
            if not lacking:
                raise
            bed = replace(bed, include=(*bed.include, _folder_of(lacking[0], bed, error)))
    return bed


def _folder_of(name: str, bed: Bed, error: UserError) -> Path:
    """The folder from which this import resolves."""
    repository = top_of(bed.root) or bed.root
    ends = [path for path in files_below(str(repository)) if path.endswith(f"/{name}")]
    folders = sorted({Path(path.removesuffix(f"/{name}")).resolve() for path in ends} - set(bed.include))
    outside = [folder for folder in folders if not folder.is_relative_to(bed.proto_root.resolve())]
    if len(outside) == 1:
        print(f"{name} is imported, and stands in {shown(outside[0])}: include has that folder")
        return outside[0]
    if outside:
        raise UserError(f"{name} is imported, and stands in {_listed(outside)}: say INCLUDE=<one of these>")
    if folders:
        why = f"imports of a bed resolve from {shown(bed.proto_root)}, and {name} stands in {_listed(folders)}"
        raise UserError(f"{error.message}\n{why}: import it by its path from there")
    raise UserError(
        f"{error.message}\n{name} is nowhere below {shown(repository)}: say INCLUDE=<the folder from which it resolves>"
    )


def _listed(folders: Sequence[Path]) -> str:
    return ", ".join(map(shown, folders))


def has_files(bed: Bed) -> bool:
    """Whether it has more than evolution steps."""
    return bool(Tree.files_of(bed)) or not step_names(bed)


def summary(bed: Bed) -> str:
    """`schemas/proto: 2 files with 3 messages: shop.Order, shop.Item, …`; of a bed with steps alone, these."""
    steps = _number(len(step_names(bed)), "evolution step") if step_names(bed) else ""
    if not has_files(bed):
        return f"{shown(bed.proto_root)}: {steps}"
    schema = Schema.load(bed.tree_dir)
    own = [name for name in schema.messages if schema.message(name).file.name in schema.own_files]
    more = ", …" if len(own) > _SHOWN else ""
    counts = f"{_number(len(schema.own_files), 'file')} with {_number(len(own), 'message')}"
    return f"{shown(bed.proto_root)}: {counts}: {', '.join(own[:_SHOWN])}{more}{steps and '; ' + steps}"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def include_of(bed: Bed) -> list[str]:
    """The include folders as the bed's file has them: from its own folder, where its repository has them as well."""
    repository = top_of(bed.root) or bed.root
    return [
        os.path.relpath(folder, bed.root) if folder.is_relative_to(repository.resolve()) else str(folder)
        for folder in bed.include
    ]

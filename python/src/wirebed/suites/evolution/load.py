"""fixtures/evolution/<step>.yaml -> steps and their expectations, with file, line and column of whatever is wrong.

How such a file is written stands in fixtures/evolution/README.md. A sample is a case (fixtures/cases/README.md), an
expectation an entry of deviations (fixtures/deviations/README.md).
"""

import functools
from collections.abc import Callable, Iterable
from pathlib import Path

from wirebed.bed import ROOT, Bed, yaml_tree
from wirebed.bed.schema import Schema
from wirebed.errors import UserError, shown
from wirebed.state.deviations import of_bed, reasons
from wirebed.state.deviations.entry import Entry
from wirebed.state.roster import Member, Roster
from wirebed.suites.evolution.by_position import ByPosition
from wirebed.suites.evolution.load_step import Words, load_step
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.trees import VERSIONS, step_folders

# What lies beside the steps and is none.
NO_STEPS = ("buf", "descriptors", "variants")


def load(
    bed: Bed, schemas: dict[str, Schema], only: Callable[[str], bool] | None = None
) -> tuple[list[Step], list[Entry]]:
    """Every step of a bed and what is expected of it, with the laws of all steps; `only`: the steps with such names."""
    words = words_of(bed)
    steps, entries = [], of_bed(bed, ROOT, "laws")
    for name, path, versions in found(bed, only):
        step, expected = load_step(name, path, versions, schemas, words)
        steps.append(step)
        entries += expected
    return steps, [ByPosition.of(entry) if entry.by_position else entry for entry in entries]


def found(bed: Bed, only: Callable[[str], bool] | None = None) -> Iterable[tuple[str, Path, dict[str, Path]]]:
    """Name, YAML file and schema files of each step; a step has all of them."""
    folders = {folder.name: folder for folder in step_folders(bed)}
    files = {path.stem: path for path in (bed.fixtures / "evolution").glob("*.yaml") if path.stem not in NO_STEPS}
    for name in sorted(folders.keys() | files.keys()):
        if only is not None and not only(name):
            continue
        yield name, *_complete(bed, name, folders.get(name), files.get(name))


def _complete(bed: Bed, name: str, folder: Path | None, path: Path | None) -> tuple[Path, dict[str, Path]]:
    if folder is None:
        wanted = bed.proto_root / "evolution" / name
        raise UserError(f"there is no schema of this step: {shown(wanted / 'v1.proto')}, v2.proto", path, 1, 1)
    if path is None:
        raise UserError(f"the step has no {shown(bed.fixtures / 'evolution' / (name + '.yaml'))}", folder)
    versions = {version: folder / f"{version}.proto" for version in VERSIONS}
    versions = {version: file for version, file in versions.items() if file.is_file()}
    for version in VERSIONS[: max(2, len(versions))]:
        if version not in versions:
            raise UserError(f"a version of the step is missing: {version}.proto", folder)
    for file in sorted(folder.glob("*.proto")):
        if file not in versions.values():
            raise UserError(f"a step has the versions {', '.join(VERSIONS)} and no others", file)
    return path, versions


def words_of(bed: Bed) -> Words:
    """The names that expectations may use: reasons, formats, codecs."""
    codecs = tuple(sorted({member.codec for member in _members()}))
    return Words(reasons.of_bed(bed, ROOT), known_formats(), codecs, classes=bed.own and not bed.include)


@functools.cache
def known_formats() -> tuple[str, ...]:
    variants = yaml_tree.mapping(ROOT / "fixtures" / "evolution" / "variants.yaml")
    return tuple(sorted({member.format for member in _members()} | set(variants)))


def _members() -> set[Member]:
    path = ROOT / "fixtures" / "roster.yaml"
    return {*Roster.load(path).members, *Roster.load(path, "classes").members}

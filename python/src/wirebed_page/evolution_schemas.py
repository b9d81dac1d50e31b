"""The steps as they stand in the bed today: the files of their versions as a diff, migration, samples, mutations."""

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.bed.schema import Schema
from wirebed.cases.case import Case
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Mutation, Names, Sample, Step
from wirebed.suites.evolution.trees import folder_of

SAME, GONE, NEW = "same", "gone", "new"


def block(bed: Bed, steps: Iterable[Step], schemas: Mapping[str, Schema]) -> dict[str, dict]:
    return {step.name: _step(bed, step, schemas) for step in steps}


def _step(bed: Bed, step: Step, schemas: Mapping[str, Schema]) -> dict:
    schema_files = [folder_of(bed) / step.name / f"{version}.proto" for version in step.versions]
    parts = {
        "place": _place(step.path),
        "diffs": [diff(*pair) for files in (schema_files, _class_files(step)) for pair in pairwise(files)],
        "migrations": list(map(_migration, step.names)),
        "roots": step.roots,
        "samples": list(map(_sample, step.samples)),
        "mutations": [_mutation(mutation, schemas, step.roots) for mutation in step.mutations],
        "class": step.class_name,
        "defaults": step.defaults,
        "initial": {version: _text(case) for version, case in step.initial.items()},
    }
    return {name: thing for name, thing in parts.items() if thing}


def _class_files(step: Step) -> list[Path]:
    """The versions of the class that was written by hand, where the step is about one."""
    if not step.class_name:
        return []
    name = Path(*step.class_name.split(".")).with_suffix(".java")
    files = [ROOT / "java" / "classes" / version / name for version in step.versions]
    return files if all(file.is_file() for file in files) else []


def _place(path: Path | None) -> str:
    if path is None:
        return ""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def diff(old: Path, new: Path) -> dict:
    """Two files, and every line of both: whether it is in both, gone or new; and the line."""
    texts = (path.read_text(encoding="utf-8").splitlines() for path in (old, new))
    return {"old": _place(old), "new": _place(new), "lines": list(_lines(*texts))}


def _lines(old: list[str], new: list[str]) -> Iterator[tuple[str, str]]:
    for tag, i, j, k, m in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            yield from ((SAME, line) for line in old[i:j])
        else:
            yield from ((GONE, line) for line in old[i:j])
            yield from ((NEW, line) for line in new[k:m])


def _migration(names: Names) -> dict:
    return {"renamed": names.renamed, "apart": sorted(names.apart)}


def _sample(sample: Sample) -> dict:
    case = sample.case
    parts = {
        "name": sample.name,
        "text": _text(case),
        "about": case.about,
        "formats": case.formats,
        "ought": {version: _text(value) for version, value in sample.ought.items()},
    }
    return {name: thing for name, thing in parts.items() if thing}


def _mutation(mutation: Mutation, schemas: Mapping[str, Schema], roots: Mapping[str, str]) -> dict:
    relay = next(leg.relay for leg in LEGS.values() if leg.mutates and leg.writer == mutation.sample.version)
    fields = schemas[relay].message(roots[relay]).fields_by_number
    return {
        "name": f"{mutation.sample.name}.{mutation.name}",
        "relay": relay,
        "set": "" if mutation.set is None else _text(mutation.set),
        "clear": [fields[number].name for number in mutation.clear],
        "gives": _text(mutation.gives),
    }


def _text(case: Case) -> str:
    """Text format, where the value is that alone."""
    meaning = case.meaning or {}
    if isinstance(meaning, Mapping) and meaning.keys() == {"text"}:
        return str(meaning["text"])
    return json.dumps(meaning, ensure_ascii=False)

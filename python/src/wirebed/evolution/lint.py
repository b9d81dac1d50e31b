"""`python -m wirebed.evolution.lint [glob of steps]`: are the steps written right? Runs no peer, builds nothing.

Compiles the versions into memory, reads the YAML files, makes every sample's view and migrates it. Each mistake is one
line with file, line and column; exit code 2 when there is one.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from wirebed.bed import ROOT, Bed
from wirebed.errors import UserError, shown
from wirebed.evolution.load import VERSIONS, found, words_of
from wirebed.evolution.load_step import cases_of, load_step
from wirebed.evolution.migrate import Migrator
from wirebed.evolution.model import Step
from wirebed.glob import matches
from wirebed.schema import Schema


def main(arguments: list[str]) -> int:
    bed = Bed.open()
    glob = arguments[0] if arguments else "*"
    problems, steps = [], {}
    names = {path.parent.name for path in (bed.proto_root / "evolution").glob("*/*.proto")}
    names |= {path.stem for path in (bed.fixtures / "evolution").glob("*.yaml")}
    for name in sorted(name for name in names if matches(name, glob)):
        try:
            steps.update({one: parts for one, *parts in found(bed, lambda other, name=name: other == name)})
        except UserError as error:
            problems.append(str(error))
    with tempfile.TemporaryDirectory() as folder:
        schemas, wrong = compiled(Path(folder), {name: files for name, (_, files) in steps.items()})
    problems += [line for lines in wrong.values() for line in lines]
    counts = [0, 0, 0]
    for name, (path, files) in steps.items():
        if name not in wrong:
            problems += _step(name, path, files, schemas, words_of(bed), counts)
    for line in problems:
        print(line)
    print(f"{counts[0]} steps, {counts[1]} samples, {counts[2]} expectations; {len(problems)} mistakes")
    return 2 if problems else 0


def _step(name: str, path: Path, files: dict, schemas: dict[str, Schema], words, counts: list[int]) -> list[str]:
    try:
        step, entries = load_step(name, path, files, schemas, words)
    except UserError as error:
        return [str(error)]
    counts[0] += 1
    counts[1] += len(step.samples)
    counts[2] += len(entries)
    problems = [f"{shown(path)}:1:1: a step has at least two samples"] if len(step.samples) < 2 else []
    for case in cases_of(step):
        try:
            assert case.view is not None
        except UserError as error:
            problems.append(str(error))
    return problems or _migrated(step, schemas)


def _migrated(step: Step, schemas: dict[str, Schema]) -> list[str]:
    """A sample that cannot be migrated is a mistake of ours, and is to be told."""
    problems = []
    for index, (old, new) in enumerate(zip(step.versions, step.versions[1:], strict=False)):
        names = step.names[index]
        for here, there, known in ((old, new, names), (new, old, names.back())):
            roots = (step.roots[here], step.roots[there])
            migrator = Migrator(schemas[here], schemas[there], known, roots, step.defaults)
            for sample in step.samples:
                if sample.version != here or sample.case.expect_reject:
                    continue
                try:
                    migrator.migrate(sample.case.view)
                except Exception as error:
                    problems.append(f"{shown(step.path)}:1:1: {sample.name} to {there}: {error!r}")
    return problems


def compiled(folder: Path, steps: dict[str, dict[str, Path]]) -> tuple[dict[str, Schema], dict[str, list[str]]]:
    """The schema of each version of all steps that compile, and what protoc says of the others."""
    wrong: dict[str, list[str]] = {}
    schemas = {}
    for version in VERSIONS:
        files = {name: versions[version] for name, versions in steps.items() if version in versions}
        while files:
            said = _protoc(folder / version, files)
            if not said:
                schemas[version] = Schema.load(folder / version)
                break
            for name, lines in said.items():
                wrong.setdefault(name, []).extend(lines)
                files.pop(name, None)
    return schemas, wrong


def _protoc(folder: Path, files: dict[str, Path]) -> dict[str, list[str]]:
    """Compiles `evolution/<step>.proto` of one version; step -> what is wrong with it."""
    (folder / "evolution").mkdir(parents=True, exist_ok=True)
    for name, path in files.items():
        (folder / "evolution" / f"{name}.proto").write_bytes(path.read_bytes())
    command = [sys.executable, "-m", "grpc_tools.protoc", "-I.", f"-I{ROOT / 'proto'}"]
    command += ["--include_imports", "-oschema.binpb"]
    command += [f"evolution/{name}.proto" for name in files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return {}
    found: dict[str, list[str]] = {}
    for line in done.stderr.splitlines():
        match = re.match(r"evolution/(\w+)\.proto(.*)", line)
        if match and ": warning: " not in line and match[1] in files:
            found.setdefault(match[1], []).append(shown(files[match[1]]) + match[2])
    return found or {next(iter(files)): [done.stderr.strip()]}


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except UserError as problem:
        print(problem)
        sys.exit(2)

"""`make buf`: what `buf breaking` says of each step, written to fixtures/evolution/buf.yaml and checked in.

So the suite needs no buf: it reads the file, which knows by a hash whether the step's files are still those that buf
saw. All steps are staged as one module of each version, under the same file names, and each category is one run.
"""

import hashlib
import json
import re
import shutil
import subprocess
import textwrap
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import BUILD, Bed, files
from wirebed.errors import UserError, shown
from wirebed.report.steps.buf_verdicts import CATEGORIES, Verdicts, load, path_of
from wirebed.suites.evolution.trees import FOLDER, folder_of, stage, step_folders

PACKAGE = "@bufbuild/buf"
# The one place where buf's version stands.
VERSION = "1.75.0"
# buf's own exit code for "there are findings".
_FINDINGS = 100
# Among its findings stands what it could not read at all.
_NOT_COMPILED = "COMPILE"
_HOME = BUILD / "buf"
_WIDTH = 120
_HEAD = """\
# What `buf breaking` says of v2 against v1 of each step, as `make buf` writes it: `breaks` has the rules that a step
# breaks, `rules` the categories of each. `files` is the hash of the two files that buf saw.
# `refused` has the words of buf where it does not take a step.
"""


class _Failed(Exception):
    """buf did not answer; str() has its words."""


def main(bed: Bed) -> int:
    steps = steps_of(bed)
    program = install()
    verdicts = check(program, bed, steps)
    target = path_of(bed)
    files.write(target, render(verdicts))
    for category in CATEGORIES:
        passes = sum(not rules[category] for rules in verdicts.steps.values())
        print(f"buf {VERSION} {category}: {passes} of {len(verdicts.steps)} steps pass")
    for step, words in verdicts.refused.items():
        print(f"buf {VERSION} refuses {step}: {words}")
    print(f"wrote {shown(target)}")
    return 0


def steps_of(bed: Bed) -> dict[str, Path]:
    """The folders of all steps with a v1 and a v2."""
    steps = {f.name: f for f in step_folders(bed) if (f / "v1.proto").is_file() and (f / "v2.proto").is_file()}
    if not steps:
        raise UserError(
            f"there is no step: each is a folder {shown(folder_of(bed) / '<step>')} with v1.proto, v2.proto"
        )
    return steps


def hash_of(folder: Path) -> str:
    digest = hashlib.sha256()
    for version in ("v1", "v2"):
        digest.update(hashlib.sha256((folder / f"{version}.proto").read_bytes()).digest())
    return digest.hexdigest()[:16]


def install() -> Path:
    """The program, installed by npm into build/ when it is not there in the pinned version."""
    program = _HOME / "node_modules" / ".bin" / "buf"
    manifest = _HOME / "node_modules" / PACKAGE / "package.json"
    if program.is_file() and manifest.is_file() and json.loads(manifest.read_bytes())["version"] == VERSION:
        return program
    npm = shutil.which("npm")
    if npm is None:
        raise UserError(
            f"there is no npm to install {PACKAGE} {VERSION} with (on Debian: apt-get install npm); "
            "`make evolution` does not need it: buf's verdicts are checked in"
        )
    _HOME.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--prefix", str(_HOME), "--no-save", "--no-package-lock", f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(command, cwd=_HOME, capture_output=True, text=True, check=False)
    if done.returncode or not program.is_file():
        raise UserError(f"npm could not install {PACKAGE} {VERSION}:\n{_output(done)}")
    return program


def _output(done: subprocess.CompletedProcess) -> str:
    return (done.stderr or done.stdout).strip()[-2000:]


def check(program: Path, bed: Bed, steps: dict[str, Path]) -> Verdicts:
    """buf's verdict on each of these steps. It refuses all of them for one, which is then left out."""
    packages = {_package(folder / "v1.proto"): step for step, folder in steps.items()}
    refused: dict[str, str] = {}
    while True:
        taken = {step: folder for step, folder in steps.items() if step not in refused}
        try:
            rules = _rules(program, _stage(bed, taken), taken, packages)
            return Verdicts(VERSION, rules, {step: hash_of(folder) for step, folder in steps.items()}, refused)
        except _Failed as error:
            step = _refused(str(error), packages)
            if step not in taken:
                raise UserError(f"buf could not compare the steps: {error}") from None
            # protobuf-go puts spaces of another kind into its words, in some runs, so that nobody depends on them.
            refused[step] = " ".join(str(error).split())


def _rules(program: Path, staged: Path, steps: Iterable[str], packages: dict[str, str]) -> dict[str, dict]:
    by_step: dict[str, dict[str, set[str]]] = {step: {category: set() for category in CATEGORIES} for step in steps}
    for category in CATEGORIES:
        for finding in _breaking(program, staged, category):
            by_step[_step(finding, packages)][category].add(finding["type"])
    return {step: {category: sorted(ids) for category, ids in rules.items()} for step, rules in by_step.items()}


def _stage(bed: Bed, steps: dict[str, Path]) -> Path:
    staged = _HOME / f"staged-{bed.name}"
    imported = _imported(bed)
    shutil.rmtree(staged, ignore_errors=True)
    for version in ("v1", "v2"):
        folder = staged / version
        (folder / FOLDER).mkdir(parents=True)
        for name, path in imported.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / name)
        for step, origin in steps.items():
            shutil.copy(origin / f"{version}.proto", folder / FOLDER / f"{step}.proto")
    return staged


def _imported(bed: Bed) -> dict[str, Path]:
    """The imports of all versions of all steps. Both versions get the same files, since none of them changes."""
    from wirebed_build.trees import ensure_tree

    trees = stage(bed)
    lists = [(ensure_tree(trees[version], []) / "proto.list").read_text() for version in ("v1", "v2")]
    imports = dict(line.split("\t") for text in lists for line in text.splitlines())
    return {name: Path(path) for name, path in imports.items() if not name.startswith(f"{FOLDER}/")}


def _breaking(program: Path, staged: Path, category: str) -> list[dict]:
    config = json.dumps({"version": "v2", "breaking": {"use": [category]}})
    command = [str(program), "breaking", ".", "--against", "../v1", "--error-format", "json", "--config", config]
    done = subprocess.run(command, cwd=staged / "v2", capture_output=True, text=True, check=False)
    if done.returncode not in (0, _FINDINGS):
        raise _Failed(_output(done))
    findings = [json.loads(line) for line in done.stdout.splitlines() if line]
    if wrong := [finding for finding in findings if finding["type"] == _NOT_COMPILED]:
        text = "\n".join(f"{error.get('path', '')}:{error.get('start_line', 1)}: {error['message']}" for error in wrong)
        raise UserError(f"buf could not compile the steps ({category}):\n{text[:2000]}")
    return findings


def _package(path: Path) -> str:
    match = re.search(r"^package\s+([\w.]+)\s*;", path.read_text(encoding="utf-8"), re.MULTILINE)
    return match.group(1) if match else ""


def _step(finding: dict, packages: dict[str, str]) -> str:
    """The step of a finding; those about a whole package name no file."""
    if path := finding.get("path"):
        return Path(path).stem
    for name in re.findall(r'"([\w.]+)"', finding["message"]):
        if name in packages:
            return packages[name]
    raise UserError(f"buf tells no step for its finding: {finding}")


def _refused(words: str, packages: dict[str, str]) -> str | None:
    """The step with the message for which buf refuses them all."""
    for name in re.findall(r'message "([\w.]+)"', words):
        for package, step in packages.items():
            if name.startswith(f"{package}."):
                return step
    return None


def render(verdicts: Verdicts) -> str:
    lines = [f"version: {verdicts.version}", "rules:"]
    lines += [f"  {rule}: [{', '.join(categories)}]" for rule, categories in sorted(_categories(verdicts).items())]
    lines.append("steps:")
    for step, hash_ in sorted(verdicts.files.items()):
        lines += _record(step, hash_, verdicts)
    return _HEAD + "\n".join(lines) + "\n"


def _categories(verdicts: Verdicts) -> dict[str, list[str]]:
    """The categories of each rule that a step breaks. One rule is of the same categories in each step."""
    found: dict[str, list[str]] = {}
    for of_step in verdicts.steps.values():
        for rule in sorted({rule for rules in of_step.values() for rule in rules}):
            categories = [category for category in CATEGORIES if rule in of_step[category]]
            if found.setdefault(rule, categories) != categories:
                raise UserError(f"buf puts {rule} into {categories} in one step and into {found[rule]} in another")
    return found


def _record(step: str, hash_: str, verdicts: Verdicts) -> list[str]:
    """The lines of a step: one where it is short enough."""
    if step in verdicts.refused:
        said = f"refused: {json.dumps(verdicts.refused[step])}"
    else:
        broken = sorted({rule for rules in verdicts.steps[step].values() for rule in rules})
        said = f"breaks: [{', '.join(broken)}]"
    line = f"  {step}: {{files: '{hash_}', {said}}}"
    if len(line) <= _WIDTH:
        return [line]
    # YAML takes the end of a line within a list or a quoted text for a space, so each word stays whole.
    wrapper = textwrap.TextWrapper(
        _WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 6, break_on_hyphens=False, break_long_words=False
    )
    folded = wrapper.wrap(said)
    return [f"  {step}:", f"    files: '{hash_}'", *folded]


def outdated(bed: Bed) -> list[str]:
    """The steps of which buf has not seen today's files, and those that are no more."""
    verdicts, steps = load(bed), steps_of(bed)
    return sorted(
        step
        for step in {*steps, *verdicts.files}
        if step not in steps or verdicts.files.get(step) != hash_of(steps[step])
    )

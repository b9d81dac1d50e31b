"""`make wheel`: builds the wheel from the files that git tracks, as they are in the work tree.

Its project is made below build/: python/pyproject.toml with the version, the requirements and the program of a wheel.
"""

import hashlib
import io
import json
import shutil
import subprocess
import tarfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from wirebed.bed import BUILD, ROOT
from wirebed.bed.git import git
from wirebed.errors import UserError, shown
from wirebed_build.lock import REQUIREMENTS, pins
from wirebed_wheel.requirements import requirements

# No command of a user reads these: tests, what runs them, tables and pictures of results, and the sample of a bed.
LEFT_OUT = (
    ".ci/", ".github/", ".pre-commit-hooks.yaml", "Makefile", "cpp/test/", "fixtures/bench/figures/",
    "fixtures/results/", "fixtures/sample/", "java/src/test/", "python/tests/",
)  # fmt: skip
# The modules of this package that the wheel has, and their places there.
MODULES = {"__init__.py": "wirebed_wheel", "launch.py": "wirebed_wheel", "plugin.py": "wirebed_pytest/__init__.py"}


def main(folder: Path = BUILD) -> int:
    """`folder`: gets the project and, in dist/, the wheel."""
    version, project, dist = version_of(ROOT), folder / "wheel", folder / "dist"
    shutil.rmtree(project, ignore_errors=True)
    for package in ("wirebed_wheel", "wirebed_pytest"):
        (project / "src" / package).mkdir(parents=True)
    for module, place in MODULES.items():
        shutil.copy(Path(__file__).parent / module, project / "src" / place)
    archive = packed(ROOT, tracked(ROOT))
    digest = hashlib.sha256(archive).hexdigest()[:12]
    (project / "src" / "wirebed_wheel" / f"repository-{digest}.tar.xz").write_bytes(archive)
    (project / "pyproject.toml").write_text(project_file(ROOT / "python", version), encoding="utf-8")
    for document in ("LICENSE", "python/README.md"):
        shutil.copy(ROOT / document, project)
    shutil.rmtree(dist, ignore_errors=True)
    command = [str(BUILD / "venv/bin/uv"), "build", "--quiet", "--wheel", "--offline", "--out-dir", str(dist)]
    if code := subprocess.run([*command, str(project)], check=False).returncode:
        raise UserError(f"uv could not build the wheel: exit code {code}", project)
    for wheel in dist.glob("*.whl"):
        print(f"{shown(wheel)}: {wheel.stat().st_size / 1e6:.1f} MB; pip install it, then `wirebed --help`")
    return 0


def version_of(root: Path) -> str:
    """That of the tag v<version> of the commit; without one, 0.0.0.dev0 with the commit, and whether files differ."""
    commit = git(root, "rev-parse", "--short=12", "HEAD")
    if commit is None:
        raise UserError("a wheel is built from a git repository, which this folder is not", root)
    changed = git(root, "status", "--porcelain", "--untracked-files=no")
    tag = git(root, "describe", "--exact-match", "--tags", "--match=v[0-9]*")
    if tag and not changed:
        return tag.decode().strip().removeprefix("v")
    return f"0.0.0.dev0+{commit.decode().strip()}{'.changed' if changed else ''}"


def tracked(root: Path) -> list[str]:
    listed = (git(root, "ls-files", "-z") or b"").decode().split("\0")
    return sorted(name for name in listed if name and not name.startswith(LEFT_OUT) and (root / name).exists())


def packed(root: Path, names: Iterable[str]) -> bytes:
    """An archive of the files, which depends on their names, contents and modes alone."""

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mode = 0o755 if member.mode & 0o100 else 0o644
        member.mtime = member.uid = member.gid = 0
        member.uname = member.gname = ""
        return member

    archive = io.BytesIO()
    # A larger preset takes ten times as long for a fifth less.
    with tarfile.open(fileobj=archive, mode="w:xz", preset=1) as tar:
        for name in names:
            tar.add(root / name, name, filter=plain)
    return archive.getvalue()


def project_file(folder: Path, version: str) -> str:
    """The pyproject.toml of the wheel. `folder`: has that of a clone, the requirements and their lock."""
    of_clone = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    required = requirements((folder / "requirements.in").read_text(encoding="utf-8"), pins(REQUIREMENTS, folder))
    project = of_clone["project"]
    kept = {name: project[name] for name in ("name", "description", "requires-python", "license")}
    kept |= {"version": version, "license-files": ["LICENSE"], "readme": "README.md", "dependencies": required.always}
    tables = {
        "build-system": of_clone["build-system"],
        "project": kept,
        "project.optional-dependencies": required.extras,
        "project.scripts": {"wirebed": "wirebed_wheel.launch:run"},
        **{f'project.entry-points."{group}"': points for group, points in project["entry-points"].items()},
        "tool.uv.build-backend": {"module-name": ["wirebed_wheel", "wirebed_pytest"]},
    }
    return "\n".join(_table(name, values) for name, values in tables.items())


def _table(name: str, values: Mapping[str, Any]) -> str:
    """A table of TOML, which writes texts and lists of texts as JSON does."""
    return "\n".join([f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items()), ""])

"""The wheel `wirebed`: an archive of the files that git tracks, as they are in the work tree, and what unpacks it.

Its project is made below build/: python/pyproject.toml with the version, the requirements and the program of a wheel.
"""

import hashlib
import io
import shutil
import tarfile
from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import BUILD, ROOT
from wirebed.bed.git import git
from wirebed_build.lock import REQUIREMENTS, pins
from wirebed_wheel.project import CLONE, Tables, build, version_of
from wirebed_wheel.requirements import requirements

# No command of a user reads these: tests, what runs them, tables and pictures of results, and the sample of a bed.
LEFT_OUT = (
    ".ci/", ".github/", ".pre-commit-hooks.yaml", "Makefile", "cpp/test/", "fixtures/bench/figures/",
    "fixtures/results/", "fixtures/sample/", "java/src/test/", "python/tests/",
)  # fmt: skip
# The modules of this package that the wheel has, and their places there.
MODULES = {"__init__.py": "wirebed_wheel", "launch.py": "wirebed_wheel", "plugin.py": "wirebed_pytest/__init__.py"}


def main(folder: Path = BUILD) -> Path:
    """`folder`: gets the project and, in dist/, the wheel."""
    project = folder / "wheel" / "wirebed"
    shutil.rmtree(project, ignore_errors=True)
    for package in ("wirebed_wheel", "wirebed_pytest"):
        (project / "src" / package).mkdir(parents=True)
    for module, place in MODULES.items():
        shutil.copy(Path(__file__).parent / module, project / "src" / place)
    archive = packed(ROOT, tracked(ROOT))
    digest = hashlib.sha256(archive).hexdigest()[:12]
    (project / "src" / "wirebed_wheel" / f"repository-{digest}.tar.xz").write_bytes(archive)
    for document in ("LICENSE", "python/README.md"):
        shutil.copy(ROOT / document, project)
    return build(project, tables(ROOT / "python", version_of(ROOT)), folder / "dist")


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


def tables(folder: Path, version: str) -> Tables:
    """What the pyproject.toml of the wheel says. `folder`: has the requirements of a clone and their lock."""
    required = requirements((folder / "requirements.in").read_text(encoding="utf-8"), pins(REQUIREMENTS, folder))
    java = f"wirebed-java=={version}; sys_platform == 'linux' and platform_machine == 'x86_64'"
    project = CLONE["project"]
    kept = {name: project[name] for name in ("name", "description", "requires-python", "license")}
    kept |= {"version": version, "license-files": ["LICENSE"], "readme": "README.md", "dependencies": required.always}
    return {
        "project": kept,
        "project.optional-dependencies": {**required.extras, "java": [java]},
        "project.scripts": {"wirebed": "wirebed_wheel.launch:run"},
        **{f'project.entry-points."{group}"': points for group, points in project["entry-points"].items()},
        "tool.uv.build-backend": {"module-name": ["wirebed_wheel", "wirebed_pytest"]},
    }

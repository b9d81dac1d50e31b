"""The project of a wheel, from which uv builds it: a folder with pyproject.toml, src/ and what its tables name."""

import json
import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wirebed.bed import BUILD, ROOT
from wirebed.bed.git import git
from wirebed.errors import UserError, shown

Tables = Mapping[str, Mapping[str, Any]]
CLONE = tomllib.loads((ROOT / "python" / "pyproject.toml").read_text(encoding="utf-8"))


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


def build(project: Path, tables: Tables, dist: Path) -> Path:
    """Builds the wheel of a project into a folder, in place of older ones, and returns it."""
    name = tables["project"]["name"].replace("-", "_")
    tables = {"build-system": CLONE["build-system"], **tables}
    text = "\n".join(_table(table, values) for table, values in tables.items())
    (project / "pyproject.toml").write_text(text, encoding="utf-8")
    for old in dist.glob(f"{name}-*.whl"):
        old.unlink()
    command = [str(BUILD / "venv/bin/uv"), "build", "--quiet", "--wheel", "--offline", "--out-dir", str(dist)]
    if code := subprocess.run([*command, str(project)], check=False).returncode:
        raise UserError(f"uv could not build the wheel: exit code {code}", project)
    (wheel,) = dist.glob(f"{name}-*.whl")
    print(f"{shown(wheel)}: {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def _table(name: str, values: Mapping[str, Any]) -> str:
    """A table of TOML, which writes texts and lists of texts as JSON does."""
    return "\n".join([f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items()), ""])

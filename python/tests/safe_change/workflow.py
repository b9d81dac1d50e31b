"""The action for other repositories: its steps, run as GitHub runs them in a team's repository."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ruamel.yaml import YAML

from wirebed.bed import ROOT

ACTION = YAML(typ="safe").load(ROOT / ".github/actions/wirebed/action.yml")
# Those that run commands of Wirebed, by name.
STEPS = {step["id"]: step for step in ACTION["runs"]["steps"] if "run" in step}
_EXPRESSION = re.compile(r"\$\{\{ *(.+?) *\}\}")


def run(root: Path, command: Sequence[str], **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("WIREBED_", "GITHUB_"))}
    return subprocess.run(command, cwd=root, env=clean | environment, capture_output=True, text=True, check=False)


def taken(
    root: Path, folder: Path, step: str, inputs: Mapping[str, str], **more: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, Path]]:
    """What a step of the action ends with, and the files in `folder` that it writes to."""
    files = {name: folder / name for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    defaults = {name: about.get("default", "") for name, about in ACTION["inputs"].items()}
    assert inputs.keys() <= defaults.keys()
    values = {f"inputs.{name}": value for name, value in {**defaults, **inputs}.items()}
    values |= {"runner.temp": str(folder), "github.action_path": str(ROOT / ".github/actions/wirebed")}
    about = STEPS[step]
    stated = {name: _EXPRESSION.sub(lambda m: values[m[1]], text) for name, text in about["env"].items()}
    of_github = {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(root)} | {k: str(v) for k, v in files.items()}
    return run(root, ["bash", "-eo", "pipefail", "-c", about["run"]], **stated, **of_github, **more), files

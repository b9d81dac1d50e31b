"""The action and the hooks for other repositories, run as GitHub and pre-commit run them, in a team's repository."""

import os
import shlex
import shutil
import subprocess

import pytest
from ruamel.yaml import YAML
from workflow import run, taken

from wirebed.bed import ROOT

HOOKS = {hook["id"]: hook for hook in YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")}
ORDER = 'syntax = "proto3";\npackage shop;\nmessage Order {\n  int64 cents = 1;\n}\n'
CHANGES = {"safe": (ORDER.replace("}", "  string note = 2;\n}"), 0), "corrupting": (ORDER.replace("64", "32"), 1)}


@pytest.fixture(params=CHANGES)
def change(request, tmp_path):
    """A repository with a change of its schema that is not committed yet, and the exit code that it deserves."""
    root = tmp_path / "team"
    (root / "proto/shop").mkdir(parents=True)
    (root / "proto/shop/order.proto").write_text(ORDER)
    git = ["git", "-C", str(root), "-c", "user.name=t", "-c", "user.email=t@example.com"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "orders"]):
        subprocess.run([*git, *words], check=True)
    after, code = CHANGES[request.param]
    (root / "proto/shop/order.proto").write_text(after)
    return root, code


def test_the_action_ends_as_the_change_deserves(change, tmp_path):
    root, code = change
    done, files = taken(root, tmp_path, "schemas", {"base": "HEAD"})
    assert done.returncode == code, done.stdout + done.stderr
    reports = files["GITHUB_OUTPUT"].read_text().strip().removeprefix("report=")
    assert {f"safe-change.{kind}" for kind in ("jsonl", "md", "xml", "sarif")} <= set(os.listdir(reports))
    assert files["GITHUB_STEP_SUMMARY"].read_text().count("shop.Order") >= 1
    assert ("::error file=proto/shop/order.proto,line=4," in done.stdout) == (code == 1), done.stdout


@pytest.mark.parametrize("change", ["safe"], indirect=True)
def test_the_action_runs_a_bed_where_it_is_given_one(change, tmp_path):
    """What the change makes different is not what was not as expected before."""
    root, _ = change
    done, files = taken(root, tmp_path, "interop", {"base": "HEAD", "bed": "."}, WIREBED_LANGUAGE="python")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "interop" in files["GITHUB_STEP_SUMMARY"].read_text()
    assert "golden" in done.stdout


def test_the_hook_of_schemas_ends_as_the_change_deserves(change, tmp_path):
    root, code = change
    done = run(root, _command("wirebed-schema"), WIREBED_REPORTS=str(tmp_path / "reports"))
    assert done.returncode == code, done.stdout + done.stderr


def test_the_hook_of_goldens_refuses_an_edit(tmp_path):
    """A golden of this repository, as a team would have it."""
    case = ROOT / "fixtures/golden/Testobject/article"
    root = tmp_path / "team"
    folder = root / "fixtures/golden" / case.relative_to(ROOT / "fixtures/golden")
    shutil.copytree(case, folder)
    (root / "proto").mkdir()
    git = ["git", "-C", str(root), "-c", "user.name=t", "-c", "user.email=t@example.com"]
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "goldens"]):
        subprocess.run([*git, *words], check=True)
    assert run(root, _command("wirebed-golden")).returncode == 0
    golden = next((folder / "json").iterdir())
    golden.write_bytes(golden.read_bytes() + b" ")
    done = run(root, _command("wirebed-golden"))
    assert done.returncode == 1 and golden.name in done.stdout + done.stderr, done.stdout + done.stderr


def _command(name):
    """What pre-commit runs for a hook of `language: script`: the program of this repository, in that of the team."""
    program, *words = shlex.split(HOOKS[name]["entry"])
    return [str(ROOT / program), *words]

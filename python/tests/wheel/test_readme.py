"""What README.md tells a team to do with its own schemas, word for word, in a repository with those of the sample.

The install, the bed and the checks of a pull request are the blocks of README.md, and another version of a library is
that of python/README.md.
"""

import re
import shutil
import time
from pathlib import Path

import pytest
import workflow
from bare import HIDDEN, Bare
from long_tests import long
from ruamel.yaml import YAML

from wirebed.bed import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
SECTION = README.partition("\n## Your own schemas\n")[2].partition("\n## ")[0]
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE)
BED, CHECKS = (text for kind, text in BLOCKS if kind == "sh")
(ACTION,) = (YAML(typ="safe").load(text)[-1]["with"] for kind, text in BLOCKS if kind == "yaml")
(UPGRADE,) = re.findall(r"^uv pip install .*$", (ROOT / "python/README.md").read_text(encoding="utf-8"), re.MULTILINE)
WHEEL, UNPACKED = "wirebed-<version>-py3-none-any.whl", "<version>-<hash>"
COMPILERS = {"java": {"java", "javac"}, "cpp": {"g++", "c++", "cmake", "protoc"}}
# The drafts for what the other version refuses: the largest float, and an Any without a value, which C++ alone writes.
REFUSED = {"java": "python-upb-protojson-rejected-event-limit-4", "cpp": "python-upb-protojson-rejected-payment-edge-0"}
MOST_SECONDS = 30 * 60


def test_the_action_runs_the_commands_that_another_ci_types():
    steps = "".join(step["run"] for step in workflow.STEPS.values())
    of_action = re.findall(r'^"\$ACTION/run" \S+ (\S+)', steps, re.MULTILINE)
    assert of_action == re.findall(r"^wirebed (\S+)", CHECKS, re.MULTILINE)


def test_the_sample_uses_the_action_as_it_says():
    (job,) = YAML(typ="safe").load(ROOT / "fixtures/sample/.github/workflows/wirebed.yml")["jobs"].values()
    assert ACTION.items() <= job["steps"][-1]["with"].items()


@pytest.fixture
def team(tmp_path):
    """The folder of a team, which has schemas and no bed."""
    root = tmp_path / "team"
    shutil.copytree(ROOT / "fixtures/sample/proto", root / "proto")
    return root


@long("builds the peers from nothing, twice")
@pytest.mark.parametrize("languages", [["java", "python"], ["cpp", "java", "python"]], ids=",".join)
def test_a_team_comes_from_nothing_to_a_pull_request_and_an_upgrade(languages, wheel, team, tmp_path):
    lacking = {program for language, programs in COMPILERS.items() if language not in languages for program in programs}
    bare = Bare(tmp_path, (HIDDEN & {"apt-get", "sudo"}) | lacking)
    (bare.home / ".gitconfig").write_text("[user]\nname = t\nemail = t@example.com\n[init]\ndefaultBranch = main\n")
    begun = time.monotonic()
    bare.script(team, "git init -q && git add -A && git commit -qm schemas && git init -q --bare ../origin")
    assert WHEEL in BED
    text = bare.script(team, BED.replace(WHEEL, str(wheel)))
    assert YAML(typ="safe").load(team / "fixtures/bed.yaml")["languages"] == languages
    assert text.count("exit code 0: as expected") == 2, text

    bare.script(team, "git remote add origin ../origin && git push -q origin main && git switch -qc note")
    money = team / "proto/orders/money.proto"
    money.write_text(money.read_text().replace("string currency = 2;\n", "string currency = 2;\n  string note = 3;\n"))
    bare.venv = bare.home / "wirebed"
    bare.environment["PATH"] = f"{bare.venv}/bin:{bare.environment['PATH']}"
    text = bare.script(team, CHECKS)
    assert text.count("exit code 0: as expected") == 4 and "orders.v1.Money" in text, text
    for step in workflow.STEPS:
        done, _ = workflow.taken(team, tmp_path, step, {**ACTION, "base": "origin/main"})
        assert done.returncode == 0, done.stdout + done.stderr
    seconds = time.monotonic() - begun

    code, text = bare(team, "interop")
    assert code == 0, text
    (unpacked,) = (path.parent for path in Path(bare.environment["XDG_CACHE_HOME"]).glob("wirebed/*/build"))
    assert UNPACKED in UPGRADE
    bare.script(team, UPGRADE.replace(UNPACKED, unpacked.name))
    code, text = bare(team, "interop")
    assert code == 1, text
    drafts = [draft for language, draft in REFUSED.items() if language in languages]
    assert re.findall(r"^  - name: (.+)$", text, re.MULTILINE) == drafts, text
    # Last, so that a machine with other work to do shows all else.
    assert seconds < MOST_SECONDS

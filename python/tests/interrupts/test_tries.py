"""Ctrl-C at random moments of whole commands. Long, so only on demand, on a machine that does nothing else:

    build/venv/bin/python -m pytest -m interrupts python/tests/interrupts

40 tries, ten of each command; WIREBED_TRIES= is how many of each, WIREBED_SEED= draws other moments.
"""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest
from tried import check, interrupted

from wirebed.bed import BUILD, ROOT, Bed

pytestmark = pytest.mark.interrupts

TRIES = int(os.environ.get("WIREBED_TRIES", 10))
SEED = os.environ.get("WIREBED_SEED", "1")
WIREBED = str(ROOT / "python" / "wirebed")
# About as long as each command takes, in seconds; a moment at which it has ended is drawn anew, an earlier one.
LONGEST = {"interop": 60.0, "evolution": 90.0, "build": 40.0, "bench": 150.0}
PROTO = """syntax = "proto3";
package tried;
message Tried { string name = 1; map<string, int64> counts = 2; repeated Tried more = 3; }
"""


@pytest.fixture(scope="module")
def bed(tmp_path_factory) -> Bed:
    """A bed whose tree nobody has built."""
    root = tmp_path_factory.mktemp("tried")
    (root / "proto").mkdir()
    (root / "proto" / "tried.proto").write_text(PROTO)
    (root / "fixtures").mkdir()
    made = Bed.open(root)
    yield made
    forget(made)


def forget(bed: Bed) -> None:
    shutil.rmtree(bed.tree_dir, ignore_errors=True)
    shutil.rmtree(BUILD / "stamps" / bed.name, ignore_errors=True)


def command(name: str, bed: Bed) -> list[str]:
    more = {"build": ["--bed", str(bed.root)], "bench": ["--quick", "1"]}
    return [WIREBED, name, *more.get(name, ())]


def fixtures() -> str:
    command = ["git", "status", "--porcelain", "fixtures"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("number", range(TRIES))
@pytest.mark.parametrize("name", LONGEST)
def test_it_ends_and_leaves_nothing(name, number, bed, tmp_path: Path):
    drawn, before = random.Random(f"{SEED} {name} {number}"), fixtures()
    moment, ended = drawn.uniform(0, LONGEST[name]), None
    while ended is None:
        if name == "build":
            shutil.rmtree(BUILD / "stamps" / bed.name, ignore_errors=True)
        ended = interrupted(command(name, bed), moment, tmp_path / "reports")
        moment = drawn.uniform(0, moment)
    print(f"{name} {number}: code {ended.code} after {ended.seconds:.2f} s")
    check(ended, tmp_path / "reports", BUILD / "stamps", BUILD / "bench")
    assert fixtures() == before


def test_what_was_interrupted_can_be_built(bed):
    subprocess.run(command("build", bed), cwd=ROOT, check=True)
    again = subprocess.run(command("build", bed), cwd=ROOT, check=True, capture_output=True, text=True)
    assert " s\n" not in again.stderr, "nothing is left to do"

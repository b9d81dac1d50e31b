"""After each way in which kept answers could lie, a run with kept answers ends as a run of everything does.

The ways (ways.py) change the repository and the machine, so each is tried in a mount namespace of its own, where all
that is written goes to a folder of the test. They take several minutes, so LONG=1 runs them.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from long_tests import long
from ways import CHANGING, ROOT, SELECTED, STANDARD, WAYS, World

pytestmark = long("tries them in some sixty whole runs")
OVERLAID = [
    str(ROOT),
    "/etc",
    "/usr",
    "/var/cache",
    *([] if STANDARD.is_relative_to("/usr") else [str(STANDARD.parent)]),
]
# Mounts over each of the given places a layer that is written instead of it, and goes on in there.
MOUNTS = """
set -e
layers=$1 folder=$2; shift 2
mount -t tmpfs none "$layers"
number=0
while [ "$1" != -- ]; do
  number=$((number + 1))
  mkdir -p "$layers/$number/written" "$layers/$number/work"
  mount -t overlay overlay -o "lowerdir=$1,upperdir=$layers/$number/written,workdir=$layers/$number/work,userxattr" "$1"
  shift
done
shift
cd "$folder"
exec "$@"
"""


def apart(folder: Path, *command: str) -> subprocess.CompletedProcess:
    """Runs a command where it may write anywhere."""
    layers = folder / "layers"
    layers.mkdir()
    mounts = ["unshare", "--map-root-user", "--mount", "bash", "-c", MOUNTS, "-", str(layers), str(ROOT)]
    return subprocess.run([*mounts, *OVERLAID, "--", *command], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def answered(tmp_path_factory):
    """`answered(peer)`: a folder with what its codecs have answered in a run, and how that ended. The first way of each
    peer runs it."""
    folder = tmp_path_factory.mktemp("answered")
    probe = tmp_path_factory.mktemp("probe")
    if (done := apart(probe, "true")).returncode:
        pytest.skip(f"nobody may mount layers here, and no way is tried: {done.stderr.strip()}")
    found = {}

    def of(peer: str) -> tuple[Path, dict]:
        if peer not in found:
            world = World(folder / peer, peer)
            found[peer] = world.folder, world.run("first")
            assert found[peer][1]["code"] == 0, found[peer][1]["told"]
        return found[peer]

    assert set(SELECTED) >= {peer for peer, _ in WAYS.values()}
    return of


@pytest.mark.parametrize("name", WAYS)
def test_a_run_with_kept_answers_ends_as_a_fresh_one(answered, tmp_path, name):
    folder = tmp_path / "world"
    folder.mkdir()
    answers, first = answered(WAYS[name][0])
    shutil.copytree(answers / "cache/kept", folder / "cache/kept")
    done = apart(tmp_path, sys.executable, str(Path(__file__).with_name("ways.py")), name, str(folder))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    kept, fresh = found["kept"], found["fresh"]
    assert kept["code"] == fresh["code"], (kept["told"], fresh["told"])
    assert kept["lines"] == fresh["lines"]
    # A run that executed nothing, or a change that nobody noticed, would say nothing of kept answers.
    assert (_cells(fresh) != _cells(first), fresh["code"] in (0, 1)) == (name in CHANGING, True), fresh["told"]
    if name == "nothing":
        assert kept["kept"] != [0] and fresh["kept"] == [0]


def _cells(run: dict) -> list[dict]:
    return [line for line in run["lines"] if line.keys().isdisjoint({"header", "footer"})]

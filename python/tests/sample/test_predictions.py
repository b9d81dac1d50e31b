"""How much of random values the entries predict: in this bed, and in beds for which nobody has written an entry.

The schemas of googleapis-common-protos (Apache-2.0) come from its wheel.
"""

import os
import re
import shutil
import subprocess
from importlib.metadata import distribution
from pathlib import Path

import pytest
from long_tests import long

from wirebed.bed import ROOT

# So many values of each message are 100,000 cells or a little more.
VALUES = {"interop": 6, "names": 68, "sample": 62, "googleapis": 3}


@pytest.fixture(scope="module")
def beds(tmp_path_factory) -> dict[str, Path]:
    googleapis = tmp_path_factory.mktemp("googleapis")
    for path in distribution("googleapis-common-protos").files:
        if path.suffix == ".proto":
            target = googleapis / "proto" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path.locate(), target)
    return {
        "interop": ROOT,
        "names": ROOT / "fixtures/beds/names",
        "sample": ROOT / "fixtures/sample",
        "googleapis": googleapis,
    }


def interop(bed: Path, reports: Path, **options) -> tuple[int, str]:
    """The exit code, and what was printed."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or "CACHE" in name}
    words = [f"--{name}={value}" for name, value in options.items()]
    command = [str(ROOT / "python/wirebed"), "interop", *([] if bed == ROOT else [f"--bed={bed}"]), *words]
    clean["WIREBED_REPORTS"] = str(reports)
    done = subprocess.run(command, env=clean, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def shares(said: str) -> tuple[float, int]:
    """The percentage of all cells that were predicted, and how many cells there were."""
    found = re.search(r"predicted: ([\d.]+) % of ([\d,]+) cells", said)
    assert found, said
    return float(found[1]), int(found[2].replace(",", ""))


def test_random_values_take_the_place_of_the_cases(beds, tmp_path):
    code, said = interop(beds["sample"], tmp_path, values=2, seed=7, language="python", format="protobuf")
    assert code == 0 and shares(said) == (100.0, 44), said
    report = next(tmp_path.rglob("interop.jsonl")).read_text()
    assert '"filters":{"format":"protobuf","language":"python","values":"2","seed":"7"}' in report
    assert "/random_7_0001" in report and "/edge_" not in report


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"values": "0"}, "VALUES=0: a whole number from 1 to 1,000,000 is wanted"),
        ({"values": "1", "seed": "x"}, "SEED=x: a whole number"),
        ({"seed": "3"}, "SEED=3 is of the random values that VALUES= takes"),
        ({"values": "1", "base": "main"}, "BASE=main compares cases, and VALUES= takes none"),
    ],
)
def test_wrong_numbers_are_told_before_anything_runs(beds, tmp_path, options, words):
    code, said = interop(beds["sample"], tmp_path, **options)
    assert code == 2 and words in said, said


@long("asks 100,000 cells of each bed")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("name", VALUES)
def test_the_entries_predict_998_of_1000_cells(beds, tmp_path, name, seed):
    _, said = interop(beds[name], tmp_path, values=VALUES[name], seed=seed)
    share, cells = shares(said)
    assert cells > 100_000 and share >= 99.8, said[-2000:]

"""The rows that this repository has pinned are those that readers give today."""

import json
import subprocess

import pytest
from long_tests import long

from wirebed.bed import ROOT


def swept(*words) -> dict:
    done = subprocess.run([ROOT / "python/wirebed", "sweep", "--json", *words], capture_output=True, text=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("words", [["--format=protobuf"], ["--format=hessian2", "--way=cut", "--reader=java/*,cpp/*"]])
def test_readers_make_of_damaged_goldens_what_is_pinned(words):
    said = swept(*words)
    assert (said["exit_code"], said["findings"]) == (0, [])
    assert said["counts"]["readings"] > 100_000


@long("gives damaged goldens of all formats that are pinned to all readers")
def test_all_readers_make_of_damaged_goldens_what_is_pinned():
    said = swept(f"--format={','.join(path.stem for path in (ROOT / 'fixtures/sweep').glob('*.txt'))}")
    assert (said["exit_code"], said["findings"]) == (0, [])

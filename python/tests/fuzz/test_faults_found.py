"""LONG=1: nearly all planted faults of this repository are found, each in less than a minute."""

import os
import re
import subprocess

from long_tests import long

from wirebed.bed import ROOT

MISSED = 1  # of the 30 that are not held: 38 of all 40 are to be found


@long("plants 30 faults and looks for each")
def test_nearly_all_faults_are_found(tmp_path):
    clean = {name: value for name, value in os.environ.items() if not name.startswith("WIREBED_") or "CACHE" in name}
    command = [str(ROOT / "python/wirebed"), "fuzz", "--mutants=1"]
    done = subprocess.run(
        command, env=clean | {"WIREBED_REPORTS": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    said = re.search(r"^(\d+) of (\d+) faults are found: .*and ([\d.]+) s at most", done.stdout, re.MULTILINE)
    assert said, done.stdout + done.stderr
    found, planted, longest = int(said[1]), int(said[2]), float(said[3])
    assert (planted, planted - found <= MISSED) == (30, True), done.stdout
    assert done.returncode == (found < planted)
    assert longest < 60 * 1.5, "a round that is under way at the end of the minute is asked to its end"

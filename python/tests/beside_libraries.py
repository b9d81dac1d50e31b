"""Runs pytest in the environment of the Python peer: its libraries come first, and behind them the runner's packages.

So the tests of the peer see the versions that the peer loads, and that environment has no package for tests.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
(RUNNER,) = (ROOT / "build/venv/lib").glob("python3.*/site-packages")
sys.path.append(str(RUNNER))

import pytest  # noqa: E402 since it is a package of the runner

sys.exit(pytest.main(sys.argv[1:]))

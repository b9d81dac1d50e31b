"""For all tests: Ctrl-C is what it is in a terminal, and no test has the width of one.

A shell that starts them in the background has Ctrl-C ignored, and COLUMNS would decide how wide their tables are.

The libraries that the Python peer tries lie in an environment of their own. Tests that look into the peer find them
behind the packages of the runner.
"""

import os
import signal
import sys
from pathlib import Path

os.environ.pop("COLUMNS", None)
# Peers, pools and runs that are made up.
pytest_plugins = ["fake_peers"]

sys.path += map(str, Path(__file__).parents[2].glob("build/python/venv/lib/python3.*/site-packages"))

signal.signal(signal.SIGINT, signal.default_int_handler)

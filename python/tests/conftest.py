"""For all tests: Ctrl-C is what it is in a terminal, and no test has the width of one.

A shell that starts them in the background has Ctrl-C ignored, and COLUMNS would decide how wide their tables are.
"""

import os
import signal

os.environ.pop("COLUMNS", None)
# Peers, pools and runs that are made up.
pytest_plugins = ["fake_peers"]

signal.signal(signal.SIGINT, signal.default_int_handler)

"""Modules that only these tests share are in this folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

"""Modules that only the tests of the evolution suite share lie beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

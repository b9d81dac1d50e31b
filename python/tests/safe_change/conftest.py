"""Modules that only these tests share lie beside them; small schemas are made as for the steps."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "evolution")]

"""The matrix: every writer × every reader × every format × every case, run and judged."""

from wirebed.matrix.drive import run
from wirebed.matrix.plan import Plan
from wirebed.matrix.row import Row
from wirebed.matrix.selection import Selection
from wirebed.matrix.source import ByteSource

__all__ = ["ByteSource", "Plan", "Row", "Selection", "run"]

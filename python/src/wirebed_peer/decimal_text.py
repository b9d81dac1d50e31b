"""The pattern of decimal text that both Java's BigDecimal and Python's Decimal read."""

from __future__ import annotations

import re

# Decimal alone would also take "NaN", "1_000" and spaces. The groups are the digits after the point, with digits before
# it or without, and the exponent.
DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?", re.ASCII)

"""The text of a decimal: what Java's BigDecimal and Python's Decimal both read."""

from __future__ import annotations

import re

# Decimal alone would also take "NaN", "1_000" and spaces. The groups are the digits after the point, by whether there
# are some before it, and the exponent.
DECIMAL = re.compile(r"[+-]?(?:[0-9]+(?:\.([0-9]*))?|\.([0-9]+))(?:[eE]([+-]?[0-9]+))?", re.ASCII)

"""A line of a report: what it says, as JSON types."""

from typing import Any

# The header, a cell, the footer: each has keys of its own, which jsonl.py writes.
Line = dict[str, Any]

"""Comparison of views, in this one place for every format and language."""

from wirebed.view.compare.walk import compare
from wirebed.view.outcome import Found

__all__ = ["Found", "compare"]

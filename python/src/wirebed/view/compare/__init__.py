"""Comparison of views, in this one place for every format and language."""

from wirebed.view.compare.walk import Found, compare

__all__ = ["Found", "compare"]

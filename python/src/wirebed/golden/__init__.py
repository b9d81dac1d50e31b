"""Golden fixtures: bytes that a named codec version once wrote, checked in and read for ever (DESIGN 6)."""

from .checker import Checker, Finding

__all__ = ["Checker", "Finding"]

"""Golden fixtures (fixtures/golden/README.md): bytes that a codec of a named version wrote, read for ever."""

from .checker import Checker, Finding

__all__ = ["Checker", "Finding"]

"""Golden fixtures (fixtures/golden/README.md): bytes that a codec of a named version wrote, and all must still read."""

from wirebed.state.golden.checker import Checker, WriteCheck

__all__ = ["Checker", "WriteCheck"]

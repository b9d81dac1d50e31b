"""What `make test` leaves to LONG=1, since it takes minutes.

The variable is read here alone: WIREBED_LONG=0, as a plain `make test` sets it, is no LONG=1.
"""

import os

import pytest

LONG = os.environ.get("WIREBED_LONG") == "1"


def long(what: str) -> pytest.MarkDecorator:
    """Marks tests that LONG=1 alone runs. `what` it does then stands in the reason."""
    return pytest.mark.skipif(not LONG, reason=f"LONG=1 {what}")

"""The lock of everything that measures: two runs at the same time would measure each other."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from wirebed.bed import BUILD
from wirebed.errors import UserError


@contextmanager
def exclusive() -> Iterator[None]:
    """Holds the lock; UserError while another run holds it."""
    path = BUILD / "bench" / "lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError("another `make bench` is running; two at once would measure each other") from None
        yield

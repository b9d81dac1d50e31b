"""What the processes of one run of tests share is made by one of them at a time."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Waits until no other process is in such a block of this file."""
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield

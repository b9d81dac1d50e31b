"""What a replay has taken of this machine. Of a cluster: only what the command and its own workers took."""

import resource
import time
from typing import NamedTuple

_KIB = 1024


class Spent(NamedTuple):
    seconds: float
    processor_seconds: float  # of the runner, of the readers, and of compilers where they had to run
    runner_bytes: int  # the most memory that the runner had at once

    def __str__(self) -> str:
        return (
            f"{self.seconds:.1f} s, {self.processor_seconds:.1f} s of processor; memory of the runner: {self._memory}"
        )

    @property
    def _memory(self) -> str:
        return f"{self.runner_bytes / 1e6:,.0f} MB"


def since(started: float) -> Spent:
    """`started`: of time.monotonic. Readers count when they have ended."""
    own, readers = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = own.ru_utime + own.ru_stime + readers.ru_utime + readers.ru_stime
    return Spent(time.monotonic() - started, processor, own.ru_maxrss * _KIB)

"""Measures with memray what one warm operation allocates: memray sees malloc of every library and Python's allocators.

Memory from Python's own free lists (recent tuples, floats, frames) does not count as an allocation, as in production.
"""

from __future__ import annotations

import gc
import sys
import tempfile
from itertools import repeat
from pathlib import Path

from memray import AllocatorType, FileDestination, FileReader, Tracker

from wirebed_bench.operations import Operation

_FREES = {AllocatorType.FREE, AllocatorType.MUNMAP, AllocatorType.PYMALLOC_FREE}


def allocated(operation: Operation, size: int) -> tuple[float, float]:
    """Bytes and allocations of one operation. `size` is that of its value, and decides how often it is repeated."""
    count = 30 if size < 10_000 else 10 if size < 100_000 else 3
    # A collection empties the free lists, and would show in one run and not in the next.
    gc.collect()
    gc.disable()
    try:
        # The first run warms up the operation and the tracer.
        _, once, twice = (_traced(operation, times) for times in (count, count, 2 * count))
    finally:
        gc.enable()
    # Both runs contain the loop itself and what a trace has before and after its operations, so the difference does
    # not.
    return (twice[0] - once[0]) / count, (twice[1] - once[1]) / count


def _traced(operation: Operation, count: int) -> tuple[int, int]:
    with tempfile.TemporaryDirectory(prefix="wirebed-bench-") as folder:
        path = Path(folder) / "trace"
        with Tracker(destination=FileDestination(path, compress_on_exit=False), trace_python_allocators=True):
            # memray installs a profile function to follow the stack, and Python makes a frame object for each call
            # because of it.
            sys.setprofile(None)
            for _ in repeat(None, count):
                operation.call(operation.argument)
        total = allocations = 0
        with FileReader(path) as reader:
            for record in reader.get_allocation_records():
                if record.allocator not in _FREES:
                    total += record.size
                    allocations += 1
    return total, allocations

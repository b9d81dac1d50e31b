"""What one warm operation allocates: by memray, which sees malloc of every library and the allocators of Python.

Memory that Python has on its own free lists (the last tuples, floats, frames) is no allocation, as in life.
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
    """Bytes and allocations of one operation. `size` is that of its value, which says how many are enough."""
    count = 30 if size < 10_000 else 10 if size < 100_000 else 3
    # A collection empties the free lists: it would show in one run, and not in the next.
    gc.collect()
    gc.disable()
    try:
        # The first one warms up: the operation, and the tracer.
        _, once, twice = (_traced(operation, times) for times in (count, count, 2 * count))
    finally:
        gc.enable()
    # What a trace has before and behind its operations, and the loop itself, are in both.
    return (twice[0] - once[0]) / count, (twice[1] - once[1]) / count


def _traced(operation: Operation, count: int) -> tuple[int, int]:
    with tempfile.TemporaryDirectory(prefix="wirebed-bench-") as folder:
        path = Path(folder) / "trace"
        with Tracker(destination=FileDestination(path, compress_on_exit=False), trace_python_allocators=True):
            # memray asks to be told of each call, to know the stack. Python makes an object of a frame for that alone.
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

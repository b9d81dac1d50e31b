"""Indicative times of one operation: the fastest and the median of many short batches (peer.proto, Measure)."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

from wirebed_protocol import peer_pb2

BATCH_NANOS = 100_000
LEAST_BATCHES = 10
# A slow operation takes at most this many times the requested time.
PATIENCE = 4


def timed(operation: Callable[[], Any], milliseconds: int) -> peer_pb2.Times:
    """Nanoseconds of one operation, after a warm-up."""
    nanos = max(1, milliseconds) * 1_000_000
    size = _warm(operation, nanos)
    means: list[float] = []
    spent = 0
    while spent < nanos or (len(means) < LEAST_BATCHES and spent < nanos * PATIENCE):
        taken = _batch(operation, size)
        spent += taken
        means.append(taken / size)
    return peer_pb2.Times(batches=len(means), least=min(means), median=statistics.median(means))


def _warm(operation: Callable[[], Any], nanos: int) -> int:
    """The number of operations in a batch."""
    size, spent = 1, 0
    while spent < nanos:
        taken = _batch(operation, size)
        spent += taken
        if taken < BATCH_NANOS:
            size *= 2
    return size


def _batch(operation: Callable[[], Any], times: int) -> int:
    start = time.thread_time_ns()
    for _ in range(times):
        operation()
    return time.thread_time_ns() - start

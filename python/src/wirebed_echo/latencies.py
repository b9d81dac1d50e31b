"""Latencies of many echoes, as an HdrHistogram."""

from __future__ import annotations

import base64
from array import array

from hdrh.histogram import HdrHistogram
from wirebed_protocol import peer_pb2

HOUR = 3_600_000_000_000
DIGITS = 3


def histogram(nanos: list[array[int]]) -> peer_pb2.Latencies:
    """Of what several threads have measured. To record takes microseconds, so it is done when the load has ended."""
    recorded = HdrHistogram(1, HOUR, DIGITS)
    for values in nanos:
        for value in values:
            recorded.record_value(min(max(value, 1), HOUR))
    # Without base64, the library would leave out the header of the compressed form.
    return peer_pb2.Latencies(histogram=base64.b64decode(recorded.encode()))

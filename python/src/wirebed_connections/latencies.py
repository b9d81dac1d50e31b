"""HDR histograms of latencies, in nanoseconds, from all rounds of a row."""

from base64 import b64encode
from collections.abc import Iterable

from hdrh.histogram import HdrHistogram
from wirebed_protocol import peer_pb2

# One nanosecond to an hour, with three digits, as proto/wirebed/peer.proto says.
LEAST, MOST, DIGITS = 1, 3_600_000_000_000, 3
PERCENTILES = {"p50": 50.0, "p90": 90.0, "p99": 99.0, "p99.9": 99.9}


def histogram(parts: Iterable[peer_pb2.Latencies]) -> HdrHistogram:
    """One histogram of several, each encoded or as single values."""
    whole = HdrHistogram(LEAST, MOST, DIGITS)
    for part in parts:
        if part.histogram:
            whole.add(HdrHistogram.decode(b64encode(part.histogram)))
        for value in part.each:
            whole.record_value(max(LEAST, min(value, MOST)))
    return whole


def summary(parts: Iterable[peer_pb2.Latencies]) -> dict[str, float]:
    """count, and mean, p50, p90, p99, p99.9 and max in nanoseconds; empty when nothing was counted."""
    whole = histogram(parts)
    if not whole.total_count:
        return {}
    found = {"count": whole.total_count, "mean": whole.get_mean_value()}
    found |= {name: whole.get_value_at_percentile(percentile) for name, percentile in PERCENTILES.items()}
    return found | {"max": whole.get_max_value()}

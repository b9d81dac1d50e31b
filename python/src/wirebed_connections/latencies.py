"""The latencies of a row from all its rounds, in nanoseconds."""

from collections.abc import Iterable
from statistics import fmean

from wirebed_protocol import peer_pb2

_OF_A_THOUSAND = {"p50": 500, "p90": 900, "p99": 990, "p99.9": 999}


def summary(parts: Iterable[peer_pb2.Latencies]) -> dict[str, float]:
    """count, mean, p50, p90, p99, p99.9 and max; empty when nothing was counted.

    A percentile is the least latency that at least so many of all do not exceed.
    """
    nanos = sorted(value for part in parts for value in part.each)
    if not nanos:
        return {}
    figures = {"count": len(nanos), "mean": fmean(nanos)}
    figures |= {name: nanos[-(-share * len(nanos) // 1000) - 1] for name, share in _OF_A_THOUSAND.items()}
    return figures | {"max": nanos[-1]}

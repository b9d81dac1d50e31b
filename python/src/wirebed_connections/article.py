"""Compares the echoes that the seed article S1 published (fixtures/echo/rows.yaml) with those of a report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from wirebed.report.load import Report
from wirebed_connections.load_rows import CLOSED, listed

ECHOED = "Persons/random_"  # what the article echoed
ADDRESSES = ("127.0.0.1", "0.0.0.0")


@dataclass(frozen=True)
class Figure:
    """Milliseconds for 1000 echoes: what was published, where it was, and ours, of each round."""

    serializer: str
    protocol: str
    address: str
    published: float | None
    transport: str
    codec: str
    ours: Sequence[float]


def figures(report: Report) -> Iterator[Figure]:
    milliseconds = {}
    for load in report.loads:
        if load.kind == CLOSED and load.client == load.server and load.milliseconds and ECHOED in load.payload:
            milliseconds[load.client, load.transport, load.bind] = load.milliseconds
    fixture = listed()["article"]
    for serializer in fixture["serializers"]:
        for address in ADDRESSES:
            for protocol, transports in fixture["transports"].items():
                published = serializer.get(address, {}).get(protocol)
                for transport in transports:
                    for codec in serializer["codecs"]:
                        if ours := milliseconds.get((codec, transport, address)):
                            yield Figure(serializer["name"], protocol, address, published, transport, codec, ours)

"""`python -m wirebed_peer.bench_hessian TREE`: the own Hessian 2 reader beside python-hessian, on the Stock of seed S2.

Each figure is the best of several rounds, all in one process. The last column is how many times as fast as
python-hessian's parser alone, which makes dynamic objects and no dataclasses.
"""

from __future__ import annotations

import datetime
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from wirebed_peer.codec.python_hessian import PythonHessian, parsed
from wirebed_peer.hessian2 import reader
from wirebed_peer.hessian2.typed_reader import TypedReader
from wirebed_peer.hessian2.typed_writer import TypedWriter
from wirebed_peer.tree import Tree

ROUNDS = 9
SECONDS_A_ROUND = 0.2
MESSAGE = "interop.Stock"
# open, close, bid, ask, volume, milliseconds, low, high: today, then five years.
PRICES = (
    (17.25, 17.20, 17.27, 17.25, 1000, 160501443554, 17.05, 17.50),
    (10.25, 11.50, 10.50, 10.50, 100, 5154243556, 10.25, 11.50),
    (11.25, 12.50, 11.50, 11.50, 200, 42043443556, 11.25, 12.50),
    (12.25, 13.50, 12.50, 12.50, 300, 79022643556, 12.25, 13.50),
    (14.25, 15.50, 14.50, 14.50, 400, 116001843556, 14.25, 15.50),
    (15.25, 16.50, 15.50, 15.50, 700, 152898243556, 15.25, 16.50),
)


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m wirebed_peer.bench_hessian TREE", file=sys.stderr)
        return 2
    tree = Tree(Path(arguments[0]))
    stock = _stock(tree)
    writer, typed, other = TypedWriter(tree), TypedReader(tree), PythonHessian(tree)
    data = writer.encode(MESSAGE, stock)
    rows = {
        "python-hessian, its parser alone": _best(lambda: parsed(data, False)),
        "python-hessian, and into dataclasses": _best(lambda: other.decode(MESSAGE, data, {})),
        "wirebed_peer.hessian2, into dataclasses": _best(lambda: typed.decode(MESSAGE, data)),
        "wirebed_peer.hessian2, generic values": _best(lambda: reader.decode(data)),
        "wirebed_peer.hessian2, encode": _best(lambda: writer.encode(MESSAGE, stock)),
    }
    base = next(iter(rows.values()))
    print(f"{len(data)} bytes of Stock, Python {sys.version.split()[0]}, best of {ROUNDS} rounds")
    for name, seconds in rows.items():
        print(f"{name:42} {seconds * 1e6:8.1f} µs {base / seconds:6.1f} x")
    return 0


def _stock(tree: Tree) -> Any:
    stock, price, range_ = (
        tree.python_class(tree.plain_class(f"interop.{name}")) for name in ("Stock", "Price", "Range")
    )

    def one(row: tuple[Any, ...]) -> Any:
        date = datetime.datetime.fromtimestamp(0, datetime.UTC) + datetime.timedelta(milliseconds=row[5])
        return price(*map(_single, row[:4]), row[4], date, range_(*map(_single, row[6:])))

    return stock("ABCD", 25.0, one(PRICES[0]), range_(10.25, 19.25), [one(row) for row in PRICES[1:]])


def _single(value: float) -> float:
    """The double that a float holds: 17.2 as a float is no thousandth any more."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def _best(call: Callable[[], Any]) -> float:
    """Seconds of one call, in the best round."""
    start = time.perf_counter()
    call()
    calls = max(1, int(SECONDS_A_ROUND / max(time.perf_counter() - start, 1e-6)))
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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

ROUNDS = 40
CALLS_A_ROUND = 50
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
    rows = _best(
        {
            "python-hessian, its parser alone": lambda: parsed(data, False),
            "python-hessian, and into dataclasses": lambda: other.decode(MESSAGE, data, {}),
            "wirebed_peer.hessian2, into dataclasses": lambda: typed.decode(MESSAGE, data),
            "wirebed_peer.hessian2, generic values": lambda: reader.decode(data),
            "wirebed_peer.hessian2, encode": lambda: writer.encode(MESSAGE, stock),
        }
    )
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


def _best(calls: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """Seconds of processor time of one call of each, in its best round. Each round has all of them."""
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(ROUNDS):
        for name, call in calls.items():
            start = time.process_time()
            for _ in range(CALLS_A_ROUND):
                call()
            best[name] = min(best[name], (time.process_time() - start) / CALLS_A_ROUND)
    return best


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

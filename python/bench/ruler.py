"""Four operations written with pyperf and the libraries alone, against which `make bench-ruler` compares `make bench`.

`python -P bench/ruler.py TREE --out FILE [--seconds S]`. It shares only the schema and the classes generated from it
with
Wirebed. A call in Python takes some 30 ns, so the shortest operation takes 100 ns and not 10.
"""

import pickle
import sys
import time
from datetime import UTC
from pathlib import Path

import pyperf
from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory, text_format

CASES = Path(__file__).resolve().parents[2] / "fixtures" / "cases"


def main() -> None:
    runner = pyperf.Runner(processes=1, values=10, warmups=2, add_cmdline_args=lambda command, _: command.append(tree))
    runner.argparser.add_argument("tree")
    runner.argparser.add_argument("--out")
    runner.argparser.add_argument("--seconds", type=float, default=1.0)
    arguments = runner.parse_args()
    if not arguments.worker:
        arguments.min_time, arguments.quiet = arguments.seconds / 10, True
    tree = arguments.tree
    benchmarks = [make(runner, Path(tree)) for make in (ruler_1, ruler_2, ruler_3, ruler_4)]
    if not arguments.worker:
        pyperf.BenchmarkSuite(benchmarks).dump(arguments.out, replace=True)


def ruler_1(runner: pyperf.Runner, tree: Path) -> pyperf.Benchmark:
    """Writes a small message to protobuf."""
    message = read(pool_of(tree), "interop.Testobject", "Testobject/article")
    return runner.bench_func("ruler-1", message.SerializeToString)


def ruler_2(runner: pyperf.Runner, tree: Path) -> pyperf.Benchmark:
    """Reads a message with nested messages from protobuf."""
    message = read(pool_of(tree), "interop.Stock", "Stock/article_hessian")
    wire, parse, clock = message.SerializeToString(), type(message).FromString, time.perf_counter
    # A reader has the bytes alone. If the message stayed, malloc's heap would look different, and parsing take 8 %
    # longer.
    del message

    # pyperf would make a partial of a function and its argument, and so add a call.
    def decode(loops: int) -> float:
        start = clock()
        for _ in range(loops):
            parse(wire)
        return clock() - start

    return runner.bench_time_func("ruler-2", decode)


def ruler_3(runner: pyperf.Runner, tree: Path) -> pyperf.Benchmark:
    """Writes dataclasses to pickle."""
    sys.path.insert(0, str(tree / "plain" / "python"))
    from plain.interop import Price, Range, Stock

    message = read(pool_of(tree), "interop.Stock", "Stock/article_hessian")
    today, *years = (
        Price(p.open, p.close, p.bid, p.ask, p.volume, p.date.ToDatetime(UTC), Range(p.range.low, p.range.high))
        for p in (message.todays_price, *message.five_year_prices)
    )
    weeks = message.fifty_two_week_range
    stock = Stock(message.symbol, message.target_price, today, Range(weeks.low, weeks.high), years)
    return runner.bench_func("ruler-3", pickle.dumps, stock, 4)


def ruler_4(runner: pyperf.Runner, tree: Path) -> pyperf.Benchmark:
    """Writes a message with nested messages to protobuf's JSON."""
    pool = pool_of(tree)
    message = read(pool, "interop.Stock", "Stock/article_hessian")
    return runner.bench_func("ruler-4", lambda: json_format.MessageToJson(message, descriptor_pool=pool).encode())


def pool_of(tree: Path) -> descriptor_pool.DescriptorPool:
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString((tree / "schema.binpb").read_bytes()).file:
        pool.Add(file)
    return pool


def read(pool: descriptor_pool.DescriptorPool, name: str, case: str) -> object:
    message = message_factory.GetMessageClass(pool.FindMessageTypeByName(name))()
    return text_format.Parse((CASES / f"{case}.txtpb").read_text(), message, descriptor_pool=pool)


main()

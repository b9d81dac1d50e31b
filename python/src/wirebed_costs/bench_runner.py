"""`wirebed bench-runner`: how many cells a second the runner and its peers can do, on a stated mix.

Small: cases up to 1 KiB of view, every fourth the Stock, protobuf, all writers × all readers. Every encode, decode and
comparison is made, none is remembered: each repetition of a case is a case of its own to the matrix, with its
references. The same is done with ten times the cells, which must take at most eleven times as long in flat memory.
Large: cases of 64 KiB and more, in MB of wire bytes read a second.

How fast is fast depends on the machine. So the cells a second are held against the messages a second of a plain loop
(wirebed_costs.plain_loop). It runs some short rounds before, between and after them, of which the median counts, since
the rate of single rounds swings on a machine of two cores.
"""

import resource
import statistics
import time
from collections.abc import Iterator

from wirebed.bed import ROOT, Bed
from wirebed.peers import Pool, discover
from wirebed.peers.codecs import codecs_of
from wirebed.run import Selection
from wirebed.run.collector import spare_collector
from wirebed.run.drive import drive
from wirebed.suites.interop.plan import InteropPlan, MessageWork
from wirebed_costs import plain_loop

FORMAT = "protobuf"
CELLS = 20_000  # and then ten times as many
SMALL, LARGE = 1 << 10, 64 << 10
STOCK = "Stock/article_hessian"
WARM_CELLS = 60_000  # what the JVM needs to be warm
# The mix in which the large ones are read: enough of them for some seconds.
LARGE_BYTES = 256 << 20
LOOP_ROUNDS, LOOP_SECONDS = 5, 0.4
LEAST = 1.0  # cells for each message of the plain loop
MOST_TIMES, MOST_GROWTH = 11.0, 1.1


def main() -> int:
    """0 when the measures are met, else 1."""
    from wirebed import cases
    from wirebed.bed.schema import Schema
    from wirebed_build.trees import ensure

    bed = Bed.open()
    tree = ensure(bed)
    schema = Schema.load(tree)
    own = [case for case in cases.load(bed, schema) if case.formats is None]
    with Pool([spec.measuring() for spec in discover(ROOT)], tree) as pool:
        bench = _Bench(pool, schema, own)
        pairs = f"{bench.writers} writers × {bench.readers} readers"
        _say(f"{FORMAT}: {pairs}, cases up to 1 KiB, every 4th {STOCK}")
        bench.small(WARM_CELLS)
        spare_collector()
        loops = _loops()
        few = bench.small(CELLS)
        loops += _loops()
        many = bench.small(10 * CELLS)
        loops += _loops()
        for took in (few, many):
            _say(
                f"  {took.cells:>9,} cells in {took.seconds:6.2f} s: {took.rate:>8,.0f} cells/s, "
                f"{took.unequal} not equal, the runner's own CPU {took.cpu / took.cells * 1e6:.1f} µs a cell, "
                f"its memory {took.memory >> 10:,} MiB"
            )
        times = many.seconds / few.seconds * few.cells / many.cells * 10
        loop = statistics.median(loops)
        growth, ratio = many.memory / few.memory, many.rate / loop
        _say(f"  ten times the cells took {times:.1f} times as long; memory grew to {growth:.2f} of what it was")
        spread = f"{min(loops):,.0f} to {max(loops):,.0f} in {len(loops)} rounds"
        _say(f"  plain loop: {loop:,.0f} messages/s ({spread}), {ratio:.2f} cells a message")
        large = bench.large()
        _say(
            f"cases of 64 KiB and more: {large.cells:,} cells in {large.seconds:.2f} s, "
            f"{large.bytes / large.seconds / 1e6:,.0f} MB/s of wire bytes, "
            f"{large.views / large.seconds / 1e6:,.0f} MB/s of views"
        )
    met = ratio >= LEAST and times <= MOST_TIMES and growth <= MOST_GROWTH and not (few.unequal or many.unequal)
    wanted = f"{LEAST:g} cells for a message, {MOST_TIMES:g} times as long, all equal, memory to {MOST_GROWTH:g}"
    _say("as wanted" if met else f"not as wanted: {wanted}")
    return 0 if met else 1


def _loops() -> list[float]:
    return [plain_loop.rate(LOOP_SECONDS) for _ in range(LOOP_ROUNDS)]


def _say(text: str):
    print(text, flush=True)


class _Took:
    def __init__(self):
        self.cells = self.unequal = self.bytes = self.views = 0
        self.memory = 0
        self.seconds = self.cpu = 0.0

    @property
    def rate(self) -> float:
        return self.cells / self.seconds


class _Bench:
    def __init__(self, pool: Pool, schema, own: list):
        self.pool, self.schema = pool, schema
        self.plan = InteropPlan(codecs_of(pool.introductions()), schema, own, (), Selection(format=FORMAT))
        self.stock = next(case for case in own if case.name == STOCK)
        of_stock = self.plan.work_of(self.stock)
        self.writers, self.readers = len(of_stock.routes), len(of_stock.routes[0].readers)
        self.pairs = of_stock.cells
        by_size = [case for case in own if case is not self.stock]
        self.small_ones = [case for case in by_size if len(case.view) <= SMALL and self._carried(case)]
        self.large_ones = [case for case in by_size if len(case.view) >= LARGE and self._carried(case)]

    def _carried(self, case) -> bool:
        """Whether every pair carries it: what is pinned as a deviation is no measure of speed."""
        equal = []
        drive([self.plan.work_of(case)], self.pool, lambda rows: equal.extend(not any(row.cells) for row in rows))
        return all(equal)

    def small(self, cells: int) -> _Took:
        return self._run(_cycle(self.stock, self.small_ones, -(-cells // self.pairs)))

    def large(self) -> _Took:
        size = sum(len(case.view) for case in self.large_ones) * self.pairs
        return self._run(case for _ in range(max(1, LARGE_BYTES // size)) for case in self.large_ones)

    def _work(self, case) -> MessageWork:
        """A work for each repetition, so that nothing holds them all. Every reader decodes, also the same bytes."""
        work = self.plan.work_of(case)
        work.each_reads = True
        return work

    def _run(self, cases: Iterator) -> _Took:
        took = _Took()

        def take(rows):
            for row in rows:
                took.cells += len(row.readers)
                took.bytes += (row.size or 0) * len(row.readers)
                took.views += len(row.held) * len(row.readers)
                took.unequal += sum(1 for _ in row.cells)

        started, worked = time.perf_counter(), time.process_time()
        drive(map(self._work, cases), self.pool, take)
        took.seconds, took.cpu = time.perf_counter() - started, time.process_time() - worked
        took.memory = _memory()
        return took


def _cycle(stock, others: list, count: int) -> Iterator:
    for index in range(count):
        yield stock if index % 4 == 0 else others[index % len(others)]


def _memory() -> int:
    """KiB that the runner holds now; where the system does not say, the most it ever held."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * resource.getpagesize() >> 10
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

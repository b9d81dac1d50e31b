"""The two protocols of a timing claim: as the article published it, and as `make bench` and today's transports have it.

A protocol resolves a quantity to a figure with its error, under one setting of the switches.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, geometric_mean

from wirebed_claims import echoes
from wirebed_claims.claim import Article, Switch, System, Workload
from wirebed_claims.echoes import EchoRow
from wirebed_claims.published_result import Measurement
from wirebed_claims.quantity import Missing, Quantity, exact
from wirebed_claims.results import WORDS, Results, RowKey
from wirebed_connections.servers import LOOPBACK
from wirebed_costs.others import of_processes
from wirebed_costs.statistics import ENOUGH_PROCESSES, Estimate, combined, geometric, observed, total

PUBLISHED, BENCH = "as published", "as it should be"
PROTOCOLS = (PUBLISHED, BENCH)

_DIRECTIONS = {"round_trip": ("serialize", "deserialize"), "gap": ("deserialize", "serialize")}
_ROWS = {"serialize": ("encode", "populate"), "deserialize": ("decode", "convert"), "copy": ("copy", "copy")}


class Protocol:
    def __init__(self, name: str, results: Results, article: Article, switch: Switch | None = None):
        self.name, self.results, self.article, self.switch = name, results, article, switch or Switch()

    def estimate(self, quantity: Quantity) -> Estimate:
        """Raises Missing when no result has this figure."""
        system = self.article.systems[quantity.system]
        if system.per_element is not None:
            return exact(system.per_element * sum(quantity.lengths))
        estimate = self._measured_of(quantity, system)
        if self.switch.name and estimate.processes < ENOUGH_PROCESSES:
            needed = f"a switch needs {ENOUGH_PROCESSES} processes that no other program disturbed"
            raise Missing(f"{needed}, and {system.name} has {estimate.processes}")
        return estimate

    def _measured_of(self, quantity: Quantity, system: System) -> Estimate:
        if quantity.transport:
            return self._echoed(quantity)
        if quantity.measure == "time":
            return self._timed(quantity) if self.name == PUBLISHED else self._benched(quantity)
        return (self._lines if quantity.measure == "lines" else self._size)(quantity, system)

    def as_measured(self, quantity: Quantity) -> Quantity:
        """An echo over the transport and on the address that were measured, which a switch or the protocol sets."""
        if not quantity.transport:
            return quantity
        transport, bind = self.switch.transport or quantity.transport, self.switch.bind or quantity.bind
        return replace(quantity, transport=f"jboss-{transport}" if self.name == PUBLISHED else transport, bind=bind)

    def lengths(self, quantity: Quantity) -> tuple[int, ...]:
        """The lengths that a quantity is taken over; none where its workload has a single value."""
        if quantity.workload is None:
            return ()
        workload = self._workload(quantity)
        if not workload.sweep or (self.name == BENCH and quantity.measure != "bytes"):
            return workload.sweep
        of = _DIRECTIONS.get(quantity.of, (quantity.of,))[0]
        lengths = {measurement.n for measurement in self._measured(replace(quantity, of=of))}
        if not lengths:
            raise Missing(f"the program {workload.published} did not run {quantity.system}")
        return tuple(sorted(lengths))

    def groups(self, quantity: Quantity) -> list[tuple[int, ...]]:
        """The lengths that are one figure each: all of them for a mean; for times as many neighbours as make as many
        groups as the bench has lengths, since the few processes of a program say little about one length."""
        lengths = self.lengths(quantity)
        if not lengths or quantity.over == "mean":
            return [lengths] * bool(lengths)
        number = len(self._workload(quantity).sweep) if quantity.measure == "time" else len(lengths)
        number = min(number, len(lengths))
        ends = [len(lengths) * at // number for at in range(number + 1)]
        return [lengths[begin:end] for begin, end in pairwise(ends)]

    def _workload(self, quantity: Quantity) -> Workload:
        return self.article.workloads[self.switch.workload or quantity.workload]

    # Sizes and lines of code: they are the same under both protocols.

    def _size(self, quantity: Quantity, system: System) -> Estimate:
        workload = self._workload(quantity)
        if quantity.lengths or self.switch.published:
            sizes = {measurement.bytes for measurement in self._measured(quantity)}
            if len(sizes) != 1:
                raise Missing(f"{len(sizes)} sizes of {system.name} on {workload.name} in the published protocol")
            return exact(sizes.pop())
        case = workload.sizes.get(quantity.system, workload.case)
        size = self.results.sizes.get((case, system.codec))
        if size is None:
            raise Missing(f"`make interop` has no {case} written by {system.codec}")
        return exact(size)

    def _lines(self, quantity: Quantity, system: System) -> Estimate:
        counts = self.lines_of_code(system.name)
        return exact(sum(counts[part] for part in ("written", "generated") if quantity.of in (part, "all")))

    def lines_of_code(self, system: str) -> Mapping[str, int]:
        """Those that a user writes, and those that are generated."""
        codec = str(self.article.systems[system].codec)
        known = self.results.lines_of_code
        counts = known.get(f"{self.article.id}:{system}") or known.get(codec)
        if counts is None:
            raise Missing(f"`make bench` counts no lines of {codec}")
        return counts

    # Times.

    def _timed(self, quantity: Quantity) -> Estimate:
        """The times of each direction, or of a program that times both at once."""
        for operations in ((quantity.of,), _DIRECTIONS.get(quantity.of, ())):
            each = [_of_processes(self._measured(replace(quantity, of=of)), quantity.lengths) for of in operations]
            directions = [direction for direction in each if direction]
            if directions and len(directions) == len(each):
                return _together(quantity, directions)
        raise Missing(f"no {quantity.of} of {quantity.system} on {quantity.workload} in the published protocol")

    def _measured(self, quantity: Quantity) -> list[Measurement]:
        """The measurements of the published program with the switches that are set; of every length without one."""
        system, workload = self.article.systems[quantity.system], self._workload(quantity)
        if not workload.published or not system.published:
            raise Missing(f"no program of a published protocol has {system.name} on {workload.name}")
        wanted = {**workload.switches, **(self.switch.published if self.switch.concerns(quantity.system) else {})}
        operations = ("serialize", "round_trip") if quantity.measure == "bytes" else (quantity.of,)
        keys = ((workload.published, system.published, operation) for operation in operations)
        every = (measured for key in keys for measured in self.results.published.get(key, ()))
        return [
            measured
            for measured in every
            if measured.is_of(wanted) and measured.n in (quantity.lengths or (measured.n,))
        ]

    def bench_rows(self, quantity: Quantity) -> list[list[RowKey]]:
        """The rows of the bench that a time is taken from: a list for each direction, with a row for each length."""
        system = self.article.systems[quantity.system]
        kinds = self.switch.rows if self.switch.concerns(quantity.system) else ()
        case = self._workload(quantity).case
        if case is None:
            raise Missing(f"no case stands for the workload {quantity.workload}")
        cases = [case.replace("{n}", str(n)) for n in quantity.lengths] or [case]
        operations = [_ROWS[of]["populate" in kinds] for of in _DIRECTIONS.get(quantity.of, (quantity.of,))]
        varied = "reused" in kinds, "cold" in kinds
        return [[(case, str(system.codec), operation, *varied) for case in cases] for operation in operations]

    def _benched(self, quantity: Quantity) -> Estimate:
        return _together(quantity, [geometric(list(map(self._row, keys))) for keys in self.bench_rows(quantity)])

    def _row(self, key: RowKey) -> Estimate:
        row = self.results.row_of(key)
        if row is None:
            case, codec, operation, reused, cold = key
            more = ("reused" * reused, "cold" * cold)
            raise Missing(f"{WORDS['bench']} has no row {' '.join(filter(None, (codec, case, operation, *more)))}")
        return observed(row)

    def echo_row(self, quantity: Quantity) -> EchoRow:
        """The row of an echo that a time is taken from."""
        measured = self.as_measured(quantity)
        return str(self.article.systems[quantity.system].echo), str(measured.transport), str(measured.bind)

    def _echoed(self, quantity: Quantity) -> Estimate:
        codec, transport, address = row = self.echo_row(quantity)
        estimate = echoes.observed(row, self.results.loads(self.switch.echo))
        if estimate is None:
            more = " with BIND='*'" if address != LOOPBACK else ""
            raise Missing(f"no echo of `make claims`{more} has a time of {codec} over {transport} on {address}")
        return estimate


def _of_processes(measurements: list[Measurement], lengths: tuple[int, ...]) -> Estimate | None:
    """The mean of the processes that measured all lengths; None without one. The time of a process is the mean of its
    rounds, and over lengths their geometric mean, in which each counts the same."""
    processes = defaultdict(list)
    for measurement in measurements:
        processes[measurement.key].append(measurement)
    whole = [each for each in processes.values() if len(each) == max(1, len(lengths))]
    times = [geometric_mean(fmean(one.per_operation) for one in each) for each in whole]
    disturbed = [each[0].disturbed for each in whole]
    return of_processes(times, disturbed) if times else None


def _together(quantity: Quantity, directions: list[Estimate]) -> Estimate:
    """The gap of both directions, or else the sum of them."""
    if quantity.of == "gap":
        above, below = directions
        error, freedom = combined((above.error, above.freedom), (below.error, below.freedom))
        return Estimate(above.mean / below.mean, error, freedom, min(above.processes, below.processes))
    return total(directions) if len(directions) > 1 else directions[0]

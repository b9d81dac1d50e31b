"""The two protocols of a timing claim: as the article published it, and as `make bench` and today's transports have it.

A protocol resolves a quantity to a figure with its error, under one setting of the switches.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from statistics import fmean

from wirebed_claims.claim import Article, Switch, System, Workload
from wirebed_claims.published_result import Measurement
from wirebed_claims.quantity import Missing, Quantity, exact
from wirebed_claims.results import Results
from wirebed_costs.statistics import Estimate, combined, observed

PUBLISHED, BENCH = "as published", "as it should be"
PROTOCOLS = (PUBLISHED, BENCH)
NO_SWITCH = Switch("")

_DIRECTIONS = {"round_trip": ("serialize", "deserialize"), "gap": ("deserialize", "serialize")}
_ROWS = {"serialize": ("encode", "populate"), "deserialize": ("decode", "convert"), "copy": ("copy", "copy")}


class Protocol:
    def __init__(self, name: str, results: Results, article: Article, switch: Switch = NO_SWITCH):
        self.name = name
        self.results = results
        self.article = article
        self.switch = switch
        self._time: Callable[[Quantity, System], Estimate] = self._timed if name == PUBLISHED else self._benched

    def estimate(self, quantity: Quantity) -> Estimate:
        """Raises Missing when no result has this figure."""
        system = self.article.systems[quantity.system]
        if system.per_element is not None:
            return exact(system.per_element * (quantity.n or 0))
        if quantity.transport:
            return self._echoed(quantity, system)
        if quantity.measure == "lines":
            return self._lines(quantity, system)
        return self._size(quantity, system) if quantity.measure == "bytes" else self._time(quantity, system)

    def as_measured(self, quantity: Quantity) -> Quantity:
        """An echo over the transport and on the address that were measured, which a switch or the protocol sets."""
        if not quantity.transport:
            return quantity
        transport, bind = self.switch.transport or quantity.transport, self.switch.bind or quantity.bind
        return replace(quantity, transport=f"jboss-{transport}" if self.name == PUBLISHED else transport, bind=bind)

    def workload(self, quantity: Quantity) -> Workload:
        return self.article.workloads[self.switch.workload or quantity.workload]

    def lengths(self, quantity: Quantity) -> tuple[int, ...]:
        """The lengths that a quantity is taken over; none where its workload has a single value."""
        if quantity.workload is None:
            return ()
        workload = self.workload(quantity)
        if not workload.sweep or (self.name == BENCH and quantity.measure != "bytes"):
            return workload.sweep
        of = _DIRECTIONS.get(quantity.of, (quantity.of,))[0]
        lengths = {one.n for one in self._measured(replace(quantity, of=of), workload)}
        if not lengths:
            raise Missing(f"the program {workload.published} did not run {quantity.system}")
        return tuple(sorted(lengths))

    def _case(self, quantity: Quantity) -> str:
        case = self.workload(quantity).case
        if case is None:
            raise Missing(f"no case stands for the workload {quantity.workload}")
        return case if quantity.n is None else case.replace("{n}", str(quantity.n))

    # Sizes and lines of code: they are the same under both protocols.

    def _size(self, quantity: Quantity, system: System) -> Estimate:
        workload = self.workload(quantity)
        if quantity.n is not None or self.switch.published:
            found = {one.bytes for one in self._measured(quantity, workload) if _of_length(one, quantity)}
            if len(found) != 1:
                raise Missing(f"{len(found)} sizes of {system.name} on {workload.name} in the published protocol")
            return exact(found.pop())
        case = workload.sizes.get(quantity.system, workload.case)
        size = self.results.sizes.get((case, system.codec))
        if size is None:
            raise Missing(f"`make interop` has no {case} written by {system.codec}")
        return exact(size)

    def _lines(self, quantity: Quantity, system: System) -> Estimate:
        found = self.results.lines_of_code.get(system.codec)
        if found is None:
            raise Missing(f"`make bench` counts no lines of {system.codec}")
        parts = ("written", "generated") if quantity.of == "all" else (quantity.of,)
        return exact(sum(found[part] for part in parts))

    # Times.

    def _timed(self, quantity: Quantity, system: System) -> Estimate:
        found = self._directions(quantity)
        if not all(found):
            raise Missing(f"no {quantity.of} of {system.name} on {quantity.workload} in the published protocol")
        return _combined(quantity, [Estimate.of(_observations(each)) for each in found])

    def _directions(self, quantity: Quantity) -> list[list[Measurement]]:
        """The measurements of each direction of a quantity; a program that times both at once has them so."""
        workload = self.workload(quantity)
        for operations in ((quantity.of,), _DIRECTIONS.get(quantity.of, ())):
            each = [self._measured(replace(quantity, of=one), workload) for one in operations]
            found = [[one for one in some if _of_length(one, quantity)] for some in each]
            if found and all(found):
                return found
        return [[]]

    def _measured(self, quantity: Quantity, workload: Workload) -> list[Measurement]:
        system = self.article.systems[quantity.system]
        if not workload.published or not system.published:
            raise Missing(f"no program of a published protocol has {system.name} on {workload.name}")
        switched = self.switch.published if self.switch.concerns(quantity.system) else {}
        wanted: Mapping[str, str] = {**workload.switches, **switched}
        operations = ("serialize", "round_trip") if quantity.measure == "bytes" else (quantity.of,)
        found = [self.results.published.get((workload.published, system.published, one), []) for one in operations]
        return [one for each in found for one in each if one.is_of(wanted)]

    def _benched(self, quantity: Quantity, system: System) -> Estimate:
        rows = self.switch.rows if self.switch.concerns(quantity.system) else ()
        case = self._case(quantity)
        flags = ("reused" in rows, "cold" in rows)
        found = []
        for direction in _DIRECTIONS.get(quantity.of, (quantity.of,)):
            operation = _ROWS[direction]["populate" in rows]
            codec = system.codec
            row = self.results.rows.get((case, codec, operation, *flags))
            if row is None:
                words = " ".join(filter(None, (operation, *rows)))
                raise Missing(f"`make bench` has no row {system.codec} {case} {words}")
            found.append(observed(row))
        return _combined(quantity, found)

    def _echoed(self, quantity: Quantity, system: System) -> Estimate:
        measured = self.as_measured(quantity)
        transport, bind = measured.transport, measured.bind
        found = [
            load["milliseconds"]
            for load in self.results.echo.loads
            if load["kind"] == "closed"
            and load["client"] == load["server"] == system.echo
            and (load["transport"], load["bind"]) == (transport, bind)
            and load.get("milliseconds")
        ]
        if not found:
            more = " BIND='*'" if bind != "127.0.0.1" else ""
            raise Missing(f"`make echo{more}` has no time of {system.echo} over {transport} on {bind}")
        return Estimate.of(found[0])


def _observations(found: list[Measurement]) -> list[float]:
    """The mean of every process, or the rounds of the only one."""
    each = [one.per_operation for one in found]
    return each[0] if len(each) == 1 else [fmean(one) for one in each]


def _of_length(one: Measurement, quantity: Quantity) -> bool:
    return quantity.n is None or one.n == quantity.n


def _combined(quantity: Quantity, directions: list[Estimate]) -> Estimate:
    if quantity.of != "gap":
        return _sum(directions)
    above, below = directions
    error, freedom = combined((above.error, above.freedom), (below.error, below.freedom))
    return Estimate(above.mean / below.mean, error, freedom)


def _sum(estimates: list[Estimate]) -> Estimate:
    """The sum of independent figures; its error is that of the parts, weighted by their shares."""
    total = sum(one.mean for one in estimates)
    if len(estimates) == 1 or not total:
        return estimates[0]
    error = sum((one.error * one.mean / total) ** 2 for one in estimates) ** 0.5
    return Estimate(total, error, min(one.freedom for one in estimates))

"""Bytes as a closed form: a + b·n, fitted through two lengths and checked at every other one, byte for byte."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from wirebed.bed.yaml_tree import Value
from wirebed_claims.claim import Article, Switch
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.quantity import Missing, Quantity
from wirebed_claims.results import Results


@dataclass(frozen=True)
class Line:
    """bytes = constant + per · n, exactly, for each n in `lengths`."""

    constant: Fraction
    per: Fraction
    lengths: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.constant} + {self.per}·n, exact for {len(self.lengths)} lengths"


def line(sizes: dict[int, int]) -> Line | None:
    """The line through all of these sizes by length; None where there is none."""
    first, last = min(sizes), max(sizes)
    if first == last:
        return None
    per = Fraction(sizes[last] - sizes[first], last - first)
    constant = sizes[first] - per * first
    exact = all(constant + per * n == size for n, size in sizes.items())
    return Line(constant, per, tuple(sorted(sizes))) if exact else None


def crossover(line: Line, other: Line) -> Fraction | None:
    """The length at which both have as many bytes; None for parallel lines."""
    return (other.constant - line.constant) / (line.per - other.per) if line.per != other.per else None


def sizes_of(quantity: Quantity, protocol: Protocol) -> dict[int, int]:
    lengths = protocol.lengths(quantity)
    if len(lengths) < 3:
        raise Missing(f"{len(lengths)} lengths of {quantity.system} were measured, and a line needs three")
    return {n: int(protocol.estimate(quantity.at(n)).mean) for n in lengths}


@dataclass(frozen=True)
class OnLine:
    """The sizes are on a line whose constant is `zero` or `positive`."""

    quantity: Quantity
    zero: bool
    timed = False

    @classmethod
    def read(cls, quantity: Quantity, parts: Mapping[str, Value]) -> "OnLine":
        constant = parts["constant"].want(str, "zero or positive")
        if constant not in ("zero", "positive"):
            raise parts["constant"].error(f"`{constant}` is neither zero nor positive")
        return cls(quantity, constant == "zero")

    @property
    def clause(self) -> str:
        constant = "no" if self.zero else "a positive"
        return f"the bytes of {self.quantity.system} are a line over the lengths with {constant} constant"

    def decide(self, protocol: Protocol) -> Decision:
        sizes = sizes_of(self.quantity, protocol)
        through = line(sizes)
        if through is None:
            text = f"{self.quantity.system}: no line goes through all {len(sizes)} sizes"
            return Decision.exact(False, text, self.clause)
        holds = through.constant == 0 if self.zero else through.constant > 0
        return Decision.exact(holds, f"{self.quantity.system}: {through}", self.clause)


def forms(article: Article, results: Results) -> list[dict]:
    """The line of every system on every workload that has lengths, alone and with each switch that changes it; and
    where two lines of one workload cross within the lengths of both."""
    rows: list[dict] = []
    for name in (name for name, workload in article.workloads.items() if workload.sweep):
        lines = list(_lines_of(article, name, results))
        rows += [
            {"workload": name, "system": system, "constant": str(line.constant), "per": str(line.per),
             "lengths": len(line.lengths)}
            for system, line in lines
        ]  # fmt: skip
        for pair in combinations(lines, 2):
            at = crossover(pair[0][1], pair[1][1])
            if at is not None and all(min(line.lengths) <= at <= max(line.lengths) for _, line in pair):
                # First the one that is smaller below the crossing.
                smaller = sorted(pair, key=lambda item: item[1].constant)
                rows.append({"workload": name, "smaller": [system for system, _ in smaller], "crossover": float(at)})
    return rows


def _lines_of(article: Article, workload: str, results: Results) -> Iterator[tuple[str, Line]]:
    known = {switch.name: switch for claim in article.claims for switch in claim.switches}
    switches = [switch for _, switch in sorted(known.items()) if switch.published and switch.systems]
    for system in (candidate.name for candidate in article.systems.values() if candidate.published):
        alone: Line | None = None
        for switch in (Switch(), *(candidate for candidate in switches if candidate.concerns(system))):
            quantity = Quantity("bytes", "encoding", system, workload)
            try:
                through = line(sizes_of(quantity, Protocol(BENCH, results, article, switch)))
            except Missing:
                continue
            if through is not None and (
                alone is None or (through.constant, through.per) != (alone.constant, alone.per)
            ):
                yield ", ".join(filter(None, (system, switch.name))), through
            alone = alone or through

"""Bytes as a closed form: a + b·n, fitted through two lengths and checked at every other one, byte for byte."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from wirebed.errors import UserError
from wirebed_claims.claim import Article
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import BENCH, NO_SWITCH, Protocol
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


def crossover(one: Line, other: Line) -> Fraction | None:
    """The length at which both have as many bytes; None for parallel lines."""
    return (other.constant - one.constant) / (one.per - other.per) if one.per != other.per else None


def sizes_of(quantity: Quantity, protocol: Protocol) -> dict[int, int]:
    lengths = protocol.lengths(quantity)
    if len(lengths) < 3:
        raise Missing(f"{len(lengths)} lengths of {quantity.system} were measured, and a line needs three")
    return {n: int(protocol.estimate(quantity.at(n)).mean) for n in lengths}


def decide(quantity: Quantity, protocol: Protocol, constant: str) -> Decision:
    """Whether the sizes are on a line whose constant is `zero` or `positive`."""
    if constant not in ("zero", "positive"):
        raise UserError(f"`constant: {constant}` is neither zero nor positive")
    sizes = sizes_of(quantity, protocol)
    found = line(sizes)
    if found is None:
        return Decision(False, f"{quantity.system}: no line goes through all {len(sizes)} sizes")
    holds = found.constant == 0 if constant == "zero" else found.constant > 0
    return Decision(holds, f"{quantity.system}: {found}", float(found.constant))


def forms(article: Article, results: Results) -> list[dict]:
    """The line of every system on every workload that has lengths, alone and with each switch that changes bytes; and
    where two lines of one workload cross."""
    found = []
    for workload in (one for one in article.workloads.values() if one.sweep):
        lines_ = list(_lines_of(article, workload.name, results))
        found += [
            {
                "workload": workload.name,
                "system": name,
                "constant": str(one.constant),
                "per": str(one.per),
                "lengths": len(one.lengths),
            }
            for name, one in lines_
        ]
        for (name, one), (other_name, other) in combinations(lines_, 2):
            at = crossover(one, other)
            if at is not None and at > 0:
                found.append(
                    {
                        "workload": workload.name,
                        "smaller": _smaller(name, one, other_name, other),
                        "crossover": float(at),
                    }
                )
    return found


def _lines_of(article: Article, workload: str, results: Results) -> Iterator[tuple[str, Line]]:
    known = {switch.name: switch for claim in article.claims for switch in claim.switches}
    switches = [switch for switch in known.values() if switch.published and switch.systems]
    for system in (one for one in article.systems.values() if one.published):
        for switch in (
            NO_SWITCH,
            *sorted((one for one in switches if one.concerns(system.name)), key=lambda one: one.name),
        ):
            quantity = Quantity("bytes", "encoding", system.name, workload)
            try:
                found = line(sizes_of(quantity, Protocol(BENCH, results, article, switch)))
            except Missing:
                continue
            if found is not None:
                yield f"{system.name}, {switch.name}" if switch.name else system.name, found


def _smaller(name: str, one: Line, other_name: str, other: Line) -> list[str]:
    """The two names, first the one that is smaller below the crossing."""
    return [name, other_name] if one.constant < other.constant else [other_name, name]

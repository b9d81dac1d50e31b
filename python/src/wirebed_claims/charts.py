"""The charts beside a claim: a curve for each quantity, and where two curves change places.

`charts:` of a claim says of what. Bytes are drawn once, and times under each protocol of the claim: the programs of the
articles have all lengths that their articles have. A point of theirs is the mean of a few cold operations, so which
curve is above another is said of groups of neighbouring lengths, as it is decided.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby

from wirebed_claims import wording
from wirebed_claims.claim import Article, Chart, Claim
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.quantity import Interval, Missing, Quantity, exact
from wirebed_claims.results import Results
from wirebed_costs.statistics import Estimate
from wirebed_costs.wording import number

Curve = Mapping[int, Estimate]  # by length
Lengths = tuple[int, ...]
Groups = Mapping[Lengths, Estimate]


def of(article: Article, claim: Claim, results: Results) -> list[dict]:
    """`charts` of the line of a claim. One that was not measured says so and has no points."""
    return [
        _drawn(chart, Protocol(name, results, article), is_one=len(protocols) == 1)
        for chart in claim.charts
        for protocols in [claim.protocols if chart.quantities[0].measure == "time" else (BENCH,)]
        for name in protocols
    ]


def _drawn(chart: Chart, protocol: Protocol, is_one: bool) -> dict:
    first, divisor = chart.quantities[0], chart.divisor
    of = wording.measured(first, divisor) + ("" if is_one else f", {protocol.name}")
    line = {"of": of, "over": chart.over, "unit": "" if divisor else first.unit}
    try:
        curves = {quantity: _curve(quantity, protocol) for quantity in chart.quantities}
        below = [_curve(replace(one, system=divisor), protocol) if divisor else {} for one in curves]
        grouped = {quantity: _groups(quantity, protocol) for quantity in chart.quantities}
    except Missing as error:
        return {**line, "points": {}, "places": [f"not measured: {error}"]}
    names = [wording.name(quantity, chart.quantities) for quantity in curves]
    figures = [
        {n: Interval.of(estimate, under.get(n)) for n, estimate in curve.items()}
        for curve, under in zip(curves.values(), below, strict=True)
    ]
    points = {name: list(map(_point, each.items())) for name, each in zip(names, figures, strict=True)}
    places = _multiples(points, divisor) if divisor else _places(grouped)
    return {**line, "points": points, "places": list(places)}


def _curve(quantity: Quantity, protocol: Protocol) -> Curve:
    workload = protocol.article.workloads[str(quantity.workload)]
    lengths = workload.sweep if protocol.name == BENCH else protocol.lengths(quantity)
    return {n: _estimate(quantity.at(n), n, str(workload.case), protocol) for n in lengths}


def _groups(quantity: Quantity, protocol: Protocol) -> Groups:
    if protocol.name == BENCH:
        return {(n,): estimate for n, estimate in _curve(quantity, protocol).items()}
    return {lengths: protocol.estimate(quantity.at(*lengths)) for lengths in protocol.groups(quantity)}


def _estimate(quantity: Quantity, n: int, case: str, protocol: Protocol) -> Estimate:
    """Bytes are those of the bench, which has values that no program of the article wrote."""
    codec = protocol.article.systems[quantity.system].codec
    if quantity.measure == "bytes" and codec:
        return exact(protocol.results.size_of(case.replace("{n}", str(n)), codec))
    return protocol.estimate(quantity)


def _point(item: tuple[int, Interval]) -> tuple[float, ...]:
    """The length, the figure, and the ends of its interval where it has them."""
    n, figure = item
    return (n, figure.mean) if figure.is_exact or math.isinf(figure.high) else (n, figure.mean, figure.low, figure.high)


def _multiples(points: Mapping[str, Sequence[tuple[float, ...]]], divisor: str) -> Iterator[str]:
    for name, each in points.items():
        least, most = (number(pick(point[1] for point in each)) for pick in (min, max))
        yield f"{name} is {least if least == most else f'{least} to {most}'} times {divisor}"


def _places(grouped: Mapping[Quantity, Groups]) -> Iterator[str]:
    """A sentence for each two systems on one workload: which is smaller, and up to where."""
    for one, other in combinations(grouped, 2):
        if one.workload == other.workload:
            order = [
                (lengths, _sign(Interval.of(each, grouped[other][lengths]))) for lengths, each in grouped[one].items()
            ]
            words = wording.PLACES["bytes" if one.measure == "bytes" else one.of]
            yield _sentence(wording.name(one, list(grouped)), wording.name(other, list(grouped)), words, order)


def _sign(ratio: Interval) -> int:
    """0 where 1 is in the interval."""
    return (ratio.low > 1) - (ratio.high < 1)


def _sentence(name: str, other: str, words: Mapping[int, str], order: Sequence[tuple[Lengths, int]]) -> str:
    runs = [(words[sign], [n for each, _ in run for n in each]) for sign, run in groupby(order, lambda place: place[1])]
    if len(runs) == 1:
        return f"{name} is {runs[0][0]} {other} at every length"
    return f"{name} is {', '.join(f'{word} {other} {_range(lengths)}' for word, lengths in runs)}"


def _range(lengths: Sequence[int]) -> str:
    return f"at {lengths[0]}" if len(lengths) == 1 else f"from {lengths[0]} to {lengths[-1]}"

"""Bytes over the size of a value: the points of each system of a claim, and where two of them change places.

`curve:` of a claim says which systems on which workloads, each of which has several lengths.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby

from wirebed_claims.claim import Article, Claim, Curve
from wirebed_claims.quantity import Missing
from wirebed_claims.results import Results

# System -> its points: the length and the bytes.
Points = Mapping[str, list[tuple[int, int]]]


def _cases(article: Article, name: str) -> list[tuple[int, str]]:
    """The lengths of a workload with their values."""
    workload = article.workloads[name]
    return [(n, str(workload.case).replace("{n}", str(n))) for n in workload.sweep]


def of(article: Article, claim: Claim, results: Results) -> dict:
    """`curve` of the line of a claim, which says why it has no points; none where the claim has no curve."""
    if claim.curve is None:
        return {}
    try:
        by_workload = [_points(article, claim.curve, name, results) for name in claim.curve.workloads]
    except Missing as error:
        return {"curve": {"of": claim.curve.of, "points": {}, "places": [f"not measured: {error}"]}}
    points = {label: of_system for of_workload in by_workload for label, of_system in of_workload.items()}
    sentences = [sentence for of_workload in by_workload for sentence in places(of_workload)]
    return {"curve": {"of": claim.curve.of, "points": points, "places": sentences}}


def _points(article: Article, curve: Curve, name: str, results: Results) -> Points:
    """Of one workload. Its name is beside that of the system where there are several."""
    more = f" ({name})" if len(curve.workloads) > 1 else ""
    codecs = {system: str(article.systems[system].codec) for system in curve.systems}
    return {
        f"{system}{more}": [(n, results.size_of(case, codec)) for n, case in _cases(article, name)]
        for system, codec in codecs.items()
    }


def places(points: Points) -> Iterator[str]:
    """A sentence for each two systems: which is smaller, and up to where."""
    for (name, own), (other, others) in combinations(points.items(), 2):
        order = [(n, (size > beside) - (size < beside)) for (n, size), (_, beside) in zip(own, others, strict=True)]
        yield _sentence(name, other, order)


def _sentence(name: str, other: str, order: Sequence[tuple[int, int]]) -> str:
    words = {-1: "smaller than", 0: "as large as", 1: "larger than"}
    runs = [(words[sign], [n for n, _ in run]) for sign, run in groupby(order, lambda place: place[1])]
    if len(runs) == 1:
        return f"{name} is {runs[0][0]} {other} at every length"
    return f"{name} is {', '.join(f'{word} {other} {_range(lengths)}' for word, lengths in runs)}"


def _range(lengths: Sequence[int]) -> str:
    return f"at {lengths[0]}" if len(lengths) == 1 else f"from {lengths[0]} to {lengths[-1]}"

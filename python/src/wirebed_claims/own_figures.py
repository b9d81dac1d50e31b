"""The figures that an article published, as a protocol of their own, so that a rule can be held against them, and ours
beside them."""

from collections.abc import Callable, Mapping
from functools import partial

from wirebed_claims import rules, wording
from wirebed_claims.claim import Article, Claim
from wirebed_claims.load import published
from wirebed_claims.protocols import PUBLISHED, Protocol
from wirebed_claims.quantity import Interval, Missing, Quantity, exact
from wirebed_costs import fixture
from wirebed_costs.statistics import Estimate
from wirebed_costs.wording import number

# What a quantity is in a figure: its measure, and the operations that it sums.
OPERATIONS = {"serialize": ["encode"], "deserialize": ["decode"], "round_trip": ["encode", "decode"], "copy": ["copy"]}
MEASURES = {"time": "time", "bytes": "size"}
AS_A_RATIO = "times "  # how the unit of an article begins that gives a ratio and not its parts
HERE = "socket, 127.0.0.1"  # where the first figures of S1 were measured


class OwnFigures:
    """`year`: of the figures, empty where there is one."""

    name = PUBLISHED

    def __init__(self, article: Article, year: str = ""):
        self.article, self.year = article, year
        figures = fixture.read("articles", "figures")["figures"]
        self.figures = [figure for name, figure in figures.items() if name.startswith(f"{article.id}-")]

    def groups(self, quantity: Quantity) -> list[tuple[int, ...]]:
        return []

    def as_measured(self, quantity: Quantity) -> Quantity:
        return quantity

    def estimate(self, quantity: Quantity) -> Estimate:
        """Raises Missing where the article has no such figure."""
        return exact(self._published(quantity)[0])

    def shown(self, quantity: Quantity) -> str:
        """The figure with the unit of the article; Missing as above."""
        value, unit = self._published(quantity)
        return f"{number(value)} {unit}"

    def _published(self, quantity: Quantity) -> tuple[float, str]:
        system = self.article.systems[quantity.system]
        codecs = [None] if quantity.of == "copy" else [codec for codec in (system.codec, system.echo) if codec]
        for figure in self.figures:
            for bar in figure["bars"]:
                same = bar["codec"] in codecs and bar.get("operations") == OPERATIONS.get(quantity.of)
                if same and figure["measure"] == MEASURES.get(quantity.measure):
                    return self._number(published(bar), quantity), figure["unit"]
        raise Missing(f"the article has no {quantity.of} of {quantity.system}")

    def _number(self, numbers: dict[str, float], quantity: Quantity) -> float:
        place = f"{quantity.transport}, {quantity.bind}"
        key = place if quantity.transport and place != HERE else self.year if self.year in numbers else ""
        if key not in numbers:
            raise Missing(f"the article has no {quantity.of} of {quantity.system} of {self.year or 'no year'}")
        return numbers[key]


def years(claim: Claim) -> list[str]:
    """The years in which the article published all figures of a claim; `""` where they have none."""
    by_label: dict[str, set[str]] = {}
    for label in claim.reported:
        name, _, year = label.rpartition(" ")
        if year.isdecimal():
            by_label.setdefault(name, set()).add(year)
    return sorted(set.intersection(*by_label.values())) if by_label else [""]


def theirs(article: Article, claim: Claim, quantities: tuple[Quantity, ...]) -> str:
    """What the article published of these quantities, or else what it says in numbers. Where it gives no number, this
    says so; empty where it gives none of these quantities."""
    if not claim.reported:
        return claim.unit
    of_years = {year: _published(OwnFigures(article, year), quantities) for year in years(claim)}
    shown = [f"{figure} ({year})" if year else figure for year, figure in of_years.items() if figure]
    if not shown and claim.unit.startswith(AS_A_RATIO):
        shown = [f"{value:g} {claim.unit}" for value in claim.reported.values()]
    return ", ".join(shown)


def _published(own: OwnFigures, quantities: tuple[Quantity, ...]) -> str:
    try:
        return wording.value(quantities, Interval.of(*map(own.estimate, quantities))) if quantities else ""
    except Missing:
        return ""


def beside(article: Article, claim: Claim, protocols: Mapping[str, Protocol]) -> list[dict[str, str]]:
    """Each figure of the article that the rule compares, with ours under each protocol."""
    compared = dict.fromkeys(each for part in rules.on_quantities(claim.rule) for each in part.quantities)
    rows = []
    for quantity in compared:
        of_years = {year: _shown(OwnFigures(article, year).shown, quantity) for year in years(claim)}
        theirs = [f"{figure} ({year})" if year else figure for year, figure in of_years.items() if figure]
        if theirs:
            ours = {name: _shown(partial(_ours, protocol), quantity) for name, protocol in protocols.items()}
            rows.append({"of": wording.name(quantity, list(compared)), "theirs": ", ".join(theirs), **ours})
    return rows


def _ours(protocol: Protocol, quantity: Quantity) -> str:
    """The figure, and of what it is, since the article's may be of a thousand operations or of a larger value."""
    shown = Interval.of(protocol.estimate(quantity)).shown(quantity.unit)
    workload = protocol.article.workloads.get(quantity.workload or "")
    if workload is None or quantity.measure != "time":
        return shown
    of = f"the program {workload.published}" if protocol.name == PUBLISHED else workload.case
    return f"{shown} for {of}"


def _shown(figure: Callable[[Quantity], str], quantity: Quantity) -> str:
    try:
        return figure(quantity)
    except Missing:
        return ""

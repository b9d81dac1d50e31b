"""Each rule, decided on the figures of its own article: one that refutes these is wrong, or says here why not."""

import pytest

from wirebed_claims import rules
from wirebed_claims.claim import Article, Claim
from wirebed_claims.load import load, published
from wirebed_claims.protocols import PUBLISHED
from wirebed_claims.quantity import Interval, Missing, exact
from wirebed_claims.rules import All, Bounded
from wirebed_costs import fixture

# By claim and year: why the article's own figures are others than what it says.
OTHERWISE = {("S3.2", "2020"): "four times is of 2013; the same author measured ten times in 2020"}
# What a quantity is in a figure: its measure, and the operations that it sums.
OPERATIONS = {"serialize": ["encode"], "deserialize": ["decode"], "round_trip": ["encode", "decode"], "copy": ["copy"]}
MEASURES = {"time": "time", "bytes": "size"}
HERE = "socket, 127.0.0.1"  # where the first figures of S1 were measured


class Own:
    """A protocol that has the figures which an article published, of one year where there are several."""

    name = PUBLISHED

    def __init__(self, article: Article, year: str):
        self.article, self.year = article, year
        figures = fixture.read("articles", "figures")["figures"]
        self.figures = [figure for name, figure in figures.items() if name.startswith(f"{article.id}-")]

    def lengths(self, quantity):
        return ()

    def as_measured(self, quantity):
        return quantity

    def estimate(self, quantity):
        system = self.article.systems[quantity.system]
        codecs = [None] if quantity.of == "copy" else [codec for codec in (system.codec, system.echo) if codec]
        for figure in self.figures:
            for bar in figure["bars"]:
                same = bar["codec"] in codecs and bar.get("operations") == OPERATIONS.get(quantity.of)
                if same and figure["measure"] == MEASURES.get(quantity.measure):
                    return exact(self.number(published(bar), quantity))
        raise Missing(f"{quantity.system} {quantity.of}")

    def number(self, numbers, quantity):
        place = f"{quantity.transport}, {quantity.bind}"
        if quantity.transport and place != HERE:
            return numbers[place]
        return numbers[self.year if self.year in numbers else next(iter(numbers))]


def of_figures() -> list[tuple[Article, Claim, str]]:
    found = []
    for article in load():
        for claim in article.claims:
            years = {label.rpartition(" ")[2] for label in claim.reported} & {"2013", "2020"}
            found += [(article, claim, year) for year in sorted(years) or [""]] if claim.reported else []
    return found


def quantities_of(rule) -> list:
    """The rules on quantities among all parts of a rule."""
    if isinstance(rule, All):
        return [part for inner in rule.rules for part in quantities_of(inner)]
    return [rule] if hasattr(rule, "quantities") else []


@pytest.mark.parametrize(("article", "claim", "year"), of_figures(), ids=lambda one: getattr(one, "id", one))
def test_a_rule_holds_on_the_figures_of_its_article(article, claim, year):
    parts = quantities_of(claim.rule)
    assert parts
    if claim.unit.startswith("times "):
        # The article gives the ratio itself.
        (said,) = claim.reported.values()
        (ratio,) = [part for part in parts if isinstance(part, Bounded)]
        assert ratio.bounds.decision(Interval(said, said, said), "").holds
        return
    decisions = [rules.decide(part, Own(article, year)) for part in parts]
    assert all(decision.holds is not None for decision in decisions), [decision.text for decision in decisions]
    holds = all(decision.holds for decision in decisions)
    assert holds is ((claim.id, year) not in OTHERWISE), [decision.text for decision in decisions if not decision.holds]


def test_a_rule_that_refutes_its_article_is_found():
    (article,) = [article for article in load() if article.id == "s3"]
    (claim,) = [claim for claim in article.claims if claim.id == "S3.7"]
    slower = [Bounded(part.quantities, rules.Bounds(10.0, float("inf"), True)) for part in quantities_of(claim.rule)]
    assert not all(rules.decide(part, Own(article, "2020")).holds for part in slower)

"""Each rule, decided on the figures of its own article: one that refutes these is wrong, or says here why not."""

import math

import pytest

from wirebed_claims import rules
from wirebed_claims.bounds import Bounds
from wirebed_claims.claim import Article, Claim
from wirebed_claims.decision import Answer, conjunction
from wirebed_claims.load import load
from wirebed_claims.own_figures import AS_A_RATIO, OwnFigures, years
from wirebed_claims.quantity import Interval
from wirebed_claims.rules import All, Bounded

# By claim and year: the answer where the article's own figures are others than what it says.
OTHERWISE = {
    ("S3.2", "2020"): Answer.IN_DIRECTION,  # four times is of 2013; the same author measured ten times in 2020
}


def of_figures() -> list[tuple[Article, Claim, str]]:
    found = []
    for article in load():
        for claim in article.claims:
            found += [(article, claim, year) for year in years(claim)] if claim.reported else []
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
    if claim.unit.startswith(AS_A_RATIO):
        (said,) = claim.reported.values()
        ratios = [part for part in parts if isinstance(part, Bounded)]
        decided = [one.bounds.decision(Interval(said, said, said), "", "", one.quantities) for one in ratios]
        assert ratios and {decision.answer for decision in decided} == {Answer.YES}
        return
    decision = conjunction(rules.decide(part, OwnFigures(article, year)) for part in parts)
    assert decision.answer is OTHERWISE.get((claim.id, year), Answer.YES), decision.text


def test_a_rule_that_refutes_its_article_is_found():
    (article,) = [article for article in load() if article.id == "s3"]
    (claim,) = [claim for claim in article.claims if claim.id == "S3.7"]
    tenfold = Bounds(10.0, math.inf, True, "10 or more")
    slower = [Bounded(part.quantities, tenfold) for part in quantities_of(claim.rule)]
    assert conjunction(rules.decide(part, OwnFigures(article, "2020")) for part in slower).answer is not Answer.YES

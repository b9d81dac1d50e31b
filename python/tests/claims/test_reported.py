"""Each rule, decided on the figures of its own article: one that refutes these is wrong, or says here why not."""

import math

import claim_results as made
import pytest

from wirebed_claims import rules
from wirebed_claims.bounds import Bounds
from wirebed_claims.claim import Article, Claim
from wirebed_claims.decision import Answer, conjunction
from wirebed_claims.load import load
from wirebed_claims.own_figures import AS_A_RATIO, OwnFigures, beside, years
from wirebed_claims.protocols import BENCH, PROTOCOLS, PUBLISHED, Protocol
from wirebed_claims.quantity import Interval
from wirebed_claims.rules import Bounded

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


@pytest.mark.parametrize(("article", "claim", "year"), of_figures(), ids=lambda one: getattr(one, "id", one))
def test_a_rule_holds_on_the_figures_of_its_article(article, claim, year):
    parts = rules.on_quantities(claim.rule)
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
    slower = [Bounded(part.quantities, tenfold) for part in rules.on_quantities(claim.rule)]
    assert conjunction(rules.decide(part, OwnFigures(article, "2020")) for part in slower).answer is not Answer.YES


def test_ours_stands_beside_all_eighteen_figures_of_the_echo(tmp_path):
    (article,) = [article for article in load() if article.id == "s1"]
    (claim,) = [claim for claim in article.claims if claim.id == "S1.1"]
    results = made.results(tmp_path, loads=[made.load("legacy:java-serial/jdk", "http", 20, "0.0.0.0")])
    rows = beside(article, claim, {BENCH: Protocol(BENCH, results, article)})
    published = sorted(f"{value:,.0f} {claim.unit}" for value in claim.reported.values())
    assert len(rows) == 18
    assert sorted(row["theirs"] for row in rows) == published
    (measured,) = [row for row in rows if row[BENCH]]
    assert (measured["of"], measured["theirs"]) == ("java http 0.0.0.0", "4,710 milliseconds for 1000 Persons")
    assert measured[BENCH] == "20 ms for 1000 [19.5, 20.5]"


def test_a_time_of_ours_says_of_what_it_is(tmp_path):
    """S4's is of a hundred thousand elements, and the case of `make bench` has a thousand."""
    (article,) = [article for article in load() if article.id == "s4"]
    (claim,) = [claim for claim in article.claims if claim.id == "S4.2"]
    codec = article.systems["Serializable"].codec
    known = made.results(
        tmp_path,
        rows=[made.row(codec, "Contacts/text_1000", "encode", 119_304)],
        measurements=made.measurement("contacts", "a", "serialize", 156e6, changed={"population": "code"}),
    )
    first, *_ = beside(article, claim, {name: Protocol(name, known, article) for name in PROTOCOLS})
    assert first["theirs"] == "1,133 milliseconds for 100,000 elements"
    assert first[BENCH].endswith(" for Contacts/text_1000") and first[PUBLISHED].endswith(" for the program contacts")

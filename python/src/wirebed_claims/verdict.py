"""A verdict: what a claim's rule says under each protocol, and which switches make it say something else."""

from collections.abc import Iterator
from dataclasses import dataclass

from wirebed_claims import rules
from wirebed_claims.claim import Article, Claim, Switch
from wirebed_claims.decision import Decision
from wirebed_claims.protocols import BENCH, NO_SWITCH, PUBLISHED, Protocol
from wirebed_claims.results import Results

HELD, PUBLISHED_ONLY, FLIPPED = "held", "held in the published protocol only", "flipped"
UNDECIDABLE = "not decidable"
VERDICTS = (HELD, PUBLISHED_ONLY, FLIPPED, UNDECIDABLE)


@dataclass(frozen=True)
class Flip:
    """A switch with which the rule says the contrary, under one protocol."""

    switch: str
    protocol: str
    decision: Decision


@dataclass(frozen=True)
class Verdict:
    article: Article
    claim: Claim
    decisions: dict[str, Decision]  # by protocol; a claim without a time has one
    flips: tuple[Flip, ...]
    tried: tuple[str, ...]  # the switches that were tried

    @property
    def word(self) -> str:
        published, bench = self.decisions.get(PUBLISHED), self.decisions[BENCH]
        if bench.holds is None or (published and published.holds is None):
            return UNDECIDABLE
        if bench.holds:
            return HELD
        return PUBLISHED_ONLY if published and published.holds else FLIPPED

    @property
    def near(self) -> list[str]:
        """The protocols under which the figure is near the boundary of the rule."""
        return [name for name, one in self.decisions.items() if one.holds is not None and one.near]

    @property
    def deciding(self) -> Decision:
        """The decision whose figure stands beside the verdict."""
        undecided = [one for one in self.decisions.values() if one.holds is None]
        return undecided[0] if undecided else self.decisions[BENCH]


def verdicts(articles: list[Article], results: Results) -> list[Verdict]:
    return [verdict(article, claim, results) for article in articles for claim in article.claims]


def verdict(article: Article, claim: Claim, results: Results) -> Verdict:
    decisions = {name: _decision(article, claim, results, name) for name in claim.protocols}
    flips, tried = [], []
    for switch, name, decision in _switched(article, claim, results):
        tried.append(switch.name)
        before = decisions[name].holds
        if decision.holds is not None and before is not None and decision.holds != before:
            flips.append(Flip(switch.name, name, decision))
    return Verdict(article, claim, decisions, tuple(flips), tuple(dict.fromkeys(tried)))


def _switched(article, claim, results) -> Iterator[tuple[Switch, str, Decision]]:
    """The decision with each switch, under each protocol that has it. What was not measured says nothing."""
    for switch in claim.switches:
        for name in claim.protocols:
            # The bytes of a claim without a time are those of the published programs, where a switch is one of theirs.
            own = switch.published if name == PUBLISHED or PUBLISHED not in claim.protocols else switch.rows
            if own or switch.workload or switch.transport or switch.bind:
                decision = _decision(article, claim, results, name, switch)
                if decision.holds is not None:
                    yield switch, name, decision


def _decision(article, claim, results, name: str, switch: Switch = NO_SWITCH) -> Decision:
    return rules.decide(claim.rule, Protocol(name, results, article, switch))

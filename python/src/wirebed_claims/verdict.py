"""A verdict: the word that the decisions under each protocol lead to, and what a switch changes.

A decision may leave several answers possible. There is a word only where all that is possible leads to the same one, so
that two runs that differ by noise do not contradict each other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirebed.view.outcome import DIFFERS, EXACT, IN_PART, NOT_AT_ALL, UNSUPPORTED
from wirebed_claims import own_figures, rules
from wirebed_claims.claim import Article, Claim
from wirebed_claims.decision import Answer, Decision
from wirebed_claims.protocols import BENCH, PUBLISHED, Protocol
from wirebed_claims.results import Results

HELD, IN_DIRECTION, REFUTED = "held", "held in direction, not in size", "refuted"
PUBLISHED_ONLY, UNDECIDED, NOT_MEASURED = "only as published", "undecided by this run", "not measured"
# Each with the sign and the style of the outcome that is most like it.
VERDICTS = {
    HELD: EXACT,
    IN_DIRECTION: IN_PART,
    REFUTED: DIFFERS,
    PUBLISHED_ONLY: IN_PART,
    UNDECIDED: NOT_AT_ALL,
    NOT_MEASURED: UNSUPPORTED,
}
# What a verdict says of the clause on which it depends. Where nothing is decided, the decision says why.
SENTENCES = {
    HELD: "It holds that {}.",
    IN_DIRECTION: "It does not hold that {}, but the ratio is {} 1, as the claim says.",
    REFUTED: "It does not hold that {}.",
    PUBLISHED_ONLY: "Measured as it should be, it does not hold that {}. Measured as published, it does.",
}
# Of `held`, where the clause is a part of the rule.
ALL_PARTS = "All parts of the rule hold, such as that {}."


@dataclass(frozen=True)
class Switched:
    """The decision with a switch, under a protocol that knows it."""

    switch: str
    protocol: str
    decision: Decision
    changes: bool  # whether both are decided, and the rule says something else


@dataclass(frozen=True)
class Verdict:
    article: Article
    claim: Claim
    decisions: Mapping[str, Decision]  # by protocol; a claim without a time has one
    switched: tuple[Switched, ...] = ()
    beside: Sequence[Mapping[str, str]] = ()  # the article's figures that the rule compares, and ours

    @property
    def word(self) -> str:
        bench, published = self.decisions[BENCH], self.decisions.get(PUBLISHED)
        others = published.possible if published else {Answer.NO}
        words = {_word(answer, other) for answer in bench.possible for other in others}
        if len(words) == 1:
            return words.pop()
        return NOT_MEASURED if self.deciding.missing else UNDECIDED

    @property
    def protocol(self) -> str:
        """The protocol on which the word depends. Where the published one alone says yes, the other one has the part of
        the rule that fails."""
        published = self.decisions.get(PUBLISHED)
        is_open = published is not None and published.answer is None and Answer.YES in published.possible
        return PUBLISHED if is_open and self.decisions[BENCH].answer is Answer.NO else BENCH

    @property
    def deciding(self) -> Decision:
        return self.decisions[self.protocol]


def _word(bench: Answer, published: Answer) -> str:
    """How a rule is decided as it should be measured counts first. The published protocol counts where that says no."""
    if bench is not Answer.NO:
        return HELD if bench is Answer.YES else IN_DIRECTION
    return PUBLISHED_ONLY if published is Answer.YES else REFUTED


def verdict(article: Article, claim: Claim, results: Results) -> Verdict:
    protocols = {name: Protocol(name, results, article) for name in claim.protocols}
    decisions = {name: rules.decide(claim.rule, protocol) for name, protocol in protocols.items()}
    found = Verdict(article, claim, decisions)
    is_decided = found.word not in (UNDECIDED, NOT_MEASURED)
    switched = []
    for switch, name, decision in _switched(article, claim, results):
        answers = decision.answer, decisions[name].answer
        changes = is_decided and None not in answers and answers[0] is not answers[1]
        switched.append(Switched(switch, name, decision, changes))
    return Verdict(article, claim, decisions, tuple(switched), own_figures.beside(article, claim, protocols))


def _switched(article: Article, claim: Claim, results: Results) -> Iterator[tuple[str, str, Decision]]:
    """The decision with each switch, under each protocol that has it."""
    for switch in claim.switches:
        for name in claim.protocols:
            # The bytes of a claim without a time are those of the published programs, where a switch is one of theirs.
            own = switch.published if name == PUBLISHED or PUBLISHED not in claim.protocols else switch.rows
            if own or switch.workload or switch.transport or switch.bind or switch.persons:
                yield switch.name, name, rules.decide(claim.rule, Protocol(name, results, article, switch))

"""Which verdicts of a run are not those that are checked in.

Two runs contradict each other where both decide a claim by the same rule, and not alike. Where one of them leaves it
open, they do not. On another processor that need not be noise: its ratios may be others.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from wirebed_claims import rules
from wirebed_claims.bounds import CLEAR, NONE
from wirebed_claims.cells import Cells
from wirebed_claims.claim import Article, Claim
from wirebed_claims.programs import Warns
from wirebed_claims.verdict import NOT_MEASURED, UNDECIDED
from wirebed_costs.statistics import ENOUGH_PROCESSES

_OPEN = (UNDECIDED, NOT_MEASURED)


EARLIER = "Decided by an earlier rule."
# The header of claims.jsonl and the lines of its claims.
Run = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]


def sentences(before: Run, now: Run) -> Iterator[str]:
    """How many verdicts are the same, and a line for each other one; nothing where none are checked in."""
    old = {row["claim"]: row for row in before[1]}
    both = [(old[row["claim"]], row) for row in now[1] if row["claim"] in old]
    differ = [(was, row) for was, row in both if was["verdict"] != row["verdict"]]
    if not both:
        return
    decided = [pair for pair in differ if not any(row["verdict"] in _OPEN for row in pair)]
    contradict = [(was, row) for was, row in decided if _is_by_the_same(was, row)]
    yield (
        f"{len(both) - len(differ)} of {len(both)} verdicts are the same as those that are checked in. "
        f"Contradictions: {len(contradict) or 'none'}."
    )
    processor, other = (run[0]["machine"]["cpu"] for run in (now, before))
    if processor != other:
        yield f"The verdicts that are checked in were measured on {other}, those of this run on {processor}."
    for was, row in differ:
        by = "" if _is_by_the_same(was, row) else ", by another rule"
        yield f"  {row['claim']}: {was['verdict']}, now {row['verdict']}{by}"
        if (was, row) in contradict:
            yield f"    a contradiction: {was['ours']}, now {row['ours']}"


def noted(rows: Iterable[Mapping[str, Any]], articles: Iterable[Article]) -> list[dict[str, Any]]:
    """The lines of claims, of which those say so whose rule is another today."""
    digests = {claim.id: digest(article, claim) for article in articles for claim in article.claims}
    return [
        {**row, "why": row["why"] if digests.get(row["claim"]) == row.get("digest") else f"{EARLIER} {row['why']}"}
        for row in rows
    ]


def digest(article: Article, claim: Claim) -> str:
    """Of what decides a claim: its rule without words, the systems and values that the rule names, and the limits of
    what is near a bound and of how many processes are enough."""
    quantities = rules.on_quantities(claim.rule)
    named = [
        (article.systems[one.system], article.workloads.get(one.workload or ""))
        for rule in quantities
        for one in rule.quantities
    ]
    basis = (_without_words(claim.rule), claim.protocols, named, NONE, CLEAR, ENOUGH_PROCESSES)
    return hashlib.sha256(msgspec.json.encode(basis, order="deterministic")).hexdigest()[:16]


def _without_words(rule: rules.Rule) -> rules.Rule:
    if isinstance(rule, rules.All):
        return replace(rule, rules=tuple(map(_without_words, rule.rules)))
    return replace(rule, words="") if isinstance(rule, Cells | Warns) else rule


def _is_by_the_same(was: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    return was.get("digest") == row["digest"]

"""Which verdicts of a run are not those that are checked in.

Two runs contradict each other where both decide a claim by the same rule, and not alike. Where one of them leaves it
open, they do not. On another processor that need not be noise: its ratios may be others.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wirebed_claims.claim import Article
from wirebed_claims.verdict import NOT_MEASURED, UNDECIDED

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
    contradict = [(was, row) for was, row in decided if was["rule"] == row["rule"]]
    yield (
        f"{len(both) - len(differ)} of {len(both)} verdicts are the same as those that are checked in. "
        f"Contradictions: {len(contradict) or 'none'}."
    )
    processor, other = (run[0]["machine"]["cpu"] for run in (now, before))
    if processor != other:
        yield f"The verdicts that are checked in were measured on {other}, those of this run on {processor}."
    for was, row in differ:
        by = "" if was["rule"] == row["rule"] else ", by another rule"
        yield f"  {row['claim']}: {was['verdict']}, now {row['verdict']}{by}"
        if (was, row) in contradict:
            yield f"    a contradiction: {was['ours']}, now {row['ours']}"


def noted(rows: Iterable[Mapping[str, Any]], articles: Iterable[Article]) -> list[dict[str, Any]]:
    """The lines of claims, of which those say so whose rule reads otherwise today."""
    rules = {claim.id: claim.rule.clause for article in articles for claim in article.claims}
    return [
        {**row, "why": row["why"] if rules.get(row["claim"]) == row["rule"] else f"{EARLIER} {row['why']}"}
        for row in rows
    ]

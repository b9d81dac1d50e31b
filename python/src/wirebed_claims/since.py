"""Which verdicts of a run are not those that are checked in.

Two runs contradict each other where both decide a claim, and not alike. Where one of them leaves it open, they do not.
On another processor that need not be noise: its ratios may be others.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wirebed_claims.verdict import NOT_MEASURED, UNDECIDED

_OPEN = (UNDECIDED, NOT_MEASURED)


# The header of claims.jsonl and the lines of its claims.
Run = tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]


def sentences(before: Run, now: Run) -> Iterator[str]:
    """How many verdicts are the same, and a line for each other one; nothing where none are checked in."""
    old = {row["claim"]: row for row in before[1]}
    both = [(old[row["claim"]], row) for row in now[1] if row["claim"] in old]
    differ = [(was, row) for was, row in both if was["verdict"] != row["verdict"]]
    if not both:
        return
    contradict = [pair for pair in differ if not any(row["verdict"] in _OPEN for row in pair)]
    yield (
        f"{len(both) - len(differ)} of {len(both)} verdicts are the same as those that are checked in. "
        f"Contradictions: {len(contradict) or 'none'}."
    )
    processor, other = (run[0]["machine"]["cpu"] for run in (now, before))
    if processor != other:
        yield f"The verdicts that are checked in were measured on {other}, those of this run on {processor}."
    for was, row in differ:
        yield f"  {row['claim']}: {was['verdict']}, now {row['verdict']}"
        if (was, row) in contradict:
            yield f"    a contradiction: {was['ours']}, now {row['ours']}"

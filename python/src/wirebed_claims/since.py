"""Which verdicts of a run are not those that are checked in.

Two runs contradict each other where both decide a claim, and not alike. Where one of them leaves it open, they do not.
"""

from collections.abc import Iterator, Mapping, Sequence

from wirebed_claims.verdict import NOT_MEASURED, UNDECIDED

_OPEN = (UNDECIDED, NOT_MEASURED)


def sentences(before: Sequence[Mapping], now: Sequence[Mapping]) -> Iterator[str]:
    """How many verdicts are the same, and a line for each other one; nothing where none are checked in."""
    old = {row["claim"]: row["verdict"] for row in before}
    both = [(row["claim"], old[row["claim"]], row["verdict"]) for row in now if row["claim"] in old]
    differ = [(claim, was, word) for claim, was, word in both if was != word]
    if not both:
        return
    contradict = [claim for claim, *words in differ if not set(words) & set(_OPEN)]
    yield (
        f"{len(both) - len(differ)} of {len(both)} verdicts are the same as those that are checked in. "
        f"Contradictions: {len(contradict) or 'none'}."
    )
    for claim, was, word in differ:
        yield f"  {claim}: {was}, now {word}{', a contradiction' if claim in contradict else ''}"

"""What a run makes of a baseline: numbers fall by themselves, and rise only where somebody accepts it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from wirebed.bed import glob
from wirebed.errors import no_match
from wirebed.state.baseline import BaselineEntry, Entries, FactCount


@dataclass(frozen=True)
class Update:
    entries: Entries
    plus: int  # cells
    minus: int
    refused: list[FactCount]  # what is new and not accepted, with the number of the cells beyond those that are


def updated(old: Entries, standing: Iterable[FactCount], accept: str | None = None, accept_new: bool = False) -> Update:
    """`standing`: what a whole run shows. `accept`: a glob of names. `accept_new` accepts everything, but no more cells
    for an entry with a reason, which somebody gave to those that it had."""
    entries, plus, minus, refused = dict(old), 0, 0, list[FactCount]()
    for count in standing:
        entry = old.get(count.fact) or BaselineEntry(count.fact, 0)
        more = count.cells - entry.cells
        named = bool(accept) and glob.matches(count.fact.name, accept)
        if more > 0 and not named and not (accept_new and entry.reason is None):
            refused.append(FactCount(count.fact, more))
            continue
        plus, minus = plus + max(more, 0), minus - min(more, 0)
        if count.cells:
            entries[count.fact] = replace(entry, cells=count.cells)
        else:
            entries.pop(count.fact, None)
    return Update(entries, plus, minus, refused)


def check(accept: str | None, old: Entries, standing: Iterable[FactCount]) -> None:
    """Raises UserError for a glob that takes nothing new."""
    new = [count.fact.name for count in standing if count.fact not in old or count.cells > old[count.fact].cells]
    if accept and not any(glob.matches(name, accept) for name in new):
        raise no_match("ACCEPT", accept, new)

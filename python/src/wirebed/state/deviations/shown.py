"""What rows have shown of entries. The rows of a run show what those of its works show, taken together."""

from dataclasses import dataclass, field

from wirebed.state.deviations.selectors import Pair


@dataclass
class Shown:
    pairs: dict[str, set[Pair]] = field(default_factory=dict)  # entry name -> the codecs of the cells that showed it
    contradicted: set[tuple[str, str]] = field(default_factory=set)  # an entry, and one that it held against
    # An entry, and a condition of it that was needed to keep something out.
    needed: set[tuple[str, str]] = field(default_factory=set)
    selected: set[str] = field(default_factory=set)  # the entries that select some cell, whatever is in it

    def add(self, other: "Shown") -> None:
        for name, pairs in other.pairs.items():
            self.pairs.setdefault(name, set()).update(pairs)
        self.contradicted |= other.contradicted
        self.needed |= other.needed
        self.selected |= other.selected


class Showing:
    """Whoever sees rows and knows what they show."""

    def __init__(self) -> None:
        self.whole = Shown()  # of all that was added

    def part(self) -> Shown:
        """What the rows have shown since this was asked before. Who asks adds it again, or leaves it out."""
        raise NotImplementedError

    def add(self, part: Shown) -> None:
        self.whole.add(part)

    @property
    def shown(self) -> Shown:
        """What all rows have shown."""
        self.add(self.part())
        return self.whole

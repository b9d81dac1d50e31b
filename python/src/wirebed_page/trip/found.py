"""The kinds of value that the search of the page finds: in which formats each is lost, and between which languages."""

from collections import Counter
from collections.abc import Iterator, Sequence

from wirebed.view.outcome import EXACT
from wirebed_page.section import Findable, address
from wirebed_page.trip.card import between_languages
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import joined
from wirebed_page.trip.squares import Squares, best


def findable(squares: Squares, kinds: Sequence[Kind]) -> Iterator[Findable]:
    """Each kind that goes from one language to another, with the two between which most formats lose it."""
    signs = between_languages(squares)
    for number, kind in enumerate(kinds):
        lost = [format for format, of_kinds in signs.items() if of_kinds.get(number, EXACT) != EXACT]
        words = f"not exact in {joined(lost)}" if lost else "exact in every format"
        for languages, _ in _losing(squares, number).most_common(1):
            yield Findable("kind", kind.name, f"{words}, between languages", address("trip", *languages))


def _losing(squares: Squares, number: int) -> Counter[tuple[str, str]]:
    """By the two languages, how many formats lose a kind."""
    losing: Counter[tuple[str, str]] = Counter()
    for trip, of_kinds in squares.items():
        if trip.writes != trip.reads and number in of_kinds:
            losing[trip.writes, trip.reads] += best(of_kinds[number]) != EXACT
    return losing

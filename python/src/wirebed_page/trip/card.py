"""The card of the start page: how many kinds of value arrive, and in which formats most do."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from wirebed.peers.codecs import format_order
from wirebed.view.outcome import EXACT, SIGNS
from wirebed_page.section import Card
from wirebed_page.trip.languages import joined
from wirebed_page.trip.squares import Squares, best, worst

LINK = "#/trip"
_QUESTION = "What survives the trip?"


def card(squares: Squares, findings: int) -> Card:
    """`findings`: the number of sentences, which stands there where no case holds a kind."""
    signs = between_languages(squares)
    if not signs:
        return Card("What survives?", _QUESTION, f"{findings:,} findings, each in a sentence.", LINK)
    return Card(
        "What survives?",
        _QUESTION,
        _answer(signs),
        LINK,
        {format: _row(of_kinds) for format, of_kinds in signs.items()},
        noun="kind",
    )


def between_languages(squares: Squares) -> dict[str, dict[int, str]]:
    """Format -> kind -> the sign with the codecs that lose least, the worst of any two different languages."""
    by_format: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for trip, of_kinds in squares.items():
        if trip.writes != trip.reads:
            for number, readings in of_kinds.items():
                by_format[trip.format][number].append(best(readings))
    return {
        format: {number: worst(signs) for number, signs in by_format[format].items()}
        for format in sorted(by_format, key=format_order)
    }


def _answer(signs: Mapping[str, Mapping[int, str]]) -> str:
    kinds = {number for of_kinds in signs.values() for number in of_kinds}
    everywhere = [kind for kind in kinds if all(of.get(kind, EXACT) == EXACT for of in signs.values())]
    exact = {format: sum(sign == EXACT for sign in of_kinds.values()) for format, of_kinds in signs.items()}
    most = max(exact.values())
    leading = [format for format, number in exact.items() if number == most]
    arrive = "arrives" if len(everywhere) == 1 else "arrive"
    formats = "the only format" if len(signs) == 1 else f"all {len(signs)} formats"
    return (
        f"For each kind of value we take the writer and the reader that lose least. {len(everywhere)} of {len(kinds)} "
        f"kinds then {arrive} exactly in {formats}, between any two languages that have the format. "
        f"{joined(leading)} {'carries' if len(leading) == 1 else 'carry'} the most kinds: {most}."
    )


def _row(of_kinds: Mapping[int, str]) -> Sequence[tuple[str, str, int]]:
    counts = Counter(of_kinds.values())
    return [(sign.words, sign.sign, counts[sign.sign]) for sign in SIGNS.values() if counts[sign.sign]]

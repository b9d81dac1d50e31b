"""`wirebed fuzz` with SCHEMAS=1: random pairs of schemas, whose verdicts have to agree with each other."""

from collections.abc import Callable, Iterator, Sequence

from wirebed.errors import UserError
from wirebed_build.progress import Progress
from wirebed_fuzz.schemas.answers import Answer, differing
from wirebed_fuzz.schemas.ask import PLACE, Asked
from wirebed_fuzz.schemas.pair import Pair, draw_pairs
from wirebed_fuzz.schemas.plan import Difference, Found, ask
from wirebed_fuzz.schemas.report import Report, Told
from wirebed_fuzz.schemas.shrink import shrunk
from wirebed_fuzz.schemas.together import compared, singles

PAIRS, COMPILED = 300, 60
_MOST = {"undecided": 10, "together": 10, "compiled": 3}  # disagreements whose smallest pair is looked for

# The words of a disagreement that a pair shows, from asking some pairs.
Telling = Callable[[Sequence[Pair]], Sequence[Sequence[str]]]


def main(seed: int, pairs: int = PAIRS, compiled: int = COMPILED) -> int:
    """The exit code: 0 all verdicts agree, 1 otherwise, 3 where not all was asked."""
    if compiled > pairs:
        raise UserError(f"COMPILED={compiled} is more than PAIRS={pairs}")
    found, told = ask(draw_pairs(seed, pairs), compiled), list[Told]()
    listed = list(_listed(found))
    report = Report(found, told, seed)
    try:
        for each in _told(listed):
            told.append(each)
    except KeyboardInterrupt:
        # All pairs were asked. An interruption leaves no time to look for smaller ones.
        told.extend(Told(what, pair, words, None) for what, pair, words in listed[len(told) :])
        report.write()
        raise
    return report.write()


def _told(listed: Sequence[tuple[str, Pair, list[str]]]) -> Iterator[Told]:
    left = dict(_MOST)
    with Progress("disagreements", len(listed)) as bar:
        for what, pair, words in listed:
            left[what] -= 1
            bar.note(f"{what}, {pair.name}: {'; '.join(words)}")
            yield Told(what, pair, words, _smallest(what, pair, words) if left[what] >= 0 else None)
            bar.advance(1)


def _listed(found: Found) -> Iterator[tuple[str, Pair, list[str]]]:
    """Each pair with its disagreements of one sort."""
    undecided, differences, together = list(found.undecided), list(found.differences), list(found.together)
    for pair in found.pairs:
        words = {
            "undecided": [text for of, text in undecided if of is pair],
            "compiled": [str(each) for each in differences if each.pair is pair],
            "together": [str(each) for each in together if each.pair is pair and not each.why],
        }
        yield from ((what, pair, lines) for what, lines in words.items() if lines)


def _smallest(what: str, pair: Pair, words: Sequence[str]) -> Pair:
    tell = _TELLING[what]

    def shows(tried: Sequence[Pair]) -> list[bool]:
        return [words[0] in told for told in tell(tried)] if tried else []

    return shrunk(pair, shows, fewer_edits=what != "together")


def _undecided(pairs: Sequence[Pair]) -> list[list[str]]:
    answers = Asked(pairs, PLACE / "shrink").answers
    return [answers[pair.name].undecided for pair in pairs]


def _compiled(pairs: Sequence[Pair]) -> list[list[str]]:
    both = [Asked(pairs, PLACE / f"shrink_{full}", compiled=full).answers for full in (False, True)]
    return [
        [str(Difference(pair, *each)) for each in differing(*(answers[pair.name] for answers in both))]
        for pair in pairs
    ]


def _together(pairs: Sequence[Pair]) -> list[list[str]]:
    every = {pair.name: singles(pair) for pair in pairs}
    asked = [*pairs, *(single for alone in every.values() for single in alone)]
    answers: dict[str, Answer] = Asked(asked, PLACE / "shrink").answers
    return [
        [str(each) for each in compared(pair, answers[pair.name], [answers[one.name] for one in every[pair.name]])]
        for pair in pairs
    ]


_TELLING: dict[str, Telling] = {"undecided": _undecided, "compiled": _compiled, "together": _together}

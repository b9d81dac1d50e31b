"""What is lost between two languages, one sentence for each format: the answers of the start page."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wirebed.report.phrases import number
from wirebed.view.outcome import EXACT
from wirebed_costs.figures.round_trips import is_layout
from wirebed_page.section import Answer, address
from wirebed_page.trip.document import title
from wirebed_page.trip.findings import Trip
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import joined
from wirebed_page.trip.squares import Reading, Squares, best

_NAMED = 3  # of the kinds that tie
_ARRIVE = "kinds of value arrive"


class _OfFormat(NamedTuple):
    """How many of the kinds no pair of a writer and a reader keeps, and their names. Sorted, the formats that lose
    least come first."""

    lost: int
    format: str
    kinds: int
    names: Sequence[str]

    @property
    def kept(self) -> int:
        return self.kinds - self.lost

    @property
    def sentence(self) -> str:
        if not self.lost:
            return f"{'the only kind of value arrives' if self.kinds == 1 else f'all {self.kinds} {_ARRIVE}'} exactly."
        arrive = f"{self.kept} of {self.kinds} {_ARRIVE}{'s' * (self.kept == 1)} exactly"
        return f"{arrive}. {'This one does' if self.lost == 1 else 'These do'} not: {'; '.join(self.names)}."


def answers(squares: Squares, kinds: Sequence[Kind]) -> list[Answer]:
    """For each two different languages, in their order, and each format that people use."""
    used = {trip: of for trip, of in squares.items() if trip.writes != trip.reads and not _is_layout(of)}
    pairs = sorted({(trip.writes, trip.reads) for trip in used})
    return [_answer(*pair, sorted(_formats(used, kinds, *pair))) for pair in pairs]


def _is_layout(of_kinds: Mapping[int, list[Reading]]) -> bool:
    """Whether every codec of the format is a layout of this bed."""
    pairs = (pair for readings in of_kinds.values() for reading in readings for pair in reading.pairs)
    return all(is_layout(codec) for pair in pairs for codec in pair)


def _answer(writes: str, reads: str, formats: Sequence[_OfFormat]) -> Answer:
    parts = [(of.format, _link(writes, reads, of.format), of.sentence) for of in formats]
    return Answer(title(writes, reads), _link(writes, reads), _summary(formats), parts)


def _summary(formats: Sequence[_OfFormat]) -> str:
    """`most often lost: NaN, in 2 of 3 formats; of 42 kinds: protobuf 42, xml 41, json 32`."""
    losing = Counter(name for of in formats for name in of.names)
    return "; ".join([*_most_often(losing, len(formats)), _counted(formats)])


def _most_often(losing: Counter[str], formats: int) -> Iterator[str]:
    """The kinds that most formats lose, which are often several."""
    most = max(losing.values(), default=0)
    names = [name for name, lost in losing.items() if lost == most]
    if names:
        more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED else []
        yield f"most often lost: {joined(names[:_NAMED] + more)}, in {most} of {number(formats, 'format')}"


def _counted(formats: Sequence[_OfFormat]) -> str:
    numbers = {of.kinds for of in formats}
    if len(numbers) == 1:
        return f"of {number(numbers.pop(), 'kind')}: {', '.join(f'{of.format} {of.kept}' for of in formats)}"
    return ", ".join(f"{of.format} {of.kept} of {of.kinds}" for of in formats)


def _formats(squares: Squares, kinds: Sequence[Kind], writes: str, reads: str) -> Iterator[_OfFormat]:
    for trip, of_kinds in squares.items():
        if (trip.writes, trip.reads) == (writes, reads):
            yield _of_format(trip, of_kinds, kinds)


def _of_format(trip: Trip, of_kinds: Mapping[int, list[Reading]], kinds: Sequence[Kind]) -> _OfFormat:
    lost = [kinds[kind].name for kind, readings in of_kinds.items() if best(readings) != EXACT]
    return _OfFormat(len(lost), trip.format, len(of_kinds), lost)


def _link(*parts: str) -> str:
    return address("trip", *parts)

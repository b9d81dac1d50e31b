"""Which library is the smallest and which the fastest for a value, in one language or in all.

Bytes are those of all codecs but layouts. Times are from and to the plain object (wirebed_costs.figures.round_trips).
Two times of which neither is known to be the longer one are no order. So every codec whose interval reaches that of the
fastest is named beside it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wirebed.bed.codec_id import format_of, library_of, peer_of
from wirebed_costs.figures import round_trips
from wirebed_costs.figures.round_trips import DIRECTIONS, Kind, RoundTrip
from wirebed_costs.figures.rows import LANGUAGES, Rows

BOTH = "both"
_MOST = 3  # formats in a sentence


@dataclass(frozen=True)
class Best:
    """The least figure, in bytes or nanoseconds, and the codecs that have it; that of the figure is the first. `among`:
    how many codecs have such a figure."""

    figure: float
    codecs: list[str]
    among: int


def smallest(rows: Rows, case: str, codecs: Iterable[str]) -> Best | None:
    sizes = {codec: size for codec in codecs if (size := rows.size(case, codec)) is not None}
    least = min(sizes.values(), default=None)
    return None if least is None else Best(least, [codec for codec, size in sizes.items() if size == least], len(sizes))


def fastest(trips: Iterable[RoundTrip], directions: Sequence[str]) -> Best | None:
    """By the sum of these directions, among the codecs that have all of them."""
    times = []
    for trip in trips:
        timed = [summary for direction in directions if (summary := trip.summary(direction))]
        if len(timed) == len(directions):
            parts = (sum(getattr(figure, part) for figure in timed) for part in ("mean", "low", "high"))
            times.append((*parts, trip.codec))
    if not times:
        return None
    mean, _, high, first = min(times)
    rivals = [codec for _, low, _, codec in sorted(times) if low <= high and codec != first]
    return Best(mean, [first, *rivals], len(times))


def of_case(rows: Rows, case: str) -> dict[str, dict[str, Best]]:
    """Language -> what -> the best. All languages are under "" and have only `size`: nanoseconds of two do not rank."""
    winners = {"": {"size": smallest(rows, case, codecs(rows, case))}}
    kinds = {**{direction: (direction,) for direction in DIRECTIONS}, BOTH: DIRECTIONS}
    for language in LANGUAGES:
        plain = [trip for trip in round_trips.of(rows, case, language) if trip.kind is Kind.PLAIN]
        winners[language] = {name: fastest(plain, directions) for name, directions in kinds.items()}
        winners[language]["size"] = smallest(rows, case, codecs(rows, case, language))
    present = {language: {what: best for what, best in bests.items() if best} for language, bests in winners.items()}
    return {language: bests for language, bests in present.items() if bests}


def codecs(rows: Rows, case: str, language: str | None = None) -> list[str]:
    """The codecs of libraries with a size or a time, in one language or in all."""
    sized = [size["codec"] for size in rows.sizes(case)]
    timed = [codec for name in LANGUAGES for codec in rows.codecs(case, name)]
    every = dict.fromkeys([*sized, *timed])
    listed = [codec for codec in every if language in (None, rows.language.get(peer_of(codec)))]
    return [codec for codec in listed if not round_trips.is_layout(codec)]


def sentence(case: str, by_language: Mapping[str, Mapping[str, Best]]) -> str:
    """The smallest of all, and the fastest to write and read in each language."""
    parts = []
    if size := by_language.get("", {}).get("size"):
        who = names(size.codecs, "and")
        parts.append(
            f"For {case}, the fewest bytes of {size.among} codecs of libraries are those of {who}: {size.figure:,}."
        )
    fast = [
        f"in {language} {names(both.codecs, 'or')} (of {both.among})"
        for language, bests in by_language.items()
        if (both := bests.get(BOTH))
    ]
    if fast:
        parts.append(f"The fastest to write and read it, from and to the plain object: {'; '.join(fast)}.")
    return " ".join(parts)


def names(codecs: Sequence[str], last: str) -> str:
    """`protobuf/upb or raw (unsafe or varhandle)`; of many formats the first ones."""
    libraries: dict[str, list[str]] = {}
    for codec in codecs:
        libraries.setdefault(format_of(codec), []).append(library_of(codec))
    shown = [
        f"{format} ({_joined(listed, last)})" if len(listed) > 1 else f"{format}/{listed[0]}"
        for format, listed in ((format, list(dict.fromkeys(listed))) for format, listed in libraries.items())
    ]
    if len(shown) > _MOST:
        shown = [*shown[: _MOST - 1], f"{len(shown) - _MOST + 1} more formats"]
    return _joined(shown, last)


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))

"""Which library is the smallest and which the fastest for a value, in one language or in all.

Bytes are those of all codecs but layouts. Times are from and to the plain object (wirebed_costs.figures.round_trips).
Two times of which neither is known to be the longer one are no order. So every codec whose interval reaches that of the
fastest is named beside it. Other programs make a time longer by an unknown amount, so a codec whose time they disturbed
is named with a mark.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from wirebed.bed.codec_id import format_of, library_of, peer_of
from wirebed_costs.figures import round_trips
from wirebed_costs.figures.round_trips import DIRECTIONS, Kind, RoundTrip
from wirebed_costs.figures.rows import LANGUAGES, Rows
from wirebed_costs.wording import DISTURBED, own_libraries

BOTH = "both"
_LOSES = "≠"
_MEANINGS = {
    _LOSES: "marks a codec that reads another value than was written",
    DISTURBED: "marks a codec of whose time other programs disturbed a process",
}
_MOST = 3  # formats in a sentence


@dataclass(frozen=True)
class Named:
    """A codec and the signs behind its name."""

    codec: str
    signs: str = ""

    @property
    def library(self) -> str:
        return library_of(self.codec) + f" {self.signs}" * bool(self.signs)


@dataclass(frozen=True)
class Best:
    """The least figure, in bytes or nanoseconds, and the codecs that have it; that of the figure is the first. `among`:
    how many codecs have such a figure."""

    figure: float
    codecs: list[Named]
    among: int


def smallest(rows: Rows, case: str, codecs: Iterable[str]) -> Best | None:
    sizes = {codec: size for codec in codecs if (size := rows.size(case, codec)) is not None}
    if not sizes:
        return None
    least = min(sizes.values())
    losing = {row["codec"] for row in rows.plain if row["case"] == case and row["loses"]}
    named = [Named(codec, _LOSES * (codec in losing)) for codec, size in sizes.items() if size == least]
    return Best(least, named, len(sizes))


def fastest(trips: Iterable[RoundTrip], directions: Sequence[str]) -> Best | None:
    """By the sum of these directions, among the codecs that have all of them."""
    times = [(time, trip) for trip in trips if (time := trip.estimate(directions))]
    if not times:
        return None
    times.sort(key=lambda timed: (timed[0].mean, timed[1].codec))
    fastest, _ = times[0]
    _, high = fastest.interval()
    reaching = [_named(trip, directions) for time, trip in times if time is fastest or time.interval()[0] <= high]
    return Best(fastest.mean, reaching, len(times))


def _named(trip: RoundTrip, directions: Sequence[str]) -> Named:
    disturbed = any(map(trip.is_disturbed, directions))
    return Named(trip.codec, _LOSES * trip.loses + DISTURBED * disturbed)


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
    """The smallest of all, and the fastest to write and read in each language; what is to be known of the codecs, also
    of those that only the table of the page names."""
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
    named = [one for bests in by_language.values() for best in bests.values() for one in best.codecs]
    signs = {sign for one in named for sign in one.signs}
    parts += [f"{sign} {meaning}." for sign, meaning in _MEANINGS.items() if sign in signs]
    parts += [f"{words}." for words in own_libraries(one.codec for one in named)]
    return " ".join(parts)


def names(codecs: Sequence[Named], last: str) -> str:
    """`protobuf/upb or raw (unsafe or varhandle)`; of many formats the first ones."""
    libraries: dict[str, list[str]] = {}
    for one in codecs:
        libraries.setdefault(format_of(one.codec), []).append(one.library)
    shown = [
        f"{format} ({_joined(listed, last)})" if len(listed) > 1 else f"{format}/{listed[0]}"
        for format, listed in ((format, list(dict.fromkeys(listed))) for format, listed in libraries.items())
    ]
    if len(shown) > _MOST:
        shown = [*shown[: _MOST - 1], f"{len(shown) - _MOST + 1} more formats"]
    return _joined(shown, last)


def _joined(words: Sequence[str], last: str) -> str:
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))

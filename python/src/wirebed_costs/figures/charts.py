"""The charts of a result as Vega-Lite specs: size against time, multiples of a copy, articles' numbers.

Series differ by shape, dash or lightness as well as by colour, so that charts can be read in black and white.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wirebed.bed.codec_id import peer_of
from wirebed_costs import wording
from wirebed_costs.figures import article_bars, round_trips
from wirebed_costs.figures.round_trips import DIRECTIONS, RoundTrip
from wirebed_costs.figures.rows import LANGUAGES, Rows
from wirebed_costs.figures.spec import bars, interval, named_points
from wirebed_costs.others import is_disturbed
from wirebed_costs.statistics import ratio


@dataclass(frozen=True)
class Chart:
    name: str  # of its files
    spec: dict
    about: str
    codecs: Sequence[str]

    @property
    def peers(self) -> set[str]:
        return {peer_of(codec) for codec in self.codecs}


def of(rows: Rows) -> Iterator[Chart]:
    """Every chart for which the result has rows."""
    yield from size_time(rows, rows.cases())
    yield from multiples(rows)
    yield from articles(rows)


def size_time(rows: Rows, cases: Sequence[str]) -> Iterator[Chart]:
    """The bytes of every codec and the times to write and read them."""
    for case, language, trips in _tables(rows, cases):
        by_direction = {direction: _points(rows, case, trips, direction) for direction in DIRECTIONS}
        if any(len(points) > 1 for points in by_direction.values()):
            panels = [named_points(points, direction) for direction, points in by_direction.items()]
            yield Chart(
                f"size-time-{_file_part(case)}-{_file_part(language)}",
                {"title": f"{case} in {language}: size against time", "hconcat": panels},
                "Each point a codec, from and to the plain object or its own message, nothing reused; left and low is "
                "better. Lines: 95 % interval of the mean.",
                _codecs(trips),
            )


def _points(rows: Rows, case: str, trips: Sequence[RoundTrip], direction: str) -> list[dict]:
    measured = ((rows.size(case, trip.codec), trip.summary(direction), trip) for trip in trips)
    return [
        {
            "codec": trip.name,
            "words": trip.name + _mark(trip.is_disturbed(direction)),
            "bytes": size,
            "value": summary.mean,
            **interval(summary),
        }
        for size, summary, trip in measured
        if size and summary
    ]


def _mark(disturbed: bool) -> str:
    return f" {wording.DISTURBED}" if disturbed else ""


def _codecs(trips: Sequence[RoundTrip]) -> list[str]:
    return list(dict.fromkeys(trip.codec for trip in trips))


def multiples(rows: Rows) -> Iterator[Chart]:
    """The time of every codec as a multiple of the copy constructor's time: a panel for each kind of round trip, on the
    same axis, with the fastest first."""
    for case, language, trips in _tables(rows, rows.cases()):
        by_kind = {
            kind: [point for trip in of_kind for point in _multiples(rows, trip)]
            for kind, of_kind in groupby(trips, lambda trip: trip.kind)
        }
        panels = [
            bars(points, round_trips.HEADS[kind], "multiple of the copy's time", log=True)
            for kind, points in by_kind.items()
            if points
        ]
        if panels:
            title = f"{case} in {language}: times the copy constructor"
            yield Chart(
                f"copy-{_file_part(case)}-{_file_part(language)}",
                {"title": title, "vconcat": panels, "resolve": {"scale": {"x": "shared"}}},
                "Nanoseconds of two languages do not rank; multiples of a copy do. Lines: 95 % interval of the ratio.",
                _codecs(trips),
            )


def _multiples(rows: Rows, trip: RoundTrip) -> list[dict]:
    points = []
    for direction, row in trip.rows.items():
        if copy := rows.references.copy(row):
            times = ratio(row, copy)
            words = wording.number(times.value) + _mark(is_disturbed(row) or is_disturbed(copy))
            points.append(
                {"label": trip.name, "series": direction, "value": times.value, "words": words, **interval(times)}
            )
    return points


def articles(rows: Rows) -> Iterator[Chart]:
    """The numbers that the seed articles published beside ours; only the proportions can be compared."""
    for name, figure, drawn in article_bars.figures(rows):
        if len(drawn) < 2:  # a single bar compares nothing
            continue
        values = []
        for bar in drawn:
            for series, value in {**bar.published, "ours": bar.ours}.items():
                line = interval(bar) if series == "ours" else {}
                words = wording.number(value, 4) + _mark(series == "ours" and bar.disturbed)
                values.append({"label": bar.label, "series": series, "value": value, "words": words, **line})
        spec = bars(values, figure["title"], figure["unit"], log=figure["measure"] == "time")
        lines = "" if figure["measure"] == "size" else " Lines: 95 % interval of ours."
        codecs = list(dict.fromkeys(bar.codec for bar in drawn if bar.codec))
        yield Chart(f"article-{name}", spec, f"{figure['source']}. {figure['protocol']}{lines}", codecs)


def _tables(rows: Rows, cases: Sequence[str]) -> Iterator[tuple[str, str, list[RoundTrip]]]:
    """Case, language and round trips."""
    for case in cases:
        for language in LANGUAGES:
            yield case, language, round_trips.of(rows, case, language)


def _file_part(text: str) -> str:
    return text.replace("/", "-").replace("C++", "cpp").lower()

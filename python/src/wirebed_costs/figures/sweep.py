"""The numbers of the seven figures of seed S0 over n (X. Llorà 2009): Java's serialization, protobuf and XStream on n
texts and n numbers. Each population of texts in the result has its seven figures."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from wirebed_costs.figures.rows import Rows
from wirebed_costs.statistics import Ratio, Summary, ratio

SERIES = {
    "Java": "java:java-serial/jdk",
    "protobuf": "java:protobuf/protobuf-java",
    "XStream": "java:xml/xstream",
}
_CASE = re.compile(r"(?P<sweep>TargetObject\w*/\w+?)_(?P<n>\d+)$")
# The least number of values of n that make a curve.
CURVE = 3
# "Original size" of the article: an int and a reference each.
ORIGINAL = 8


def sweeps(rows: Rows) -> dict[str, dict[int, str]]:
    """{"TargetObject/shared": {100: case, …}} for each population with enough cases for a curve."""
    by_sweep: dict[str, dict[int, str]] = {}
    for case in rows.cases():
        if match := _CASE.match(case):
            by_sweep.setdefault(match["sweep"], {})[int(match["n"])] = case
    return {sweep: dict(sorted(cases.items())) for sweep, cases in by_sweep.items() if len(cases) >= CURVE}


def is_swept(rows: Rows, case: str) -> bool:
    """Whether a case is a point of a curve and not the largest one."""
    return any(case in cases.values() and case != list(cases.values())[-1] for cases in sweeps(rows).values())


@dataclass(frozen=True)
class SweepFigure:
    """One of the seven figures; `point` gives the value of a series at one case, or None."""

    name: str
    label: str
    point: Callable[[Rows, str, int, str], Summary | Ratio | float | None]
    logarithmic: bool = True


def figures(rows: Rows) -> Iterator[tuple[str, int, SweepFigure, dict[str, list[tuple]]]]:
    """The sweep, the number and the figure, and of each series its curve: (n, point) for each n that was measured."""
    for sweep, cases in sweeps(rows).items():
        for number, shown in enumerate(FIGURES, start=1):
            curves = {name: _curve(rows, shown, codec, cases) for name, codec in SERIES.items()}
            if any(len(curve) >= CURVE for curve in curves.values()):
                yield sweep, number, shown, curves


def _curve(rows: Rows, shown: SweepFigure, codec: str, cases: dict[int, str]) -> list[tuple]:
    points = ((n, shown.point(rows, codec, n, case)) for n, case in cases.items())
    return [point for point in points if point[1] is not None]


def value(point: Summary | Ratio | float) -> float:
    """The number of a point."""
    if isinstance(point, float):
        return point
    return point.mean if isinstance(point, Summary) else point.value


def _size(rows: Rows, codec: str, n: int, case: str) -> float | None:
    size = rows.size(case, codec)
    return None if size is None else float(size)


def _to_original(rows: Rows, codec: str, n: int, case: str) -> float | None:
    size = rows.size(case, codec)
    return None if size is None else size / (ORIGINAL * n)


def _time(operation: str) -> Callable:
    return lambda rows, codec, n, case: rows.summary(case, codec, operation)


def _to_java(operation: str) -> Callable:
    def point(rows: Rows, codec: str, n: int, case: str) -> Ratio | float | None:
        row, java = (rows.row(case, name, operation) for name in (codec, SERIES["Java"]))
        return (1.0 if row is java else ratio(row, java)) if row and java else None

    return point


def _to_decode(rows: Rows, codec: str, n: int, case: str) -> Ratio | None:
    encode, decode = (rows.row(case, codec, operation) for operation in ("encode", "decode"))
    return ratio(encode, decode) if encode and decode else None


FIGURES = (
    SweepFigure("size", "bytes", _size),
    SweepFigure("size-ratio", "bytes / 8n", _to_original, logarithmic=False),
    SweepFigure("serialize", "nanoseconds to serialize", _time("encode")),
    SweepFigure("serialize-ratio", "serialization time / Java's", _to_java("encode")),
    SweepFigure("deserialize", "nanoseconds to deserialize", _time("decode")),
    SweepFigure("deserialize-ratio", "deserialization time / Java's", _to_java("decode")),
    SweepFigure("ratio", "serialization time / deserialization time", _to_decode, logarithmic=False),
)

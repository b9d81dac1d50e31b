"""The numbers that the seed articles published (fixtures/bench/articles.yaml) beside ours, for whatever shows them.

The articles measured in other ways (cold processes, one timer around a thousand operations, machines and versions of
ten years ago): only the proportions can be compared, and whatever shows them says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from wirebed_costs import fixture
from wirebed_costs.figures.rows import Rows
from wirebed_costs.others import is_disturbed
from wirebed_costs.statistics import observed, total


@dataclass(frozen=True)
class Bar:
    """The published numbers, by year or edition, and ours with its interval, in the unit of the figure."""

    label: str
    published: dict[str, float]
    ours: float
    low: float
    high: float
    codec: str | None
    case: str
    disturbed: bool = False  # other programs disturbed one of our times


def figures(rows: Rows) -> Iterator[tuple[str, dict, list[Bar]]]:
    """The name and the entry of each figure, with those of its bars that the result has rows for."""
    for name, figure in fixture.read("articles", "figures")["figures"].items():
        yield name, figure, [bar for entry in figure["bars"] if (bar := _bar(rows, figure, entry)) is not None]


def _bar(rows: Rows, figure: dict, entry: dict) -> Bar | None:
    """The bar of an entry; None when the result lacks one of its rows."""
    codec, case = entry["codec"], entry.get("case") or figure["case"]
    published = entry["published"]
    published = published if isinstance(published, dict) else {"published": published}
    if figure["measure"] == "size":
        size = rows.size(case, codec)
        return Bar(entry["label"], published, size, size, size, codec, case) if size else None
    timed = [row for operation in entry["operations"] if (row := rows.row(case, codec, operation))]
    if len(timed) < len(entry["operations"]):
        return None
    time = total(list(map(observed, timed)))
    mean, low, high = (figure["nanoseconds"] * nanoseconds for nanoseconds in (time.mean, *time.interval()))
    return Bar(entry["label"], published, mean, low, high, codec, case, any(map(is_disturbed, timed)))

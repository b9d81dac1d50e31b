"""Draws size against time: the bytes of every codec and the times to write and read them, by case and language."""

from collections.abc import Iterator, Sequence

from matplotlib.figure import Figure

from wirebed.bed.codec_id import peer_of
from wirebed_costs import wording
from wirebed_costs.figures import style
from wirebed_costs.figures.rows import LANGUAGES, OPERATIONS, Rows
from wirebed_costs.figures.sweep import is_swept


def figures(rows: Rows, cases: Sequence[str] | None = None) -> Iterator[tuple[str, Figure, tuple]]:
    """The figures of these cases, or of all cases of the result."""
    for case in rows.cases() if cases is None else cases:
        for language in () if is_swept(rows, case) else LANGUAGES:
            codecs = rows.codecs(case, language)
            points = {operation: _points(rows, case, codecs, operation) for operation in OPERATIONS}
            if any(len(found) > 1 for found in points.values()):
                yield f"size-time-{file_part(case)}-{file_part(language)}", *_figure(rows, case, language, points)


def file_part(text: str) -> str:
    return text.replace("/", "-").replace("C++", "cpp").lower()


def _points(rows: Rows, case: str, codecs: list[str], operation: str) -> list[tuple]:
    """(bytes, summary, codec) of each codec that has both."""
    found = ((rows.size(case, codec), rows.summary(case, codec, operation), codec) for codec in codecs)
    return [point for point in found if None not in point]


def _figure(rows: Rows, case: str, language: str, points: dict[str, list[tuple]]) -> tuple[Figure, tuple]:
    height = style.height_for(max(map(len, points.values())))
    figure, axes = style.panels(2, 6.2, height, f"{case} in {language}: size against time")
    for operation, ax in zip(OPERATIONS, axes, strict=True):
        _panel(ax, operation, points[operation])
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    for operation, ax in zip(OPERATIONS, axes, strict=True):
        style.name_points(
            ax, [(size, summary.mean, wording.codec(codec)) for size, summary, codec in points[operation]]
        )
    codecs = sorted({codec for found in points.values() for _, _, codec in found})
    about = (
        "Each point a codec, prebuilt object, nothing reused; left and low is better. Bars: 95 % interval of the mean."
    )
    return figure, (about, codecs, {peer_of(codec) for codec in codecs})


def _panel(ax, operation: str, points: list[tuple]):
    for number, (size, summary, _) in enumerate(points):
        ax.errorbar(
            size, summary.mean, yerr=style.errors(summary), fmt=style.MARKERS[number % len(style.MARKERS)],
            color=style.COLOURS[number % len(style.COLOURS)], markeredgecolor="black", markersize=6, ecolor="black",
            elinewidth=0.9,
        )  # fmt: skip
    ax.set(title=operation, xlabel="bytes", ylabel="nanoseconds", xscale="log", yscale="log")
    ax.margins(0.08)
    style.plain_ticks(ax.xaxis)
    style.plain_ticks(ax.yaxis)

"""The look of the figures, and how they are saved: the same result gives the same SVG, byte for byte.

Markers and hatches distinguish the series, so that figures can be read in black and white. The names of points are in a
column at the right, so that none covers another.
"""

import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

# The colours of Okabe and Ito, which colour-blind readers can distinguish; each has another lightness.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "p", "h")
HATCHES = ("", "////", "....", "xxxx")
FILLS = ("#4d4d4d", "#ffffff", "#bdbdbd", "#e6e6e6")
_SETTINGS = {
    "svg.hashsalt": "wirebed",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 10,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "errorbar.capsize": 2.5,
    "figure.dpi": 120,
}
_CAPTION, _LINE = 7.5, 0.145  # points; inches a line
_METADATA = {"svg": {"Date": None, "Creator": "Wirebed"}, "png": {"Software": "Wirebed"}}
_LABEL = 8.0  # points


@contextmanager
def drawing() -> Iterator[None]:
    with matplotlib.rc_context(_SETTINGS):
        yield


def panels(columns: int, width: float, height: float, title: str) -> tuple[Figure, list[Axes]]:
    """A row of panels, each of this size in inches."""
    figure, axes = pyplot.subplots(1, columns, figsize=(columns * width, height + 0.5), squeeze=False)
    figure.suptitle(title, fontsize=12, x=0.01, ha="left")
    return figure, list(axes[0])


def save(figure: Figure, path: Path, caption: str, endings: Sequence[str] = tuple(_METADATA)):
    """<path>.svg and <path>.png, with the caption under the panels."""
    width, height = figure.get_size_inches()
    letters = int(width * 72 / (_CAPTION * 0.56))
    lines = [line for part in caption.split("\n") if part for line in textwrap.wrap(part, letters)]
    below = _LINE * (len(lines) + 1)
    figure.set_size_inches(width, height + below)
    figure.tight_layout(rect=(0, below / (height + below), 1, 0.99))
    figure.text(0.01, 0.05 / (height + below), "\n".join(lines), fontsize=_CAPTION, va="bottom", color="#333333")
    for ending in endings:
        figure.savefig(f"{path}.{ending}", metadata=_METADATA[ending])
    pyplot.close(figure)


def errors(summary) -> tuple[list[float], list[float]] | None:
    """The lengths of an error bar below and above the mean; None where the interval is unknown."""
    if not summary.low or summary.high == float("inf"):
        return None
    value = getattr(summary, "mean", None) or summary.value
    return [value - summary.low], [summary.high - value]


def height_for(labels: int, least: float = 3.6) -> float:
    """The inches that a panel needs for this many names below each other."""
    return max(least, 0.17 * labels + 0.9)


def plain_ticks(axis):
    """Ticks at 1, 2, 5, 10, … instead of powers."""
    axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=12))
    axis.set_major_formatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}")
    axis.set_minor_formatter(NullFormatter())


def name_points(axes: Axes, points: list[tuple[float, float, str]]):
    """Names points in a column right of the panel, each joined to its point by a thin line.

    The names are in the order of the points' heights, with as much space between them as they need. The limits of the
    axes must be final; the y axis is logarithmic.
    """
    height = axes.get_window_extent().height / axes.figure.dpi * 72
    to_axes = axes.transData + axes.transAxes.inverted()
    placed = sorted((to_axes.transform((x, y))[1], x, y, text) for x, y, text in points)
    heights = spread([one[0] for one in placed], 1.25 * _LABEL / height)
    for at, (_, x, y, text) in zip(heights, placed, strict=True):
        axes.annotate(
            text, (x, y), xytext=(1.06, at), textcoords=axes.transAxes, fontsize=_LABEL, va="center",
            arrowprops={"arrowstyle": "-", "color": "#999999", "linewidth": 0.5, "shrinkB": 3,
                        "relpos": (0, 0.5)},
            annotation_clip=False,
        )  # fmt: skip


def spread(heights: list[float], least: float) -> list[float]:
    """Sorted heights with gaps of at least `least`, each as near to its old place as its neighbours allow: a group of
    heights that touch is centred on the mean of their old places."""
    groups: list[list[float]] = []  # the old heights of each group
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _top(groups[-2], least) + least > _bottom(groups[-1], least):
            groups[-2:] = [groups[-2] + groups[-1]]
    return [_bottom(group, least) + least * number for group in groups for number in range(len(group))]


def _bottom(group: list[float], least: float) -> float:
    return sum(group) / len(group) - least * (len(group) - 1) / 2


def _top(group: list[float], least: float) -> float:
    return sum(group) / len(group) + least * (len(group) - 1) / 2

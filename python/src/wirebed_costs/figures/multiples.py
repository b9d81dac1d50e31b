"""Draws the time of every codec as a multiple of the copy constructor's time."""

from collections.abc import Iterator

from matplotlib.figure import Figure

from wirebed.bed.codec_id import peer_of
from wirebed_costs import wording
from wirebed_costs.figures import style
from wirebed_costs.figures.rows import LANGUAGES, OPERATIONS, Rows
from wirebed_costs.figures.size_time import file_part
from wirebed_costs.figures.sweep import is_swept
from wirebed_costs.statistics import ratio


def figures(rows: Rows) -> Iterator[tuple[str, Figure, tuple]]:
    for case in rows.cases():
        for language in () if is_swept(rows, case) else LANGUAGES:
            bars = _bars(rows, case, language)
            if bars:
                yield f"copy-{file_part(case)}-{file_part(language)}", *_figure(rows, case, language, bars)


def _bars(rows: Rows, case: str, language: str) -> list[tuple]:
    """(codec, {operation: Ratio}), the slowest last."""
    found = []
    for codec in rows.codecs(case, language):
        ratios = {}
        for operation in OPERATIONS:
            row = rows.row(case, codec, operation)
            copy = row and rows.references.copy(row)
            if copy:
                ratios[operation] = ratio(row, copy)
        if ratios:
            found.append((codec, ratios))
    return sorted(found, key=lambda bar: sum(one.value for one in bar[1].values()) / len(bar[1]))


def _figure(rows: Rows, case: str, language: str, bars: list[tuple]) -> tuple[Figure, tuple]:
    figure, (ax,) = style.panels(
        1, 8.5, style.height_for(2 * len(bars), 2.4), f"{case} in {language}: times the copy constructor"
    )
    for number, operation in enumerate(OPERATIONS):
        shown = [(at, ratios[operation]) for at, (_, ratios) in enumerate(bars) if operation in ratios]
        heights = [at + 0.38 * number - 0.19 for at, _ in shown]
        look = {"color": style.FILLS[number], "hatch": style.HATCHES[number], "edgecolor": "black", "linewidth": 0.6}
        ax.barh(heights, [one.value - 1 for _, one in shown], 0.36, left=1, label=operation, **look)
        for at, one in shown:
            ax.errorbar(one.value, at + 0.38 * number - 0.19, xerr=style.errors(one), fmt="none", ecolor="#D55E00")
    ax.set_xscale("log")
    ax.set_yticks(range(len(bars)), [wording.codec(codec) for codec, _ in bars])
    ax.invert_yaxis()
    ax.set_xlabel("multiple of the copy constructor's time")
    ax.axvline(1, color="black", linewidth=0.8)
    ax.grid(False, axis="y")
    style.plain_ticks(ax.xaxis)
    ax.legend(loc="upper right", frameon=True)
    codecs = [codec for codec, _ in bars]
    about = "Nanoseconds of two languages do not rank; multiples of a copy do. Bars: 95 % interval of the ratio."
    return figure, (about, codecs, {peer_of(codec) for codec in codecs})

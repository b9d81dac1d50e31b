"""Draws the numbers that the seed articles published (article_bars) beside ours. The caption says that only the
proportions can be compared."""

from collections.abc import Iterator

from matplotlib.figure import Figure

from wirebed.bed.codec_id import peer_of
from wirebed_costs import wording
from wirebed_costs.figures import article_bars, style
from wirebed_costs.figures.article_bars import Bar
from wirebed_costs.figures.rows import Rows


def figures(rows: Rows) -> Iterator[tuple[str, Figure, tuple]]:
    for name, one, bars in article_bars.figures(rows):
        if len(bars) > 1:  # a single bar compares nothing
            yield f"article-{name}", *_figure(rows, one, bars)


def _figure(rows: Rows, one: dict, bars: list[Bar]) -> tuple[Figure, tuple]:
    series = [*dict.fromkeys(name for bar in bars for name in bar.published), "ours"]
    figure, (ax,) = style.panels(1, 9, style.height_for(len(series) * len(bars), 2.6), one["title"])
    step = 0.8 / len(series)
    for number, name in enumerate(series):
        shown = [
            (at + step * (number - (len(series) - 1) / 2), bar.ours if name == "ours" else bar.published[name], bar)
            for at, bar in enumerate(bars)
            if name == "ours" or name in bar.published
        ]
        look = (len(series) - number) % len(style.FILLS) if name != "ours" else 0
        ax.barh([at for at, _, _ in shown], [value for _, value, _ in shown], step * 0.92, label=name,
                color=style.FILLS[look], hatch=style.HATCHES[look], edgecolor="black", linewidth=0.6)  # fmt: skip
        for at, value, bar in shown:
            if name == "ours" and 0 < bar.low < bar.high < float("inf"):
                ax.errorbar(value, at, xerr=[[value - bar.low], [bar.high - value]], fmt="none", ecolor="#D55E00")
            end = bar.high if name == "ours" and bar.high < float("inf") else value
            ax.annotate(wording.number(value, 4), (end, at), xytext=(4, 0),
                        textcoords="offset points", va="center", fontsize=7.5)  # fmt: skip
    if one["measure"] == "time":
        ax.set_xscale("log")
        style.plain_ticks(ax.xaxis)
    ax.margins(x=0.12)
    ax.set_yticks(range(len(bars)), [bar.label for bar in bars])
    ax.invert_yaxis()
    ax.grid(False, axis="y")
    ax.set_xlabel(one["unit"])
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    bars_ = "" if one["measure"] == "size" else " Bars: 95 % interval of ours."
    codecs = list(dict.fromkeys(bar.codec for bar in bars if bar.codec))
    peers = {peer_of(codec) for codec in codecs} or {"java"}
    return figure, (f"{one['source']}. {one['protocol']}{bars_}", codecs, peers)

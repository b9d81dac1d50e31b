"""Draws the numbers that the seed articles published (fixtures/bench/articles.yaml) beside ours.

The articles measured in other ways (cold processes, one timer around a thousand operations, machines and versions of
ten years ago): only the proportions can be compared, and the caption says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from matplotlib.figure import Figure

from wirebed.bench import fixture, wording
from wirebed.bench.figures import style
from wirebed.bench.figures.rows import Rows
from wirebed.bench.statistics import summarize
from wirebed.codec_id import peer_of


@dataclass(frozen=True)
class Bar:
    """The published numbers, by year or edition, and ours with its interval, in the unit of the figure."""

    label: str
    published: dict[str, float]
    ours: float
    low: float
    high: float
    codec: str | None


def figures(rows: Rows) -> Iterator[tuple[str, Figure, tuple]]:
    for name, one in fixture.read("articles", "figures")["figures"].items():
        bars = [bar for entry in one["bars"] if (bar := _bar(rows, one, entry)) is not None]
        if len(bars) > 1:  # a single bar compares nothing
            yield f"article-{name}", *_figure(rows, one, bars)


def _bar(rows: Rows, one: dict, entry: dict) -> Bar | None:
    """The bar of an entry; None when the result lacks one of its rows."""
    codec, case = entry["codec"], entry.get("case") or one["case"]
    published = entry["published"]
    published = published if isinstance(published, dict) else {"published": published}
    if one["measure"] == "size":
        size = rows.size(case, codec)
        return Bar(entry["label"], published, size, size, size, codec) if size else None
    found = [row for operation in entry["operations"] if (row := rows.row(case, codec, operation))]
    if len(found) < len(entry["operations"]):
        return None
    factor = one["nanoseconds"]
    mean, low, high = (factor * sum(getattr(summarize(row), part) for row in found) for part in ("mean", "low", "high"))
    return Bar(entry["label"], published, mean, low, high, codec)


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

"""Draws the seven figures of seed S0 over n (sweep)."""

from collections.abc import Iterator

from matplotlib.figure import Figure

from wirebed_costs.figures import style, sweep
from wirebed_costs.figures.rows import Rows
from wirebed_costs.figures.sweep import SERIES, SweepFigure, value


def figures(rows: Rows) -> Iterator[tuple[str, Figure, tuple]]:
    for name, number, shown, curves in sweep.figures(rows):
        yield f"s0-{name.replace('/', '-').lower()}-{number}-{shown.name}", *_figure(name, shown, curves)


def _figure(sweep: str, shown: SweepFigure, curves: dict[str, list[tuple]]) -> tuple[Figure, tuple]:
    figure, (ax,) = style.panels(1, 7.5, 4.2, f"{sweep}: {shown.label}")
    for number, (name, curve) in enumerate(curves.items()):
        look = {"color": style.COLOURS[number], "linestyle": ("-", "--", ":")[number], "label": name}
        ax.plot([n for n, _ in curve], [value(point) for _, point in curve], marker=style.MARKERS[number],
                markersize=5, markeredgecolor="black", markeredgewidth=0.5, **look)  # fmt: skip
        for n, point in curve:
            bar = None if isinstance(point, float) else style.errors(point)
            if bar:
                ax.errorbar(n, value(point), yerr=bar, fmt="none", ecolor="black", elinewidth=0.8)
    ax.set(xlabel="n texts and n numbers", ylabel=shown.label, yscale="log" if shown.logarithmic else "linear")
    if shown.logarithmic:
        style.plain_ticks(ax.yaxis)
    else:
        ax.set_ylim(bottom=0)
    ax.xaxis.set_major_formatter(lambda n, _: f"{n:,.0f}")
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
    about = (
        "As in X. Llorà 2009, Efficient serialization for Java (and beyond), but warmed up, in processes of their own, "
        "by JMH. Bars: 95 % interval."
    )
    return figure, (about, [SERIES[name] for name, curve in curves.items() if curve], {"java"})

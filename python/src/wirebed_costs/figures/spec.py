"""The parts of Vega-Lite specs, and how a spec becomes SVG and PNG: the same result gives the same bytes."""

import textwrap
from collections.abc import Iterable, Sequence
from math import exp, isfinite, log
from pathlib import Path
from typing import Any

from wirebed.bed.extras import extra

Spec = dict[str, Any]
LOG = {"type": "log", "nice": False, "padding": 12}
# An interval without an end has no line.
INTERVAL = {
    "transform": [{"filter": "isValid(datum.low) && isValid(datum.high) && datum.low < datum.high"}],
    "mark": {"type": "rule", "color": "black", "strokeWidth": 1.2},
}
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
# The colours of Okabe and Ito, which colour-blind readers can distinguish.
COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"]
FILLS = ["#4d4d4d", "#bdbdbd", "#e6e6e6", "#ffffff"]
_LETTERS = 130  # of a line of the caption
_CONFIG = {
    "background": "white", "font": "Liberation Sans, Arial, sans-serif", "view": {"stroke": None},
    "range": {"category": COLOURS, "symbol": SHAPES}, "legend": {"title": None},
    "title": {"anchor": "start", "subtitleColor": "#333333", "subtitleFontSize": 10},
}  # fmt: skip


def axis(field: str, title: str, scale: Spec, **more: Any) -> Spec:
    ticks = {"title": title, "format": ",.12~g", "tickCount": 6, "labelOverlap": True}
    return {"field": field, "type": "quantitative", "scale": scale, "axis": ticks, **more}


def layered(values: Sequence[Spec], *layers: Spec, encoding: Spec, **more: Any) -> Spec:
    return {"data": {"values": values}, "encoding": encoding, "layer": list(layers), **more}


def interval(figure: Any) -> Spec:
    """The interval of a summary, a ratio or a bar; none of a number without a clock."""
    low, high = getattr(figure, "low", None), getattr(figure, "high", None)
    return {"low": low, "high": high} if low and isfinite(high) else {}


def bars(values: Sequence[Spec], title: str, unit: str, log: bool) -> Spec:
    """A group of bars for each label, with the `words` of each value. On a logarithmic axis they begin at 1."""
    labels, series = (list(dict.fromkeys(value[part] for value in values)) for part in ("label", "series"))
    scale = LOG if log else {"zero": True}
    fill = {"field": "series", "type": "nominal", "sort": series, "scale": {"domain": series, "range": FILLS},
            "legend": {"offset": 50}}  # fmt: skip
    bar = {"x2": {"datum": 1 if log else 0}, "fill": fill}
    line = {**INTERVAL["mark"], "color": COLOURS[-1], "strokeWidth": 1.8}
    return layered(
        values,
        {"mark": {"type": "bar", "stroke": "black", "strokeWidth": 0.6}, "encoding": bar},
        {**INTERVAL, "mark": line, "encoding": {"x": axis("low", unit, scale), "x2": {"field": "high"}}},
        {"mark": {"type": "text", "align": "left", "dx": 14, "fontSize": 9}, "encoding": {"text": {"field": "words"}}},
        encoding={
            "x": axis("value", unit, scale),
            "y": {"field": "label", "type": "nominal", "sort": labels, "title": None},
            "yOffset": {"field": "series", "type": "nominal", "sort": series},
        },
        title=title, width=560, height=len(labels) * (8 + 12 * len(series)),
    )  # fmt: skip


def named_points(points: Sequence[Spec], title: str) -> Spec:
    """Bytes against nanoseconds; the `words` of the points stand in a column at the right, and none covers another."""
    ordered = sorted(points, key=lambda point: point["value"])
    height = max(300, 13 * len(points))
    ends = [point.get(part, point["value"]) for point in ordered for part in ("low", "high")]
    least, most = (log(end) for end in (min(ends, default=1.0) / 1.2, max(ends, default=1.0) * 1.2))
    gap = 12 * (most - least) / height
    heights = spread([log(point["value"]) for point in ordered], gap)
    if heights:
        least, most = min(least, heights[0] - gap), max(most, heights[-1] + gap)
    values = [{**point, "named": exp(at)} for point, at in zip(ordered, heights, strict=True)]
    scale = {"type": "log", "nice": False, "domain": [exp(least), exp(most)]}
    named = axis("named", "nanoseconds", scale)
    look = {"field": "codec", "type": "nominal", "legend": None}
    line = {"type": "rule", "color": "#999999", "strokeWidth": 0.5}
    return layered(
        values,
        {"mark": line, "encoding": {"x2": {"value": 332}, "y2": {"field": "named"}}},
        {**INTERVAL, "encoding": {"y": axis("low", "nanoseconds", scale), "y2": {"field": "high"}}},
        {"mark": {"type": "point", "size": 60, "opacity": 1, "stroke": "black", "strokeWidth": 0.8},
         "encoding": {"fill": look, "shape": look}},
        {"mark": {"type": "text", "align": "left", "fontSize": 9},
         "encoding": {"x": {"value": 335}, "y": named, "text": {"field": "words"}}},
        encoding={"x": axis("bytes", "bytes", LOG), "y": axis("value", "nanoseconds", scale)},
        title=title, width=320, height=height,
    )  # fmt: skip


def spread(heights: Iterable[float], least: float) -> list[float]:
    """Sorted heights with gaps of at least `least`, each as near to its old place as its neighbours allow: a group of
    heights that touch is centred on the mean of their old places."""
    groups: list[list[float]] = []  # the old heights of each group
    for height in heights:
        groups.append([height])
        while len(groups) > 1 and _middle(groups[-1]) - _middle(groups[-2]) < least * len(groups[-2] + groups[-1]) / 2:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [_middle(group) + least * (at - (len(group) - 1) / 2) for group in groups for at in range(len(group))]


def _middle(group: Sequence[float]) -> float:
    return sum(group) / len(group)


def save(spec: Spec, path: Path, caption: str, endings: Sequence[str] = ("svg", "png")):
    """<path>.svg and <path>.png, with the caption under the title."""
    with extra("charts"):
        import vl_convert

    lines = [line for part in caption.split("\n") if part for line in textwrap.wrap(part, _LETTERS)]
    whole = {**spec, "title": {"text": spec["title"], "subtitle": lines}, "config": _CONFIG}
    if "svg" in endings:
        path.with_suffix(".svg").write_text(vl_convert.vegalite_to_svg(whole), encoding="utf-8")
    if "png" in endings:
        path.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(whole, scale=2))

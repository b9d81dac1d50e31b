"""The latencies of a report as a figure: p50 to p99.9 of the codecs of rows.yaml, on a logarithmic axis."""

from pathlib import Path

from wirebed.bed.codec_id import format_of, short
from wirebed.report.load import Report
from wirebed_connections.load_rows import CLOSED, named
from wirebed_costs.figures import spec

MICRO = 1e-3
PERCENTILES = ("p50", "p99", "p99.9")
UNIT = "microseconds, with the client's encode and decode"


def draw(report: Report, path: Path) -> Path | None:
    """The file; None, and no file, where nothing was timed."""
    timed = (one for one in report.loads if one["kind"] == CLOSED and one.get("whole"))
    rows = [one for one in timed if one["client"] == one["server"] and one["client"] in named()]
    if not rows:
        path.unlink(missing_ok=True)
        return None
    rows.sort(key=lambda one: one["whole"]["p50"])
    machine = report.header["machine"]
    where = f"{machine['cpu']}, {machine['cores']} cores; commit {report.header['commit'][:12]}"
    caption = f"One connection: the next echo begins when the last has ended. {where}"
    spec.save(_figure(rows), path.with_suffix(""), caption)
    return path


def _figure(rows: list[dict]) -> spec.Spec:
    values = [
        {"label": _label(one), "percentile": part, "value": MICRO * one["whole"][part],
         "low": MICRO * one["whole"]["p50"], "high": MICRO * one["whole"]["p99.9"]}
        for one in rows
        for part in PERCENTILES
    ]  # fmt: skip
    shape = {"field": "percentile", "type": "nominal", "sort": list(PERCENTILES)}
    labels = list(dict.fromkeys(one["label"] for one in values))
    return spec.layered(
        values,
        {**spec.INTERVAL, "encoding": {"x": spec.axis("low", UNIT, spec.LOG), "x2": {"field": "high"}}},
        {"mark": {"type": "point", "filled": True, "color": "black", "opacity": 1}, "encoding": {"shape": shape}},
        encoding={
            "x": spec.axis("value", UNIT, spec.LOG),
            "y": {"field": "label", "type": "nominal", "sort": labels, "title": None},
        },
        title="Echo of a Person: latency of one connection", width=560, height=17 * len(labels),
    )  # fmt: skip


def _label(one: dict) -> str:
    way = one["transport"] if one["bind"] == "127.0.0.1" else f"{one['transport']} at {one['bind']}"
    return f"{short(one['client'])} {format_of(one['client'])}, {way}"

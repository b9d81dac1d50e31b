"""The latencies of a report as a figure: p50 to p99.9 of the codecs of rows.yaml, on a logarithmic axis."""

from pathlib import Path

from wirebed.bed.codec_id import format_of, short
from wirebed.report.load import Report
from wirebed_connections.load_rows import CLOSED, named

MICRO = 1e-3


def draw(report: Report, path: Path) -> Path | None:
    """The file; None, and no file, where nothing was timed."""
    timed = (one for one in report.loads if one["kind"] == CLOSED and one.get("whole"))
    rows = [one for one in timed if one["client"] == one["server"] and one["client"] in named()]
    if not rows:
        path.unlink(missing_ok=True)
        return None
    from wirebed_costs.figures import style

    rows.sort(key=lambda one: one["whole"]["p50"])
    with style.drawing():
        figure = _figure(style, rows)
        machine = report.header["machine"]
        where = f"{machine['cpu']}, {machine['cores']} cores; commit {report.header['commit'][:12]}"
        caption = f"One connection: the next echo begins when the last has ended. {where}"
        style.save(figure, path.with_suffix(""), caption)
    return path


def _figure(style, rows: list[dict]):
    figure, (ax,) = style.panels(1, 9, style.height_for(len(rows), 1.8), "Echo of a Person: latency of one connection")
    for at, one in enumerate(rows):
        whole = {key: MICRO * one["whole"][key] for key in ("p50", "p99", "p99.9")}
        ax.plot([whole["p50"], whole["p99.9"]], [at, at], color="black", linewidth=0.8)
        for key, mark in (("p50", "o"), ("p99", "|"), ("p99.9", ">")):
            ax.plot(whole[key], at, mark, color="black", label=key if at == 0 else None, markersize=5)
    ax.set_yticks(range(len(rows)), [_label(one) for one in rows], fontsize=7.5)
    ax.set_xscale("log")
    style.plain_ticks(ax.xaxis)
    ax.set_xlabel("microseconds, with the client's encode and decode")
    ax.invert_yaxis()
    ax.margins(y=0.02)
    ax.legend(loc="upper right")
    return figure


def _label(one: dict) -> str:
    way = one["transport"] if one["bind"] == "127.0.0.1" else f"{one['transport']} at {one['bind']}"
    return f"{short(one['client'])} {format_of(one['client'])}, {way}"

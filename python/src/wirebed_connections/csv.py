"""The timed rows of a report as CSV, one line each. Times are nanoseconds."""

import csv
import io

from wirebed.report.load import Report

HEAD = (
    "kind", "payload", "client", "server", "transport", "bind", "connections", "rounds", "echoes", "wrong", "failed",
    "seconds", "throughput", "rate", "sent", "received", "wire", "not_measured",
)  # fmt: skip
LATENCIES = ("mean", "p50", "p90", "p99", "p99.9", "max")


def text(report: Report) -> str:
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow([*HEAD, *(f"{part} {name}" for part in ("round_trip", "whole") for name in LATENCIES)])
    for one in report.loads:
        figures = [one.get(part, {}).get(name, "") for part in ("round_trip", "whole") for name in LATENCIES]
        lines.writerow([one.get(key, "") for key in HEAD] + figures)
    return out.getvalue()

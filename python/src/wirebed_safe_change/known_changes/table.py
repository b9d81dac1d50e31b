"""The confusion table: rows are true verdicts, columns are given ones."""

from collections import Counter

from wirebed.report.blocks import markdown_table
from wirebed_safe_change.known_changes.judge import Judged
from wirebed_safe_change.known_changes.truth import ALL, FORMATS, GIVEN, VERDICTS


def text(judged: list[Judged], full: bool = False) -> str:
    """Markdown with a table for each format, the wrong verdicts and the gaps. `full`: by compiled classes."""
    source = "compiled classes" if full else "descriptors alone, without a compiler (FULL=1 compiles)"
    lines = ["# Verdicts of `make evolution OLD= NEW=` against the truth", "", f"From {source}: {summary(judged)}"]
    for format_ in _formats(judged):
        lines += ["", f"## {format_}", "", _table([verdict for verdict in judged if verdict.format == format_])]
    lines += ["", *_listed("Wrong", [str(verdict) for verdict in judged if not verdict.right])]
    lines += _listed("Gaps with their reasons", [f"{v}: {v.gap.reason}" for v in judged if v.gap])
    return "\n".join(lines).rstrip() + "\n"


def summary(judged: list[Judged]) -> str:
    """The counts on one line."""
    counts = []
    for format_ in (*_formats(judged), ALL):
        of_format = [verdict for verdict in judged if verdict.format == format_]
        what = "changes rightly listed or not" if format_ == ALL else f"{format_} verdicts right"
        counts.append(f"{sum(verdict.right for verdict in of_format)} of {len(of_format)} {what}")
    return f"{', '.join(counts)}; {sum(verdict.gap is not None for verdict in judged)} known gaps"


def _formats(judged: list[Judged]) -> list[str]:
    """The formats that were asked."""
    given = {verdict.format for verdict in judged}
    return [format_ for format_ in FORMATS if format_ in given]


def _table(judged: list[Judged]) -> str:
    counts = Counter((verdict.true, verdict.given) for verdict in judged)
    rows = [[f"**{true}**", *(_cell(counts[true, given], true == given) for given in GIVEN)] for true in VERDICTS]
    return markdown_table(["true \\ given", *GIVEN], rows, right=True)


def _cell(count: int, right: bool) -> str:
    return f"**{count}**" if right and count else str(count or "")


def _listed(head: str, lines: list[str]) -> list[str]:
    return [f"## {head}", "", *(f"- {line}" for line in lines), ""] if lines else []

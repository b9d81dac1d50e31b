"""The history of a library on the terminal and as markdown: its intervals by line, and what changed between them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wirebed.bed import PROGRAM
from wirebed.bed.codec_id import format_of, short
from wirebed.report.blocks import markdown_table
from wirebed.report.load import quote
from wirebed.report.phrases import number
from wirebed_upgrade.findings import Finding
from wirebed_upgrade.pairs import Compared
from wirebed_upgrade.signature import Answered
from wirebed_upgrade.terminal import HEADS
from wirebed_upgrade.terminal import lines as of_finding
from wirebed_upgrade.witness import Witnesses
from wirebed_upstream import history
from wirebed_upstream.history import Boundary, Gap, Run
from wirebed_upstream.releases import Known

_COLUMNS = ("line", "versions", "letter", "answer")
_NONE = "–"  # the letter of versions without an answer


@dataclass(frozen=True)
class Changed:
    """What changed at a boundary."""

    boundary: Boundary
    compared: Compared
    findings: Sequence[Finding]
    witnesses: Witnesses


@dataclass(frozen=True)
class Answer:
    known: Known
    runs: Sequence[Run]
    changes: Sequence[Changed]
    answered: Mapping[str, Answered]
    days: Mapping[str, str]
    unstable: frozenset[str]  # the codecs whose order of bytes is by chance
    chosen: Sequence[str]  # CASE= and FORMAT=, as they were given


def show(answer: Answer, console: Console) -> None:
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in _COLUMNS:
        made.add_column(column, overflow="fold")
    for row in rows(answer):
        made.add_row(*map(escape, row))
    console.print(made)
    for changed in answer.changes:
        first, *others = lines(answer, changed)
        console.print(f"[bold]{escape(first)}[/]", soft_wrap=True)
        for line in others:
            console.print(escape(f"  {line}" if line else ""), soft_wrap=True)
        console.print()
    for line in summary(answer):
        console.print(escape(line), soft_wrap=True)


def markdown(answer: Answer) -> str:
    parts = [f"# Bisect: {answer.known.library.name}", "\n".join(summary(answer))]
    parts.append(markdown_table(_COLUMNS, list(rows(answer))))
    for changed in answer.changes:
        first, *others = lines(answer, changed)
        parts.append(f"## {first}\n\n```text\n{chr(10).join(others).strip()}\n```")
    return "\n\n".join(parts) + "\n"


def rows(answer: Answer) -> Iterator[tuple[str, ...]]:
    """A row for each interval; the name of a line stands in its first."""
    line = ""
    for run in answer.runs:
        first, last = run.versions[0], run.versions[-1]
        versions = _dated(answer, first) if first == last else f"{_dated(answer, first)} … {_dated(answer, last)}"
        count = f"{len(run.versions)}" + (f" of {len(run.versions) + run.between}" if run.between else "")
        versions += f" ({count})" if first != last else ""
        yield run.line if run.line != line else "", versions, run.letter or _NONE, _text(answer, run)
        line = run.line


def _text(answer: Answer, run: Run) -> str:
    texts = []
    for version in run.versions:
        answered = answer.answered[version]
        gap = answered.signature if isinstance(answered.signature, Gap) else None
        texts.append(": ".join(filter(None, (gap.why, gap.words))) if gap else answered.text)
    distinct = list(dict.fromkeys(texts))
    return distinct[0] + (f"; {len(distinct) - 1} in other words" if len(distinct) > 1 else "")


def lines(answer: Answer, changed: Changed) -> Iterator[str]:
    """What changed at a boundary: of each codec in each way the most harmful, with its witness."""
    boundary = changed.boundary
    without = f"; without an answer: {', '.join(boundary.without)}" if boundary.without else ""
    yield f"{boundary.before} → {_dated(answer, boundary.after)}{without}"
    found = sorted(changed.findings, key=_group)
    for _, of_group in groupby(found, key=_group):
        first, *others = of_group
        shown = changed.witnesses.shown(first)
        yield f"{shown.head}: {HEADS[first.change][0].lower()}{HEADS[first.change][1:]}"
        yield from (f"  {line}" for line in of_finding(shown, boundary.before, boundary.after))
        if others:
            yield f"  … and {number(len(others), 'more finding')} of this kind"
    yield repeat(answer, changed)


def _group(finding: Finding) -> tuple[str, str, str]:
    return finding.format, finding.codec, finding.way


def repeat(answer: Answer, changed: Changed) -> str:
    """The command that shows all of a boundary."""
    words = [f"SET={quote(answer.known.library.name)}", f"FROM={changed.boundary.before}"]
    words += [f"TO={changed.boundary.after}", *changed.witnesses.variables, *map(quote, answer.chosen)]
    return " ".join([f"{PROGRAM} upgrade", *words])


def summary(answer: Answer) -> Iterator[str]:
    for codec in sorted(answer.unstable):
        yield f"{short(codec)} ({format_of(codec)}) writes its bytes in another order each time, which is no change"
    left_out = ", ".join(f"{count:,} {why}" for why, count in answer.known.left_out.items())
    unasked = len(answer.known.versions) - sum(len(run.versions) for run in answer.runs)
    yield f"{number(len(answer.known.versions), 'release')}{f' (left out: {left_out})' if left_out else ''}"
    if unasked:
        yield (
            f"{unasked:,} of these, between versions that answer alike, were not asked: a change that was taken back "
            f"there is not seen; where FROM= and TO= leave {history.SWEPT} releases or fewer, all are asked"
        )
    yield history.sentence(answer.runs)


def _dated(answer: Answer, version: str) -> str:
    day = answer.days.get(version)
    return f"{version} ({day})" if day else version

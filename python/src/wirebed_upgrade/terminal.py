"""The answer about an upgrade, on the terminal and as markdown."""

from collections.abc import Iterator, Sequence
from statistics import median

from rich.console import Console
from rich.markup import escape

from wirebed.bed.codec_id import base_of, format_of, short
from wirebed.report import blocks
from wirebed.report.blocks import markdown_table
from wirebed_upgrade.answer import Answer
from wirebed_upgrade.cost import FACTOR, ROUNDS, Cost
from wirebed_upgrade.findings import Finding
from wirebed_upgrade.pairs import READS, Change
from wirebed_upgrade.rollout import RollOut, Way, number, sentence
from wirebed_upgrade.witness import Witnesses

# The most findings of one kind that are shown on the terminal; all are in the markdown.
_MOST_SHOWN = 8
HEADS = {
    Change.SILENT: "Read differently in silence",
    Change.BROKEN: "The process of the codec ends or does not answer, where it did",
    Change.REFUSED: "Refused, where there was a value",
    Change.GONE: "Unusable: the code that calls the library does not load with it, or does not find what it calls",
    Change.BYTES: "Other bytes, of which every reader makes the same (signatures, caches and keys change)",
    Change.ACCEPTED: "Read, where there was an error",
    Change.OTHERWISE: "Another kind of error, or at another stage",
}
_COLUMNS = ("format", "the new reads what old and others write", "old and others read what the new writes")


def show(answer: Answer, witnesses: Witnesses, console: Console) -> None:
    for line in _versions(answer):
        console.print(escape(line), soft_wrap=True)
    for change, findings in _by_change(answer):
        console.print(f"\n[bold]{HEADS[change]}[/]")
        for finding in findings[:_MOST_SHOWN]:
            console.print(f"\n  {escape(head(finding))}", soft_wrap=True)
            for line in witnesses.lines(finding):
                console.print(f"    {escape(line)}", soft_wrap=True)
        if len(findings) > _MOST_SHOWN:
            console.print(f"\n  … and {len(findings) - _MOST_SHOWN:,} more")
    for title, lines in _beside(answer):
        console.print(f"\n[bold]{title}[/]\n")
        for line in lines[:_MOST_SHOWN]:
            console.print(f"  {escape(line)}", soft_wrap=True)
    console.print()
    made = blocks.table(*_COLUMNS)
    for format, ways in answer.formats.items():
        made.add_row(format, *_ways(ways))
    console.print(made)
    for line in summary(answer):
        console.print(escape(line), soft_wrap=True)


def markdown(answer: Answer, witnesses: Witnesses) -> str:
    sides = answer.sides
    parts = [f"# Upgrade: {sides.old.name} → {sides.new.name}", *summary(answer)]
    parts.append(markdown_table(_COLUMNS, [[format, *_ways(ways)] for format, ways in answer.formats.items()]))
    for change, findings in _by_change(answer):
        parts.append(f"## {HEADS[change]}")
        for finding in findings:
            shown = "\n".join(witnesses.lines(finding))
            parts.append(f"{head(finding)}\n\n```text\n{shown}\n```")
    parts += ["\n".join([f"## {title}", "", *(f"- {line}" for line in lines)]) for title, lines in _beside(answer)]
    parts.append("\n".join(f"- {line}" for line in _versions(answer)))
    return "\n\n".join(parts) + "\n"


def head(finding: Finding) -> str:
    """`json, java/gson reads: double: narrowed (12 cells, 4 cases)`."""
    verb = "reads" if finding.way == READS else "writes"
    cause = f": {finding.cause}" if finding.cause else ""
    count = f"{number(len(finding.seen), 'cell')}, {number(finding.cases, 'case')}"
    return f"{finding.format}, {short(base_of(finding.codec))} {verb}{cause} ({count})"


def summary(answer: Answer) -> Iterator[str]:
    """What can be said in a sentence each: the roll-out, the counts, and what could not be compared."""
    compared = answer.compared
    yield sentence(answer.formats)
    changed = len({(s.way, s.codec, s.other, s.now.case, s.now.source, s.now.format) for s in compared.seen})
    gone = f", {sum(compared.gone.values()):,} not comparable" if compared.gone else ""
    yield f"{changed:,} of {compared.asked:,} asked cells changed{gone}; {number(len(answer.findings), 'finding')}."
    if answer.costs.measured:
        told, measured = len(answer.costs.told), number(len(answer.costs.measured), "cost")
        yield f"{told} of {measured} changed by a factor of {FACTOR} or more in each of {ROUNDS} rounds."
    for codec in sorted(compared.unstable):
        yield f"{short(codec)} ({format_of(codec)}) writes other bytes in each process, which is no finding"
    for why, cells in sorted(compared.gone.items(), key=lambda item: -item[1])[:_MOST_SHOWN]:
        yield f"not comparable, {number(cells, 'cell')}: {' '.join(why.split())[:300]}"


def _beside(answer: Answer) -> Iterator[tuple[str, list[str]]]:
    """What is no finding about bytes and values, and yet to be known."""
    if told := answer.costs.told:
        yield f"Cost, where the factor is {FACTOR} or more (indicative: `make bench` measures)", list(map(_cost, told))
    if answer.costs.warnings:
        yield f"Written on stderr by {answer.sides.new.name} alone", list(answer.costs.warnings)


def _cost(cost: Cost) -> str:
    least, most = cost.interval
    old, new = median(cost.old) / 1000, median(cost.new) / 1000
    return (
        f"{format_of(cost.codec)}, {short(base_of(cost.codec))} {cost.action}s {cost.case}: "
        f"{old:,.2f} µs → {new:,.2f} µs, {cost.factor:.2f} × ({least:.2f} to {most:.2f})"
    )


def _versions(answer: Answer) -> list[str]:
    return [f"{short(codec)} ({format_of(codec)}): {old} → {new}" for codec, old, new in answer.versions]


def _by_change(answer: Answer) -> Iterator[tuple[Change, Sequence[Finding]]]:
    for change in Change:
        if findings := [finding for finding in answer.findings if finding.change is change]:
            yield change, findings


def _ways(ways: RollOut) -> list[str]:
    return [_way(ways.forward), _way(ways.back)]


def _way(way: Way) -> str:
    if way.safe:
        return f"{way.asked:,} as before" if way.asked else "not asked"
    unusable = f", {way.broken:,} end a process" if way.broken else ""
    unusable += f", {way.unusable:,} impossible" if way.unusable else ""
    return f"{way.asked:,}: {way.silent:,} differ in silence, {way.refused:,} refused{unusable}"

"""The answer about an upgrade, on the terminal and as markdown."""

from collections.abc import Iterator, Sequence
from statistics import median

from rich.console import Console
from rich.markup import escape

from wirebed.bed.codec_id import base_of, format_of, short
from wirebed.report import blocks
from wirebed.report.blocks import markdown_table
from wirebed.report.phrases import number
from wirebed_upgrade.answer import Answer
from wirebed_upgrade.cost import FACTOR, ROUNDS, Cost
from wirebed_upgrade.pairs import Change
from wirebed_upgrade.rollout import Way, sentence
from wirebed_upgrade.witness import Shown

# The most findings of one kind that are shown on the terminal; all are in the markdown.
_MOST_SHOWN = 8
_SHORT = 100  # characters of what stands on one line, before and now
HEADS = {
    Change.SILENT: "Read differently in silence",
    Change.BROKEN: "The process of the codec ends or does not answer, where it did",
    Change.REFUSED: "Refused, where there was a value",
    Change.GONE: "Unusable: the code that calls the library does not load with it, or does not find what it calls",
    Change.BYTES: "Other bytes, of which every reader makes the same (signatures, caches and keys change)",
    Change.ACCEPTED: "Read, where there was an error",
    Change.OTHERWISE: "Another kind of error, or at another stage",
}
COLUMNS = ("format", "the new reads what old and others write", "old and others read what the new writes")


def show(answer: Answer, console: Console) -> None:
    for line in _versions(answer):
        console.print(escape(line), soft_wrap=True)
    for head, findings in by_change(answer):
        console.print(f"\n[bold]{head}[/]")
        for shown in findings[:_MOST_SHOWN]:
            console.print(f"\n  {escape(shown.head)}", soft_wrap=True)
            for line in lines(shown, answer.old, answer.new):
                console.print(f"    {escape(line)}", soft_wrap=True)
        if len(findings) > _MOST_SHOWN:
            console.print(f"\n  … and {len(findings) - _MOST_SHOWN:,} more")
    for title, told in beside(answer):
        console.print(f"\n[bold]{title}[/]\n")
        for line in told[:_MOST_SHOWN]:
            console.print(f"  {escape(line)}", soft_wrap=True)
    console.print()
    made = blocks.table(*COLUMNS)
    for row in roll_out(answer):
        made.add_row(*row)
    console.print(made)
    for line in summary(answer):
        console.print(escape(line), soft_wrap=True)


def markdown(answer: Answer) -> str:
    parts = [f"# Upgrade: {answer.old} → {answer.new}", *summary(answer), markdown_table(COLUMNS, roll_out(answer))]
    for head, findings in by_change(answer):
        parts.append(f"## {head}")
        for shown in findings:
            text = "\n".join(lines(shown, answer.old, answer.new))
            parts.append(f"{shown.head}\n\n```text\n{text}\n```")
    parts += ["\n".join([f"## {title}", "", *(f"- {line}" for line in told)]) for title, told in beside(answer)]
    parts.append("\n".join(f"- {line}" for line in _versions(answer)))
    return "\n\n".join(parts) + "\n"


def lines(shown: Shown, old: str, new: str) -> Iterator[str]:
    """The lines below the head of a finding. `old` and `new`: the names of the sides."""
    yield shown.cell
    for what, before, now in shown.rows:
        if before == now:
            yield f"{what}: {now}"
        elif len(before) + len(now) < _SHORT:
            yield f"{what}: {before} → {now}"
        else:
            yield f"{what}, {old}: {before}"
            yield f"{what}, {new}: {now}"
    yield shown.repeat


def summary(answer: Answer) -> Iterator[str]:
    """What can be said in a sentence each: the roll-out, the counts, and what could not be compared."""
    yield sentence(answer.formats)
    gone = f", {sum(answer.gone.values()):,} not comparable" if answer.gone else ""
    found = number(len(answer.findings), "finding")
    yield f"{answer.changed:,} of {answer.asked:,} asked cells changed{gone}; {found}."
    if answer.costs.measured:
        told, measured = len(answer.costs.told), number(len(answer.costs.measured), "cost")
        yield f"{told} of {measured} changed by a factor of {FACTOR} or more in each of {ROUNDS} rounds."
    for codec in answer.unstable:
        yield f"{short(codec)} ({format_of(codec)}) writes some values in other bytes each time, which is no finding"
    for why, cells in sorted(answer.gone.items(), key=lambda item: -item[1])[:_MOST_SHOWN]:
        yield f"not comparable, {number(cells, 'cell')}: {' '.join(why.split())[:300]}"


def by_change(answer: Answer) -> Iterator[tuple[str, Sequence[Shown]]]:
    """The head of each kind of change, with its findings."""
    for change, head in HEADS.items():
        if findings := [shown for shown in answer.findings if shown.change == change.name]:
            yield head, findings


def roll_out(answer: Answer) -> list[list[str]]:
    """A row for each format, in these columns."""
    return [[format, _way(ways.forward), _way(ways.back)] for format, ways in answer.formats.items()]


def beside(answer: Answer) -> Iterator[tuple[str, list[str]]]:
    """What is no finding about bytes and values, and yet to be known."""
    if told := answer.costs.told:
        yield f"Cost, where the factor is {FACTOR} or more (indicative: `make bench` measures)", list(map(_cost, told))
    if answer.costs.warnings:
        yield f"Written on stderr by {answer.new} alone", list(answer.costs.warnings)


def _cost(cost: Cost) -> str:
    least, most = cost.interval
    old, new = median(cost.old) / 1000, median(cost.new) / 1000
    return (
        f"{format_of(cost.codec)}, {short(base_of(cost.codec))} {cost.action}s {cost.case}: "
        f"{old:,.2f} µs → {new:,.2f} µs, {cost.factor:.2f} × ({least:.2f} to {most:.2f})"
    )


def _versions(answer: Answer) -> list[str]:
    return [f"{short(codec)} ({format_of(codec)}): {old} → {new}" for codec, old, new in answer.versions]


def _way(way: Way) -> str:
    if way.safe:
        return f"{way.asked:,} as before" if way.asked else "not asked"
    unusable = f", {way.broken:,} end a process" if way.broken else ""
    unusable += f", {way.unusable:,} impossible" if way.unusable else ""
    return f"{way.asked:,}: {way.silent:,} differ in silence, {way.refused:,} refused{unusable}"

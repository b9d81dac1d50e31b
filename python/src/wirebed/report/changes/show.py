"""What is new since an older run, on the terminal and as markdown."""

from collections.abc import Iterator, Sequence

from msgspec import structs
from rich.console import Console
from rich.markup import escape

from wirebed.bed.exit_codes import AS_EXPECTED, MEANINGS
from wirebed.report import markdown
from wirebed.report.cell import Line, cells_of
from wirebed.report.changes.compare import Changed
from wirebed.report.changes.new import New
from wirebed.report.changes.sentence import VERBS
from wirebed.report.phrases import title
from wirebed.report.terminal import MOST_SHOWN, kept_lines, problems, unexpected
from wirebed.report.words import in_line


def show(new: New, console: Console) -> None:
    for line in _lines(new, MOST_SHOWN):
        console.print(escape(line), soft_wrap=True, highlight=False)
    console.print()
    unexpected(new.part, console)
    problems(new.part, console)
    kept_lines(new.part, console)
    footer = new.part.footer
    head = f"[bold {'green' if footer.exit == AS_EXPECTED else 'red'}]{MEANINGS[footer.exit]}[/]"
    console.print(f"{head}: {escape(verdict(new))}", soft_wrap=True)


def summary(new: New) -> str:
    """As markdown."""
    header, footer = new.part.header, new.part.footer
    first, *others = _lines(new, None)
    items = ["\n".join(f"- {line.strip()}" for line in others)] if others else []
    parts = [f"# {header.suite}: {MEANINGS[footer.exit]}", first, *items, *markdown.problems(new.part)]
    return "\n\n".join([*parts, f"{verdict(new)}."]) + "\n"


def verdict(new: New) -> str:
    """`3 of 121,718 cells are new or changed, 1 not as pinned; 12 are not as pinned, as before`."""
    whole, footer = new.part.whole or new.part, new.part.footer
    text = f"{footer.cells:,} of {whole.footer.cells:,} cells are new or changed"
    text += f", {footer.unexpected:,} not as pinned" if footer.unexpected else ""
    return text + (f"; {new.red_before:,} are not as pinned, as before" if new.red_before else "")


def _lines(new: New, most: int | None) -> Iterator[str]:
    """The sentence, and below it what it counts, but the cells that are not as pinned, which stand by themselves."""
    changes, around = new.changes, new.around
    yield new.sentence
    differences = [f"{name}: {before} → {now}" for name, before, now in (*around.versions, *around.settings)]
    yield from _first("versions and settings", differences, most)
    for kind, (_, verb) in VERBS.items():
        as_pinned = (cell for cell in changes.cells if cell.kind == kind and not cell.now.problems)
        yield from _first(verb, [_changed(cell) for cell in as_pinned], most)
    yield from _first("other bytes", [_bytes(*pair) for pair in changes.bytes.values()], most)
    gone = (line for lines in changes.only_before.values() for line in lines)
    yield from _first("no longer there", [title(cell) for line in gone for cell in cells_of(line)], most)


def _first(name: str, lines: Sequence[str], most: int | None) -> Iterator[str]:
    yield from (f"  {name}: {line}" for line in lines[:most])
    if most is not None and len(lines) > most:
        yield f"  {name}: … and {len(lines) - most:,} more"


def _changed(cell: Changed) -> str:
    (now,) = cells_of(structs.replace(cell.now, readers=(cell.reader,)))
    return f"{title(now)}: {_words(cell.before)} → {_words(cell.now)}"


def _words(line: Line) -> str:
    entries = f" [{', '.join(line.entries)}]" if line.entries else ""
    return in_line(line) + entries + (", not expected" if line.problems else "")


def _bytes(before: Line, now: Line) -> str:
    was, is_now = (f"{line.relayed or line.bytes or 'none'}, {line.size or 0:,} bytes" for line in (before, now))
    return f"{title(cells_of(now)[0]).partition(' > ')[0]}: {was} → {is_now}"

"""The bugs of libraries that do most harm: they change a value that a codec has written, and tell nobody."""

from collections.abc import Iterable, Sequence

from wirebed.report.phrases import number
from wirebed.view.outcome import Outcome
from wirebed_page.bug import Bug, Cell, Versions, link
from wirebed_page.section import Harm
from wirebed_page.trip.quoted import plain
from wirebed_page.trip.sentences import of_entry, read_as, shortest

_HARMS = 3  # that the start names


def most_harmful(found: Iterable[Bug]) -> list[Bug]:
    """One of each reason: the worst kind first, then what most cells show."""
    silent = [(bug, cells) for bug in found if (cells := changing(bug))]
    ranked = sorted(silent, key=lambda one: (-(one[0].entry.kind or 0), -len(one[1]), one[0].entry.name))
    of_reason: dict[str, Bug] = {}
    for bug, _ in ranked:
        of_reason.setdefault(bug.entry.reason, bug)
    return list(of_reason.values())[:_HARMS]


def changing(bug: Bug) -> list[Cell]:
    """The cells in which it changes a value that a codec has written. Where bytes are to be rejected there is no value
    that a reader could change."""
    return [
        (line, reader)
        for line, reader in bug.cells
        if line.outcome is Outcome.DIFFERS and ":" in line.writer and not line.reject
    ]


def harm(bug: Bug, versions: Versions) -> Harm:
    cells = changing(bug)
    example, cell = _example(bug, cells)
    said = bug.reason.split(". ")[0].removesuffix(".")
    shown = f"{number(len(cells), 'cell')} {'shows' if len(cells) == 1 else 'show'} it"
    return Harm(", ".join(bug.who(versions)), f"{said}. {'; '.join([*example, shown])}.", link(cell))


def _example(bug: Bug, cells: Sequence[Cell]) -> tuple[list[str], Cell]:
    """A value as it was written and as it was read, where the report has one that shows it, and the cell that does."""
    differences = of_entry([line for line, _ in cells], bug.entry)
    if differences and (told := shortest(differences)).expected != told.actual:
        return [plain(read_as(told, ", for example,"))], next(cell for cell in cells if told in cell[0].differences)
    return [], cells[0]

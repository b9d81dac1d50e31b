"""The bugs of libraries that do most harm: they change a value, and tell nobody."""

from collections.abc import Iterable

from wirebed.view.outcome import Outcome
from wirebed_page.bug import Bug, Versions, link
from wirebed_page.section import Harm

_HARMS = 3  # that the start names


def most_harmful(found: Iterable[Bug]) -> list[Bug]:
    """One of each reason: the worst kind first, then what most cells show."""
    silent = [bug for bug in found if bug.entry.outcome is Outcome.DIFFERS]
    ranked = sorted(silent, key=lambda bug: (-(bug.entry.kind or 0), -len(bug.cells), bug.entry.name))
    of_reason: dict[str, Bug] = {}
    for bug in ranked:
        of_reason.setdefault(bug.entry.reason, bug)
    return list(of_reason.values())[:_HARMS]


def harm(bug: Bug, versions: Versions) -> Harm:
    cells = f"{len(bug.cells):,} cell{'s' * (len(bug.cells) != 1)}"
    said = bug.reason.split(". ")[0].removesuffix(".")
    return Harm(", ".join(bug.who(versions)), f"{said} ({bug.entry.states()}, {cells})", link(bug.cells[0]))

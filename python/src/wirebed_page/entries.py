"""The data of an entry for the page: what it states, why, by what authority, and where it stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from wirebed.bed import ROOT
from wirebed.report.cell import Line
from wirebed.state.deviations import Entry
from wirebed_page.number_runs import table
from wirebed_page.section import Findable


def block(names: Iterable[str], known: Mapping[str, Entry]) -> dict:
    """One for each name, in their order; an entry that is no longer there has its name alone."""
    return table([_entry(name, known.get(name)) for name in names])


def _entry(name: str, entry: Entry | None) -> dict:
    if entry is None:
        return {"name": name}
    block = {
        "name": name,
        "states": entry.states(),
        "nature": entry.nature,
        "reason": " ".join(entry.reason.split()),
        "authority": " ".join(entry.authority.split()),
    }
    if entry.place is not None:
        path, line, _ = entry.place
        block["where"] = f"{path.relative_to(ROOT) if path.is_relative_to(ROOT) else path}:{line}"
    return block


def findable(lines: Iterable[Line], known: Mapping[str, Entry], link: Callable[[Line], str]) -> Iterator[Findable]:
    """Each entry with its reason, and with the link of the first line that shows it."""
    first: dict[str, Line] = {}
    for line in lines:
        for name in line.entries:
            first.setdefault(name, line)
    for name in sorted(first.keys() & known.keys()):
        yield Findable("reason", name, " ".join(known[name].reason.split()), link(first[name]))

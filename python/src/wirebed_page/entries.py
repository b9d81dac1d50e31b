"""The data of an entry for the page: what it states, why, by what authority, and where it stands."""

from collections.abc import Iterable, Mapping

from wirebed.bed import ROOT
from wirebed.state.deviations import Entry
from wirebed_page.number_runs import table


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

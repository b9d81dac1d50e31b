"""The sentences as markdown: trip.md beside the page."""

from collections.abc import Iterable, Iterator, Mapping

from wirebed.peers.codecs import format_order
from wirebed.state.deviations import Entry
from wirebed_page.trip.finding_texts import FindingText
from wirebed_page.trip.findings import ALL, Trip
from wirebed_page.trip.languages import GIVEN
from wirebed_page.trip.quoted import escaped, markdown

FILE = "trip.md"
_HEAD = """\
# What survives the trip

What was not read exactly, between each two languages and in each format: one sentence for each entry that states it,
with the number of its cells. The reasons and authorities of the entries are [at the end](#entries). `make report` makes
this file of the last `make interop`.
"""


def document(trips: Mapping[Trip, list[FindingText]], entries: Mapping[str, Entry]) -> str:
    blocks = [_HEAD]
    languages = ""
    for trip in sorted(trips, key=_order):
        if (head := title(trip.writes, trip.reads)) != languages:
            languages = head
            blocks.append(f"## {head}\n")
        blocks.append(f"### {head}, {trip.format}\n")
        blocks.append("".join(f"- {_line(item)}\n" for item in trips[trip]))
    names = sorted({item.finding.entry for ones in trips.values() for item in ones} - {""})
    blocks.append("## Entries\n")
    blocks += _reasons(names, entries)
    return "\n".join(blocks)


def title(writes: str, reads: str) -> str:
    return "All languages" if writes == ALL else f"{writes[0].upper()}{writes[1:]} to {reads}"


def _order(trip: Trip) -> tuple:
    return trip.writes != ALL, trip.writes == GIVEN, trip.writes, trip.reads, format_order(trip.format)


def _line(item: FindingText) -> str:
    number = len(item.finding.cells)
    entry = f"[{item.finding.entry}](#{item.finding.entry})" if item.finding.entry else "no entry states it"
    return f"{markdown(item.sentence)} ({number:,} {'cell' if number == 1 else 'cells'}; {entry})"


def _reasons(names: Iterable[str], entries: Mapping[str, Entry]) -> Iterator[str]:
    for name in names:
        yield f"### {name}\n"
        entry = entries.get(name)
        if entry is None:
            yield "This entry is no longer there.\n"
            continue
        reason, authority = (" ".join(text.split()) for text in (entry.reason, entry.authority))
        yield f"{escaped(reason)} ({entry.nature})\n\nAuthority: {escaped(authority)}\n"

"""The limits of readers on the page, as they are pinned."""

from wirebed.bed import Bed
from wirebed_limits import pins, table
from wirebed_limits.inputs import ABOUT, KINDS
from wirebed_page.runs import Runs
from wirebed_page.section import Card, Section


def section(runs: Runs, bed: Bed) -> Section | None:
    found = pins.read(bed)
    if not found:
        return None
    formats = [{"name": name, "heads": heads, "rows": rows} for name, heads, rows in table.of(found, KINDS)]
    said = f"{len(found):,} limits of {len({(key.format, key.reader) for key in found})} readers are pinned."
    block = {"formats": formats, "legend": table.LEGEND, "kinds": [[kind, ABOUT[kind]] for kind in KINDS]}
    return Section(
        Card("What are the limits?", "How deep, how long, how many does each reader read?", said, "#/limits"),
        {"limits": block},
    )

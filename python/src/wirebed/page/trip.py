"""What survives the trip, in sentences, for each pair of languages and each format."""

from wirebed.bed import Bed
from wirebed.page.runs import Runs
from wirebed.page.section import Section


def section(runs: Runs, bed: Bed) -> Section | None:
    return None

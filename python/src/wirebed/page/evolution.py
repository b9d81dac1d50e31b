"""Evolution on the page: what each schema change did, and what was predicted."""

from wirebed.bed import Bed
from wirebed.page.runs import Runs
from wirebed.page.section import Section


def section(runs: Runs, bed: Bed) -> Section | None:
    return None

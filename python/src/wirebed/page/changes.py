"""What changed since an older run: the first thing on a page that was made with BASE=."""

from wirebed.bed import Bed
from wirebed.page.runs import Runs
from wirebed.page.section import Section


def section(runs: Runs, bed: Bed) -> Section | None:
    return None

"""The baseline of a bed of one's own: what was not as expected when it began, pinned with the number of its cells.

fact      what a cell shows, of which an entry of the baseline states the number
file      reads and writes fixtures/baseline.yaml (what stands there: fixtures/README.md, "Green on the first day")
judge     holds the cells of a run that no deviation states against the entries
"""

from wirebed.state.baseline.fact import Fact
from wirebed.state.baseline.file import BaselineEntry, Entries, of_bed, path_of
from wirebed.state.baseline.judge import Baseline, FactCount

__all__ = ["Baseline", "BaselineEntry", "Entries", "Fact", "FactCount", "of_bed", "path_of"]

"""The verdict of a work: all that its judged rows add to a run. A run is the sum of the verdicts of its works."""

import msgspec

from wirebed.report.jsonl import Written
from wirebed.state.baseline.judge import Counted
from wirebed.state.deviations.shown import Shown
from wirebed.state.left import Left


class Tally(msgspec.Struct):
    """What the rows of a work show beside their lines."""

    shown: Shown  # of entries
    facts: Counted  # of a baseline
    left: list[Left]  # by failures
    goldens: dict[str, dict[str, int]]  # by version: the status of what was written now -> encodings


class Verdict(msgspec.Struct):
    written: Written
    tally: Tally

    @property
    def cells(self) -> int:
        return self.written.counts.cells

"""The judged rows of one run: each is matched and counted when it comes."""

from collections import Counter

from wirebed.bed.codec_id import codec_id, peer_and_version
from wirebed.peers import Job
from wirebed.run.suite import AnySuite
from wirebed.run.verdict import Tally
from wirebed.state.baseline.judge import Counted
from wirebed.state.left import Leftovers
from wirebed.state.row import Row
from wirebed.view.outcome import Cell


class Judged:
    """Judges the rows of a suite and counts what they show."""

    def __init__(self, suite: AnySuite) -> None:
        self.suite = suite
        self.unexpected: list[Cell] = []
        self.drift: list[str] = []
        self.left, self._left_now = Leftovers(), Leftovers()
        self.kept = 0  # cells whose readers' answers were kept
        self.questions = 0  # that the peers have answered
        self.busy: Counter[str] = Counter()  # codec -> seconds of its peer's processes
        self._read: Counter[tuple[str, tuple[str, ...]]] = Counter()  # format and its readers -> rows

    def take(self, row: Row) -> None:
        suite = self.suite
        suite.matcher.judge(row)
        if suite.baseline is not None:
            suite.baseline.judge(row)
        suite.unstated.see(row)
        self.unexpected += [cell for cell in row.cells if cell.problems]
        if suite.leaving is not None:
            self._left_now.see(row.cells)
        if suite.goldens is not None:
            self.drift += suite.goldens.drift(row)
        suite.see(row)
        self._read[row.format, tuple(row.readers)] += 1

    def part(self) -> Tally:
        """What the rows show that came since this was asked before. Who asks adds it again, or leaves it out."""
        suite = self.suite
        return Tally(
            suite.matcher.part(),
            suite.baseline.part() if suite.baseline is not None else Counted(),
            self._left_now.part(),
            suite.goldens.part() if suite.goldens is not None else {},
        )

    def add(self, part: Tally) -> None:
        suite = self.suite
        suite.matcher.add(part.shown)
        if suite.baseline is not None:
            suite.baseline.add(part.facts)
        self.left.add(part.left)
        if suite.goldens is not None:
            suite.goldens.add(part.goldens)

    def observe(self, job: Job) -> None:
        codec = codec_id(peer_and_version(job.peer)[0], job.codec)
        self.busy[codec] += job.seconds  # type: ignore[assignment]  # the stubs know counts alone, no seconds
        self.questions += len(job)

    def counts(self) -> Counter[str]:
        """Format, and codec as a reader -> its cells."""
        counts: Counter[str] = Counter()
        for (format_, readers), rows in self._read.items():
            counts[format_] += rows * len(readers)
            counts.update(dict.fromkeys(readers, rows))
        return counts

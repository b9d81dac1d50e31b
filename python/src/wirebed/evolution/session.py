"""One run of the evolution suite with everything around it: peers, steps, goldens, expectations, roster, report."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from wirebed import roster as rosters
from wirebed.bed import BUILD, Bed
from wirebed.deviations.entry import TREE, Entry
from wirebed.evolution import timing
from wirebed.evolution.expect import SUITE, Expectations
from wirebed.evolution.goldens import Goldens
from wirebed.evolution.legs import LEGS
from wirebed.evolution.model import Step
from wirebed.evolution.plan import Selection
from wirebed.evolution.report import Writer
from wirebed.evolution.runner import Runner
from wirebed.evolution.suggest import Suggestions
from wirebed.matrix.row import Row, of_tree
from wirebed.outcome import Cell
from wirebed.peers import at
from wirebed.session import Session, _Progress


class EvolutionSession(Session):
    """Peers of all versions start when it is entered. It is a Session whose plan, judge and sums are its own."""

    def __init__(self, bed: Bed, trees: dict[str, Path], root: Path, specs=None):
        self.bed, self.root, self.suite = bed, Path(root), SUITE
        self.runner = Runner(trees, specs, BUILD / "log" / "peers" / f"{bed.name}-{SUITE}")
        self.pool = self.runner.pool
        self.writer = None
        self.busy: Counter = Counter()  # codec -> seconds that its processes worked for it
        self.counts: Counter = Counter()
        self.drift: list[str] = []
        self.unexpected: list[Cell] = []

    def __enter__(self):
        self.runner.__enter__()
        return self

    def __exit__(self, *error):
        self.runner.__exit__(*error)

    def prepare_steps(
        self,
        steps: Sequence[Step],
        entries: Sequence[Entry],
        selection: Selection | None = None,
        with_goldens: bool = True,
    ):
        self.selection = selection or Selection()
        self.introductions = self.pool.introductions()
        found = self.runner.codecs
        self.codecs = found.all
        self.class_codecs = self.runner.class_codecs.all
        self.versions = {ref.id: ref.version for ref in (*self.class_codecs, *self.codecs)}
        self.goldens = Goldens(self.bed, self.runner.schemas, steps) if with_goldens else None
        self.steps = steps
        self.given = self.goldens.sources() if with_goldens else {}
        self.plan = self.runner.plan(steps, selection=self.selection, goldens=self.given)
        self.expected = list(entries)
        self.entries = [*entries, *self._general()]
        names = [step.name for step in steps]
        self.matcher = Expectations(self.entries, self.versions, self.runner.schemas, names)
        self.suggestions = Suggestions(self.entries)

    def _general(self) -> list[Entry]:
        """Entries that are about no step: fixtures/deviations, with `suite: evolution`."""
        left_out = self.pool.left_out
        return [entry for entry in self._entries() if entry.suite == SUITE and entry.applies(left_out)]

    def run(self, path: Path, started: float, progress: bool = True) -> int:
        """Executes the plan and writes the report; the exit code."""
        self.writer = Writer(path, self.header(), self.runner.schemas)
        self.writer.steps(self.plan.steps)
        begun = time.monotonic()
        with _Progress(self.plan.cells, progress) as bar:
            self._take(self._trees())

            def take(rows: list[Row]):
                self._take(rows)
                bar.advance(sum(len(row.readings) for row in rows))

            self.runner.drive(self.plan, take, self._observe)
        return self._finish(time.monotonic() - begun, started)

    def _trees(self) -> list[Row]:
        """One cell for each language that cannot compile a version's tree."""
        rows = []
        for process, why in sorted(self.pool.unsupported.items()):
            peer, _, version = process.rpartition("@")
            rows.append(of_tree(peer, f"*/{version}", TREE, why))
        return rows

    def _judge(self, row: Row):
        version = LEGS[row.leg].reader if row.leg else row.name.partition("/")[2]
        self.matcher.judge(row, version)
        self.unexpected += [cell for cell in row.cells if cell.problems]
        self.suggestions.see(row, self.runner.schemas.get(version))
        if self.goldens is not None:
            self._check_bytes(row)

    def _check_bytes(self, row: Row):
        """What a codec writes now against its golden; once, though its bytes go on many ways."""
        leg = LEGS.get(row.leg)
        if leg is None or leg.relay or row.source or row.data is None or row.format in self.runner.variants:
            return
        if row.writer in self.versions:
            self.drift += self.goldens.written(row, leg.writer, self.versions[row.writer])

    def outcomes(self) -> list[Cell]:
        """Runs without a report: the unexpected cells."""
        for row in self._trees():
            self._judge(row)

        def each(rows: list[Row]):
            for row in rows:
                self._judge(row)

        self.runner.drive(self.plan, each)
        return self.unexpected

    def _take(self, rows: list[Row]):
        for row in rows:
            self._judge(row)
            self.writer.take(row)
            self.counts[row.format] += len(row.readings)
            self.counts.update(reading.reader for reading in row.readings)
        self.writer.forget()

    def _observe(self, job):
        self.busy[f"{job.peer.rpartition('@')[0]}:{job.tasks[0]['codec']}"] += job.seconds

    def _finish(self, seconds: float, started: float) -> int:
        uncovered, stale = self._uncovered()
        missing, goldens = self._missing(), list(self.drift)
        if self.goldens is not None:
            goldens += self.goldens.problems(None if self.selection.full else self.selection.takes_case)
        code = 3 if missing else 1 if self.unexpected or uncovered or stale or goldens else 0
        times = {
            "seconds": round(seconds, 3),
            "with_start": round(time.monotonic() - started, 3),
            **self._speed(seconds),
            "timing": timing.measure(self.pool, self.plan),
        }
        # To the end of the run, but for the reading of its report.
        times["whole"] = round(time.monotonic() - started, 3)
        more = {"planned": self.plan.cells, "missing": missing, "uncovered": uncovered, "stale": stale}
        more |= {"goldens": goldens, "beside": [], "hint": self.goldens.hint() if self.goldens is not None else ""}
        self.writer.footer(more | {"suggested": self.suggestions.text(), "exit": code, "times": times})
        return code

    def _uncovered(self) -> tuple[list[str], list[str]]:
        """Expectations of steps that no cell showed, and other entries; a filter leaves that to full runs."""
        told = {True: [], False: []}
        if not self.selection.full:
            return [], []
        for entry in self._not_shown():
            of_step = entry in self.expected
            what = "no sample witnesses it: add one, or remove it" if of_step else "no cell shows it; remove it"
            told[of_step].append(f"{entry.where}: `{entry.name}` states {entry.states()}: {what}")
        return told[True], told[False]

    def _missing(self) -> list[str]:
        """Why this run was not the whole run; [] under a filter, when all that was selected was executed."""
        left = self.writer.outcomes.get("unsupported", 0) - self.writer.unsupported_as_expected
        told = [f"{left} cells were unsupported, and no entry pins that"] * bool(left)
        planned = self.plan.cells
        if self.selection.full:
            path = self.root / "fixtures" / "roster.yaml"
            gone = self._gone()
            roster, of_classes = (rosters.Roster.load(path, of).without(gone) for of in ("peers", "classes"))
            told += roster.missing(self.codecs) + of_classes.missing(self.class_codecs)
            planned = self._rostered(roster, of_classes)
        executed = self.writer.cells - len(self.pool.unsupported)
        if planned != executed:
            told.append(f"{planned} cells were planned, {executed} came back")
        return told

    def _gone(self) -> list[str]:
        """The peers that can compile the tree of no version."""
        peers = {process.rpartition("@")[0] for process in self.pool.unsupported}
        versions = self.runner.trees
        return [peer for peer in peers if all(at(peer, version) in self.pool.unsupported for version in versions)]

    def _rostered(self, roster: rosters.Roster, of_classes: rosters.Roster) -> int:
        """How many cells a full run has, by the roster alone."""
        gone = self.pool.unsupported
        codecs = self.runner.codecs.rostered(roster, gone), self.runner.class_codecs.rostered(of_classes, gone)
        return self.runner.plan(self.steps, goldens=self.given, codecs=codecs).cells

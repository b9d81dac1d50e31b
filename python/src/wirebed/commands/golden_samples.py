"""The samples of a bed's steps for `make golden`."""

from collections.abc import Iterable
from dataclasses import replace

from wirebed.bed import PROGRAM, Bed
from wirebed.bed.glob import listed, takes
from wirebed.commands.evolution import load_steps, prepare
from wirebed.commands.golden_update import Batch, described
from wirebed.peers import discover
from wirebed.run import Build, outcomes
from wirebed.run.peers import Keep
from wirebed.run.taking_part import TakingPart
from wirebed.state.golden import dumps
from wirebed.state.roster import Roster
from wirebed.suites.evolution.goldens import FOLDER, Goldens, there
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Sample, Step
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import ROSTER
from wirebed.suites.evolution.suite import suite
from wirebed.view.outcome import Cell


def stale(bed: Bed) -> list[str]:
    """Samples that changed under their goldens, and dumps that do not say what the bytes are."""
    if not there(bed):
        return []
    schemas, steps, _ = load_steps(bed)
    checkers = Goldens(bed, schemas, steps).checkers.values()
    return [line for checker in checkers for line in (*checker.unsettled(), *dumps.stale(checker))]


class Samples:
    """A source of `golden_update.update`, with a batch for each version."""

    what, mark = "sample", "`golden: true`"
    repeat = f"{PROGRAM} evolution STEP="
    none = ""
    without = Roster.load(ROSTER).interop_only

    def __init__(self, bed: Bed, glob: str | None, part: TakingPart, keep: Keep | None = None) -> None:
        self.part, self.keep = part, keep
        self.built = built = prepare(bed, peers=part.here)
        self.build = Build.of(bed, built.schemas)
        chosen = [replace(step, samples=tuple(_marked(step, glob))) for step in built.steps if not step.class_name]
        self.steps = [step for step in chosen if step.samples]
        samples = [sample for step in self.steps for sample in step.samples]
        goldens = Goldens(bed, built.schemas, built.steps)
        self.batches = [
            Batch(checker, [goldens.cases[s.name] for s in samples if s.version == version], built.trees[version])
            for version, checker in goldens.checkers.items()
        ]

    def unexpected(self, format: str | None) -> list[tuple[str, str]]:
        schemas = self.build.schemas
        with self.built.runner(discover(names=self.part.names), self.keep, self.part.scope) as versions:
            prepared = suite(self.build, versions, self.steps, self.built.entries, Selection(format=format))
            return [
                (self._case_of(cell), described(cell, schemas[LEGS[cell.id.leg].reader] if cell.id.leg else None))
                for cell in outcomes(prepared)
            ]

    def _case_of(self, cell: Cell) -> str:
        """A sample that a mutating relay has changed has a name below that of the sample."""
        names = (sample.name for step in self.steps for sample in step.samples)
        known = (name for name in names if cell.id.case == name or cell.id.case.startswith(f"{name}."))
        return FOLDER + next(known, cell.id.case)


def _marked(step: Step, glob: str | None) -> Iterable[Sample]:
    return (sample for sample in step.samples if sample.case.golden and takes([FOLDER + sample.name], listed(glob)))

"""The work of one step: its samples on all legs."""

from collections.abc import Iterable, Iterator, Mapping

from wirebed.bed.schema import Schema
from wirebed.peers.codecs import Codecs
from wirebed.run import inputs
from wirebed.run.questions import Questions
from wirebed.run.route import Route
from wirebed.run.work import Work
from wirebed.suites.evolution.class_values import ClassValues
from wirebed.suites.evolution.leg_judge import EvolutionJudge
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.values import StepValues

# A route counts as so many bytes: a few steps make a window of the driver.
BYTES_A_ROUTE = 1 << 10


class StepWork(Work):
    values: StepValues

    def __init__(self, step: Step, routes: Iterable[Route], schemas: Mapping[str, Schema], codecs: Codecs) -> None:
        super().__init__(routes)
        self.step, self.schemas, self.codecs = step, schemas, codecs

    def inputs(self) -> Iterator[str]:
        step = self.step
        about = (step.name, step.change, step.versions, step.roots, step.defaults, step.class_name)
        yield repr((*about, step.unchanged, [(names.renamed, sorted(names.apart)) for names in step.names]))
        cases = {f"{step.name} {version}": case for version, case in step.initial.items()}
        for sample in step.samples:
            cases |= {f"{sample.name} {version}": case for version, case in sample.ought.items()}
        for mutation in step.mutations:
            cases |= {f"{mutation.name} gives": mutation.gives} | (
                {f"{mutation.name} sets": mutation.set} if mutation.set else {}
            )
            yield repr((mutation.name, mutation.sample.name, mutation.clear))
        yield from (f"{name} {inputs.of_case(case)}" for name, case in cases.items())
        yield from inputs.of_routes(self.routes)

    @property
    def weight(self) -> int:
        return len(self.routes) * BYTES_A_ROUTE

    def values_of(self, questions: Questions) -> StepValues:
        of_step = ClassValues if self.step.class_name else StepValues
        return of_step(self.step, self.schemas, self.codecs, questions)

    def judge(self) -> EvolutionJudge:
        return EvolutionJudge(self.values, self.schemas)

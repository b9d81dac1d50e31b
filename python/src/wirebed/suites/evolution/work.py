"""The work of one step: its samples on all legs."""

from collections.abc import Iterable, Mapping

from wirebed.bed.schema import Schema
from wirebed.peers.codecs import Codecs
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

    @property
    def weight(self) -> int:
        return len(self.routes) * BYTES_A_ROUTE

    def values_of(self, questions: Questions) -> StepValues:
        of_step = ClassValues if self.step.class_name else StepValues
        return of_step(self.step, self.schemas, self.codecs, questions)

    def judge(self) -> EvolutionJudge:
        return EvolutionJudge(self.values, self.schemas)

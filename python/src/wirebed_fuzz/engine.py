"""A process that asks rounds of random values: the command itself, or a worker of a cluster. Its peers start once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from wirebed.bed import Bed
from wirebed.bed.schema import Schema
from wirebed.peers import discover
from wirebed.run import Build, Peers, Selection
from wirebed.run.leg import NOW
from wirebed.run.taking_part import taking_part
from wirebed_build.trees import ensure
from wirebed_cluster.client import Workers, connected
from wirebed_cluster.engines import Closing, Engines
from wirebed_fuzz import rounds
from wirebed_fuzz.report import REPORT
from wirebed_fuzz.rounds import Found

# Rounds for each worker that are handed out before the first answers are taken: what is handed out is also asked after
# the time is over.
_AHEAD = 2


@dataclass(frozen=True)
class Task:
    """`selection`: its seed is that of the first round."""

    bed: Bed
    selection: Selection


class Engine(Closing):
    """`with Engine(task) as engine:`"""

    def __init__(self, task: Task) -> None:
        super().__init__()
        self.task = task
        part = taking_part(task.bed, task.selection)
        tree = ensure(task.bed, part.here)
        starting = Peers.of_tree(tree, discover(names=part.names), REPORT, scope=part.scope)
        self.peers = self._open.enter_context(starting)
        self.build = Build.of(task.bed, {NOW.reader: Schema.load(tree)})

    def round(self, number: int) -> Found:
        """What the values of a round show. They are drawn by the seed that is so many after the first."""
        selection = self.task.selection
        return rounds.ask(self.build, self.peers, replace(selection, seed=selection.seed + number), not number)


def asked(here: Engine, seconds: float, workers: Workers | None, found: Found) -> None:
    """Adds what rounds show until the time is over. `workers`: of a cluster, which ask them in place of `here`."""
    if workers is None:
        rounds.asked(lambda numbers: map(here.round, numbers), seconds, found)
        return
    with connected(workers) as client:
        engines = Engines(client, "wirebed-fuzz", partial(Engine, here.task))

        def answers(numbers: Iterable[int]) -> Iterator[Found]:
            return engines.each(found_of_round, numbers, _AHEAD)

        rounds.asked(answers, seconds, found)


def found_of_round(engine: Engine, number: int) -> Found:
    """What a worker sends: its cases have the views of their values, and no schema to draw them by."""
    found = engine.round(number)
    for seen in found.finds.values():
        if seen.shortest is not None:
            case = seen.shortest.case
            seen.shortest = seen.shortest._replace(case=replace(case, build=partial(bytes, case.view)))
    return found

"""The suites of a bed whose cells its baseline states: each runs whole, with its own report."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from wirebed.bed import Bed
from wirebed.commands import evolution, interop
from wirebed.commands.since import Show
from wirebed.peers.kept import Keep
from wirebed.run import Selection
from wirebed.state.baseline.fact import EVOLUTION, INTEROP
from wirebed.suites.evolution.goldens import there
from wirebed.suites.evolution.plan import Selection as EvolutionSelection
from wirebed_build.trees.tree import Tree


@dataclass(frozen=True)
class SuiteOfBed:
    """`start`: runs all of the suite, and returns the exit code; `show`: makes the views of its report."""

    name: str
    path: Path
    start: Callable[[Path, Show, Keep], int]
    show: Show

    def run(self, keep: Keep, show: Show = lambda *_: None) -> int:
        return self.start(self.path, show, keep)


def of_bed(bed: Bed) -> list[SuiteOfBed]:
    """A bed that has steps alone has no cases."""
    suites, has_steps = list[SuiteOfBed](), there(bed)
    if Tree.files_of(bed) or not has_steps:
        of_cases = partial(interop.run, bed, Selection())
        suites.append(SuiteOfBed(INTEROP, bed.reports / f"{INTEROP}.jsonl", of_cases, interop.show))
    if has_steps:
        of_steps = partial(evolution.run, bed, EvolutionSelection())
        show = partial(evolution.show, bed)
        suites.append(SuiteOfBed(EVOLUTION, bed.reports / f"{EVOLUTION}.jsonl", of_steps, show))
    return suites

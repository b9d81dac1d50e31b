"""Runs steps through the processes of all versions: `with Runner(trees) as runner: runner.run(steps, take=…)`.

It knows neither fixtures nor expectations: steps may be those of a bed, or made for two versions of any schema.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from wirebed.bed import ROOT
from wirebed.evolution.codecs import Codecs, load_variants
from wirebed.evolution.legs import LEGS, Leg
from wirebed.evolution.model import Step
from wirebed.evolution.plan import Plan, Selection
from wirebed.matrix.drive import run
from wirebed.matrix.row import Row
from wirebed.peers import Pool, discover
from wirebed.roster import Roster
from wirebed.schema import Schema

ROSTER = ROOT / "fixtures" / "roster.yaml"
VARIANTS = ROOT / "fixtures" / "evolution" / "variants.yaml"


class Runner:
    """The processes of every version, started together. `unsupported`: process -> why it cannot compile its tree."""

    def __init__(self, trees: Mapping[str, Path], specs: Iterable | None = None, logs: Path | None = None):
        self.trees = dict(trees)
        self.pool = Pool(discover() if specs is None else specs, self.trees, logs)
        self.unsupported = self.pool.unsupported
        self.variants = load_variants(VARIANTS)
        roster = Roster.load(ROSTER)
        self.direct_only, self.alone = roster.direct_only, roster.alone

    def __enter__(self) -> "Runner":
        self.pool.__enter__()
        # Read while the peers start.
        self.schemas = {version: Schema.load(tree) for version, tree in self.trees.items()}
        return self

    def __exit__(self, *error):
        self.pool.__exit__(*error)

    @property
    def codecs(self) -> Codecs:
        return Codecs.introduced(self.pool.introductions())

    @property
    def class_codecs(self) -> Codecs:
        return Codecs.introduced(self.pool.introductions(), of_classes=True)

    def plan(
        self,
        steps: Sequence[Step],
        formats: str | None = None,
        legs: Iterable[Leg | str] = tuple(LEGS.values()),
        selection: Selection | None = None,
        goldens: Mapping[str, Sequence] | None = None,
        codecs: tuple[Codecs, Codecs] | None = None,
    ) -> Plan:
        """`codecs`: others than those that introduced themselves, and those of classes, to count what they would do."""
        legs = tuple(LEGS[leg] if isinstance(leg, str) else leg for leg in legs)
        selection = selection or Selection(format=formats)
        codecs, class_codecs = codecs or (self.codecs, self.class_codecs)
        given = goldens or {}
        apart = {"direct_only": self.direct_only, "alone": self.alone}
        return Plan(codecs, steps, self.variants, selection, given, legs, self.schemas, class_codecs, **apart)

    def run(
        self,
        steps: Sequence[Step],
        selection: Selection | None = None,
        legs: Iterable[Leg | str] = tuple(LEGS.values()),
        take: Callable[[list[Row]], None] = lambda rows: None,
    ) -> tuple[int, int]:
        """How many cells were planned, how many came back. `take` gets rows in the order of the plan."""
        plan, executed = self.plan(steps, legs=legs, selection=selection), 0

        def each(rows: list[Row]):
            nonlocal executed
            executed += sum(len(row.readings) for row in rows)
            take(rows)

        self.drive(plan, each)
        return plan.cells, executed

    def drive(self, plan: Plan, take: Callable[[list[Row]], None], observe=lambda job: None):
        run(plan, self.pool, None, take, observe)

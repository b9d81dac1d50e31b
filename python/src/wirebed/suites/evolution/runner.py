"""Runs steps through the processes of all versions: `with Runner(trees) as runner: runner.run(steps, take=…)`.

It knows neither fixtures nor expectations: steps may be those of a bed, or made for two versions of any schema.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType

from wirebed_protocol.peer_pb2 import Introduction

from wirebed.bed import ROOT
from wirebed.bed.codec_id import base_of
from wirebed.bed.schema import Schema
from wirebed.cases.byte_source import ByteSource
from wirebed.peers import PeerSpec
from wirebed.peers.asked import introduced
from wirebed.peers.codecs import Codecs, codecs_of
from wirebed.peers.scope import Scope
from wirebed.run.drive import drive
from wirebed.run.peers import Keep, Peers
from wirebed.run.work import Work
from wirebed.state.roster import Roster
from wirebed.state.row import Row
from wirebed.suites.evolution.expect import SUITE
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.plan import EvolutionPlan, Selection
from wirebed.suites.evolution.variants import load_variants

ROSTER = ROOT / "fixtures" / "roster.yaml"
VARIANTS = ROOT / "fixtures" / "evolution" / "variants.yaml"


class Runner:
    """Starts the processes of all versions together."""

    def __init__(
        self,
        trees: Mapping[str, Path],
        specs: Iterable[PeerSpec] | None = None,
        log: str = SUITE,
        schemas: Mapping[str, Schema] | None = None,
        interop_only: bool = False,
        keep: Keep | None = None,
        scope: Scope | None = None,
    ) -> None:
        """`log`: the folder of the processes' logs; `schemas`: those of the trees, where they have been loaded before;
        `interop_only`: whether the codecs take part that the roster names so.
        """
        self.trees, self._loaded = dict(trees), schemas
        self.peers = Peers.of_tree(self.trees, specs, log, keep, scope)
        self.pool = self.peers.pool
        self.variants = load_variants(VARIANTS)
        roster = Roster.load(ROSTER)
        self.direct_only, self.alone = roster.direct_only, roster.alone
        self.left_out = frozenset() if interop_only else roster.interop_only
        # The peers have more codecs of classes, for fixtures/java_types.
        self.of_classes = {member.codec for member in Roster.load(ROSTER, "classes").members}

    def __enter__(self) -> "Runner":
        self.peers.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.peers.__exit__(kind, error, trace)

    @cached_property
    def schemas(self) -> Mapping[str, Schema]:
        """The schemas of the trees, by version, which are read while the peers start."""
        return self._loaded or {version: Schema.load(tree) for version, tree in self.trees.items()}

    def introductions(self, selection: Selection | None = None) -> dict[str, Introduction]:
        """The introductions of the processes whose peers take part. A relay runs through these as well."""
        sides = (selection or Selection()).sides_of(self.variants.values())
        return introduced(self.pool.introductions(), sides, self.pool.scope)

    @property
    def codecs(self) -> Codecs:
        return Codecs(codecs_of(self.introductions()))

    def class_codecs(self, introductions: Mapping[str, Introduction]) -> Codecs:
        """The codecs of steps about a class: those that the roster names."""
        codecs = codecs_of(introductions, of_classes=True)
        return Codecs(codec for codec in codecs if base_of(codec.id) in self.of_classes)

    def plan(
        self,
        steps: Sequence[Step],
        selection: Selection | None = None,
        legs: Iterable[str] = tuple(LEGS),
        goldens: Mapping[str, Sequence[ByteSource]] | None = None,
        codecs: tuple[Codecs, Codecs] | None = None,
        only: str = "",
    ) -> EvolutionPlan:
        """`codecs`: in place of those that introduced themselves and those of classes, to count their cells.

        `only`: a version that stands in for every other, so that nothing changes.
        """
        if codecs is None:
            introductions = self.introductions(selection)
            codecs = Codecs(codecs_of(introductions)), self.class_codecs(introductions)
        of_messages, class_codecs = codecs[0].without(self.left_out), codecs[1]
        schemas = self.schemas
        if only:
            of_messages, class_codecs = of_messages.with_one(only), class_codecs.with_one(only)
            schemas = dict.fromkeys(schemas, schemas[only])
        return EvolutionPlan(
            of_messages, steps, self.variants, selection, goldens, [LEGS[leg] for leg in legs], schemas, class_codecs,
            self.direct_only, self.alone,
        )  # fmt: skip

    def run(
        self,
        steps: Sequence[Step],
        selection: Selection | None = None,
        legs: Iterable[str] = tuple(LEGS),
        take: Callable[[list[Row]], None] = lambda rows: None,
        only: str = "",
        given: Mapping[str, Sequence[ByteSource]] | None = None,
    ) -> tuple[int, int]:
        """Returns how many cells were planned and how many came back. `take` gets the rows in the order of the plan.

        `only`: a version that stands in for every other; `given`: bytes of samples.
        """
        plan, executed = self.plan(steps, selection, legs, given, only=only), 0

        def each(work: Work, rows: list[Row]) -> None:
            nonlocal executed
            executed += sum(len(row.readers) for row in rows)
            take(rows)

        drive(plan.works, self.peers.answering, each)
        return plan.cells, executed

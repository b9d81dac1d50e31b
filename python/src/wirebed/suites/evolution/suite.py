"""The suite of `make evolution`: the samples of steps through the processes of all versions."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial

from wirebed.bed import glob
from wirebed.bed.codec_id import at, peer_and_version
from wirebed.cases.byte_source import ByteSource
from wirebed.errors import UserError
from wirebed.peers.codecs import Codecs, codecs_of
from wirebed.run.build import Build
from wirebed.run.suite import Ending, Suite
from wirebed.state.deviations.entry import Entry
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.roster import Roster
from wirebed.suites.evolution import timing
from wirebed.suites.evolution.expect import SUITE, Expectations
from wirebed.suites.evolution.goldens import Goldens, SampleGoldens
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.oracle import Holding
from wirebed.suites.evolution.plan import EvolutionPlan, Selection
from wirebed.suites.evolution.runner import ROSTER, Runner
from wirebed.suites.evolution.unstated import Unstated


def suite(
    build: Build,
    runner: Runner,
    steps: Sequence[Step],
    entries: Sequence[Entry],
    selection: Selection | None = None,
    goldens: Goldens | None = None,
) -> Suite[EvolutionPlan]:
    """`runner` has been entered; `entries`: the expectations of the steps; `goldens`: those of their samples."""
    takes, peers = selection or Selection(), runner.peers
    introductions = runner.introductions(takes)
    of_messages, of_classes = Codecs(codecs_of(introductions)), runner.class_codecs(introductions)
    codecs, class_codecs = of_messages.all, of_classes.all
    every_golden = goldens.sources() if goldens is not None else {}
    given = {name: [s for s in of if peers.pool.scope.takes_given(s.writer)] for name, of in every_golden.items()}
    if peers.answer_cache is not None and goldens is not None:
        peers.answer_cache.known_unstable = goldens.unstable_writers()
    plan = runner.plan(steps, selection=takes, goldens=given)
    versions = {codec.id: codec.version for codec in (*class_codecs, *codecs)}
    every, roots = [*entries, *build.entries_of([SUITE], peers.pool)], {step.name: step.roots for step in steps}
    speakers = Speakers([*class_codecs, *codecs])
    return Suite(
        name=SUITE,
        build=build,
        peers=peers,
        selection=takes,
        plan=plan,
        introductions=introductions,
        codecs=codecs,
        class_codecs=class_codecs,
        matcher=Expectations(every, versions, runner.schemas, roots, _objects(runner), speakers),
        unstated=Unstated(every, steps),
        rostered=lambda: _rostered(runner, steps, given, plan, of_messages, of_classes),
        goldens=None if goldens is None else SampleGoldens(goldens, codecs, class_codecs, takes, runner.variants),
        baseline=build.baseline_of(SUITE),
        keeps=True,
        leaving=[*codecs, *class_codecs],
        lines=[_with_laws(step, every).summary() for step in plan.steps],
        bases={variant.name: variant.base for variant in runner.variants.values()},
        stale=partial(_stale, list(entries), {work.routes[0].name.partition("/")[0] for work in plan.works}),
        ending=lambda: Ending(timing=timing.measure(peers.pool, plan, peers.times)),
    )


def _with_laws(step: Step, entries: Sequence[Entry]) -> Step:
    """A step that also names the laws which say what an unchanged schema shows, too."""
    laws = tuple(entry.name for entry in entries if entry.general and entry.unchanged)
    return replace(step, unchanged=(*step.unchanged, *laws))


def _objects(runner: Runner) -> dict[str, Holding]:
    """The limits of the plain objects of each peer."""
    holdings = {}
    for spec in runner.pool.specs.values():
        try:
            holdings[spec.name] = Holding(**spec.objects)
        except TypeError:
            known = ", ".join(field.name for field in fields(Holding))
            raise UserError(f"`objects:` has the keys {known}", spec.folder / "peer.yaml") from None
    return holdings


def _stale(of_steps: Sequence[Entry], ran: Collection[str], entries: Sequence[Entry]) -> dict[str, list[str]]:
    """Calls expectations of steps `uncovered`, other entries `stale`. `ran`: the steps that have cells; one about a
    class has none where no codec of classes takes part."""
    problems: dict[str, list[str]] = {"uncovered": [], "stale": []}
    for entry in entries:
        if entry.cases and not any(glob.matches(name, case.partition("/")[0]) for case in entry.cases for name in ran):
            continue
        of_step = entry in of_steps
        what = "no sample witnesses it: add one, or remove it" if of_step else "no cell shows it; remove it"
        problems["uncovered" if of_step else "stale"].append(
            f"{entry.where}: `{entry.name}` states {entry.states()}: {what}"
        )
    return problems


def _rostered(
    runner: Runner,
    steps: Sequence[Step],
    given: Mapping[str, Sequence[ByteSource]],
    plan: EvolutionPlan,
    codecs: Codecs,
    class_codecs: Codecs,
) -> tuple[list[str], int]:
    gone, absent, scope = _gone(runner), runner.pool.unsupported, runner.pool.scope
    roster, of_classes = (
        Roster.load(ROSTER, section).within(scope).without(gone).with_others(of.all)
        for section, of in (("peers", codecs), ("classes", class_codecs))
    )
    missing = roster.missing(codecs.all) + of_classes.missing(class_codecs.all)
    stated = Codecs(roster.refs(codecs.all, runner.trees, absent))
    stated_of_classes = Codecs(of_classes.refs(class_codecs.all, runner.trees, absent))
    if _alike(stated, codecs) and _alike(stated_of_classes, class_codecs):
        return missing, plan.cells
    return missing, runner.plan(steps, goldens=given, codecs=(stated, stated_of_classes)).cells


def _alike(stated: Codecs, codecs: Codecs) -> bool:
    """Whether these codecs have the same cells."""
    kinds, others = ({(c.id, c.tree, c.model, c.encodes, c.decodes) for c in of.refs} for of in (stated, codecs))
    return kinds == others


def _gone(runner: Runner) -> list[str]:
    """The peers that cannot compile the tree of any version."""
    absent = runner.pool.unsupported
    peers = {peer_and_version(process)[0] for process in absent}
    return [peer for peer in peers if all(at(peer, version) in absent for version in runner.trees)]

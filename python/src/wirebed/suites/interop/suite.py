"""The suite of `make interop`: cases and byte sources through every writer and reader."""

from collections.abc import Iterable
from pathlib import Path

from wirebed.cases import check
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.case import Case
from wirebed.cases.java_types.case import JavaCase
from wirebed.peers.asked import introduced
from wirebed.peers.codecs import CodecRef, codecs_of
from wirebed.report import timing
from wirebed.run.build import Build
from wirebed.run.peers import Peers
from wirebed.run.selection import Selection
from wirebed.run.suite import Ending, Suite
from wirebed.state.deviations import Matcher
from wirebed.state.deviations.drafts import Drafts
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.deviations.stated import Stated
from wirebed.state.golden import Checker
from wirebed.state.roster import Roster
from wirebed.suites.interop.beside import RedCases
from wirebed.suites.interop.goldens import CaseGoldens
from wirebed.suites.interop.plan import InteropPlan, MessageWork

SUITE = "interop"


def suite(
    build: Build,
    peers: Peers,
    selection: Selection | None = None,
    cases: Iterable[Case] = (),
    sources: Iterable[ByteSource] = (),
    goldens: Checker | None = None,
    java_types: Iterable[JavaCase] = (),
    shows_all_left: bool = False,
) -> Suite[InteropPlan]:
    """`goldens`: the checker of the bytes that are written now; `shows_all_left`: see Suite."""
    takes, cases = selection or Selection(), list(cases)
    sources = [source for source in sources if peers.pool.scope.takes_given(source.writer)]
    check(case for case in cases if takes.takes_case(case.name))
    entries = build.entries_of([SUITE], peers.pool)
    introductions = introduced(peers.pool.introductions(), takes.sides(), peers.pool.scope)
    codecs, class_codecs = codecs_of(introductions), codecs_of(introductions, of_classes=True)
    versions = {codec.id: codec.version for codec in codecs}
    plan = InteropPlan(codecs, build.schema, cases, sources, takes, java_types, class_codecs)
    if peers.answer_cache is not None and goldens is not None:
        peers.answer_cache.known_unstable = goldens.unstable_writers(takes.takes_case)
    red = RedCases()
    return Suite(
        name=SUITE,
        build=build,
        peers=peers,
        selection=takes,
        plan=plan,
        introductions=introductions,
        codecs=codecs,
        # Whether each condition of an entry excludes something is not held: the cases of some do not show it.
        matcher=Matcher(entries, versions, SUITE, Stated(Speakers(codecs))),
        unstated=Drafts(versions, SUITE, (entry.name for entry in entries)),
        rostered=lambda: _rostered(build.roster, peers, plan, codecs, class_codecs),
        goldens=None if goldens is None else CaseGoldens(goldens, codecs, takes),
        # It counts cells of the cases.
        baseline=None if takes.values else build.baseline_of(SUITE),
        keeps=not takes.values,
        variables=takes.random,
        leaving=[*codecs, *class_codecs],
        shows_all_left=shows_all_left,
        see=red.see,
        ending=lambda: _ending(peers, plan, takes, red),
    )


def _rostered(
    roster: Path, peers: Peers, plan: InteropPlan, codecs: list[CodecRef], class_codecs: list[CodecRef]
) -> tuple[list[str], int]:
    gone, scope = peers.pool.unsupported, peers.pool.scope
    of_cases = Roster.load(roster).within(scope).without(gone).with_others(codecs)
    bare = sum(work.cells for work in plan.works if not isinstance(work, MessageWork) or not work.message)
    # A bed without values of classes asks nothing of their codecs.
    of_classes = Roster.load(roster, "java_types").within(scope).without(gone).with_others(class_codecs)
    missing = of_classes.missing(class_codecs) if plan.java_types else []
    return of_cases.missing(codecs) + missing, of_cases.planned(plan.cases, plan.sources) + bare


def _ending(peers: Peers, plan: InteropPlan, takes: Selection, red: RedCases) -> Ending:
    chosen = (codec for codec in plan.codecs if takes.takes_format(codec.format) and peers.times(codec.id))
    timed = [codec for codec in chosen if takes.takes_writer(codec.id) or takes.takes_reader(codec.id)]
    times = timing.measure(peers.pool, timed, plan.cases)
    # Under WRITER= or READER= they show which codec is the odd one out.
    beside = red.beside(plan, peers.pool) if takes.writer or takes.reader else []
    return Ending(timing=times, beside=beside)

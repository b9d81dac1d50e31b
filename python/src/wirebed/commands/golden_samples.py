"""What `make golden` does about the samples of steps."""

from dataclasses import replace
from functools import partial

from wirebed.bed import ROOT, Bed
from wirebed.codec_id import format_of
from wirebed.evolution.command import load_steps, prepare
from wirebed.evolution.goldens import FOLDER, Goldens, there
from wirebed.evolution.plan import Selection
from wirebed.evolution.session import EvolutionSession
from wirebed.glob import matches
from wirebed.golden import dumps
from wirebed.golden.encode import encodings
from wirebed.golden.update import accepts, nothing_drifted
from wirebed.golden.update import update as take_in
from wirebed.peers import discover
from wirebed.peers.client import connect


def stale(bed: Bed) -> list[str]:
    """Samples that changed under their goldens, and dumps that do not say what the bytes are."""
    if not there(bed):
        return []
    schemas, steps, _ = load_steps(bed)
    checkers = Goldens(bed, schemas, steps).checkers.values()
    return [line for checker in checkers for line in (*checker.unsettled(), *dumps.stale(checker))]


def update(bed: Bed, accept: str, why: str, glob: str | None, format_: str | None, peers) -> int:
    """`make golden` of the samples that are marked."""
    trees, schemas, steps, entries = prepare(bed, peers=peers)
    every = [s for step in steps if not step.class_name for s in step.samples if s.case.golden]
    wanted = [s for s in every if matches(FOLDER + s.name, glob)]
    if not wanted:
        print(f"no sample{f' that matches CASE={glob}' if glob else ''} is marked golden (`golden: true`)")
        return 0
    blocked = _blocked(bed, trees, steps, entries, {sample.name for sample in wanted}, peers, format_)
    goldens = Goldens(bed, schemas, steps)
    refused, added, count, accepted = [], [], 0, False
    for version, checker in goldens.checkers.items():
        cases = [goldens.cases[s.name] for s in wanted if s.version == version and s.name not in blocked]
        if accept and not any(matches(case.name, accept.partition("/")[0] + "/*") for case in cases):
            continue
        found = encodings(cases, partial(connect, trees[version], peers)) if cases else []
        if format_:
            found = [e for e in found if matches(format_of(e.codec), format_)]
        # ACCEPT= is told where there is something to accept: another version may have it.
        mine = accept if any(_accepts(accept, checker, e) for e in found) else ""
        accepted |= bool(mine)
        report = take_in(checker, found, mine, why)
        refused, added, count = refused + report.refused, added + report.added, count + len(found)
    if accept and not accepted and not refused:
        raise nothing_drifted(accept)
    for line in (*refused, *added):
        print(line)
    print(
        f"{len(wanted)} golden samples, {count} encodings: {len(added)} added, {len(refused)} refused, "
        f"{len(blocked)} samples blocked"
    )
    return 1 if refused or blocked else 0


def _accepts(glob: str, checker, e) -> bool:
    return accepts(glob, e.case.name, e.codec) and checker.judge(e.case, e.codec, e.version, e.data).acceptable


def _blocked(bed: Bed, trees, steps, entries, wanted: set[str], peers, format_: str | None) -> set[str]:
    """The samples of which nothing is added, since a cell of theirs (in these formats) is not as expected."""
    chosen = [replace(step, samples=tuple(s for s in step.samples if s.name in wanted)) for step in steps]
    with EvolutionSession(bed, trees, ROOT, discover(names=peers)) as session:
        some = [step for step in chosen if step.samples]
        session.prepare(some, entries, Selection(format=format_), with_goldens=False)
        cells = session.outcomes()
    blocked: dict[str, list] = {}
    for cell in cells:
        name = next((n for n in wanted if cell.id.case == n or cell.id.case.startswith(f"{n}.")), cell.id.case)
        blocked.setdefault(name, []).append(cell)
    for name, found in sorted(blocked.items()):
        print(f"{name}: nothing is added while {len(found)} of its cells are not as expected:")
        for cell in found[:5]:
            print(f"    {cell.id}: {cell.outcome.value}: {'; '.join([cell.reason, *map(str, cell.problems)])}"[:300])
    return set(blocked)

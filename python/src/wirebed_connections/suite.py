"""The suite of `make echo`: first every cell, without a clock, and then the loads."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from wirebed.bed import BUILD, ROOT, Bed
from wirebed.bed.codec_id import NONE, peer_of
from wirebed.peers import Pool
from wirebed.peers.codecs import CodecRef, Codecs, codecs_of
from wirebed.peers.scope import Scope
from wirebed.run import Build, Peers, Suite
from wirebed.run.suite import Ending
from wirebed.state.deviations import Entry
from wirebed.state.deviations.drafts import Drafts
from wirebed.state.deviations.shown import Shown
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.roster import Roster
from wirebed.state.row import Row
from wirebed_build.languages import discovery
from wirebed_connections.held import Held
from wirebed_connections.judge import EchoJudge
from wirebed_connections.load_rows import LoadRow
from wirebed_connections.loads import Effort, Loads
from wirebed_connections.matcher import SUITE, EchoMatcher
from wirebed_connections.payloads import Payload
from wirebed_connections.plan import EchoPlan, Selection, chosen
from wirebed_connections.programs import EchoProgram, without_program
from wirebed_connections.servers import Servers


@contextmanager
def started(
    bed: Bed,
    tree: Path,
    programs: Sequence[EchoProgram],
    port: int = 0,
    root: Path = ROOT,
    scope: Scope | None = None,
) -> Iterator[tuple[Peers, Servers]]:
    """The clients, which start now, and the servers, which start when they are asked for."""
    logs = BUILD / "log" / SUITE / bed.name
    peers = Peers(Pool([program.client for program in programs], tree, logs, scope=scope))
    commands = {program.name: program.command(tree) for program in programs if program.name in peers.pool.specs}
    with peers, Servers(commands, root, logs / "servers", port) as servers:
        yield peers, servers


def suite(
    build: Build,
    peers: Peers,
    servers: Servers,
    payloads: Sequence[Payload],
    selection: Selection,
    effort: Effort | None = None,
    variables: Sequence[str] = (),
    head: Mapping[str, object] | None = None,
) -> Suite[EchoPlan]:
    """`effort`: of the loads; without it there are none. `head`: what the header says besides."""
    introductions, roster = peers.pool.scope.within(peers.pool.introductions()), Roster.load(build.roster)
    codecs = [codec for codec in codecs_of(introductions) if codec.id not in roster.interop_only]
    versions = {codec.id: codec.version for codec in codecs}
    # Those of interop explain echoes, too: see wirebed_connections.matcher.
    matcher = EchoMatcher(build.entries_of([SUITE, "interop"], peers.pool), versions, Speakers(codecs))
    held = Held(Codecs(codecs))
    transports = {name: list(introduction.transports) for name, introduction in introductions.items()}
    judge = EchoJudge(held, build.schema, matcher)
    plan = EchoPlan(codecs, transports, payloads, servers, selection, judge)
    held.ask(peers.pool, payloads, plan.pairs)
    cells = _Cells(matcher)
    return Suite(
        name=SUITE,
        build=build,
        peers=peers,
        selection=selection,
        plan=plan,
        introductions=introductions,
        codecs=codecs,
        matcher=cells,
        unstated=Drafts(versions, SUITE, (entry.name for entry in matcher.entries)),
        rostered=lambda: _rostered(build.roster, peers, plan, codecs),
        variables=variables,
        head={"transports": [way.name for way in plan.ways], **(head or {})},
        ending=lambda: _ending(Loads(effort, plan, peers.pool), cells),
    )


class _Cells:
    """The judge of the plan has matched each value already, when it looked for the worst one of a cell."""

    def __init__(self, matcher: EchoMatcher):
        self.matcher = matcher
        self.equal: set[tuple[str, ...]] = set()  # payload, client, leg and server of each cell without any difference

    @property
    def entries(self) -> list[Entry]:
        return self.matcher.entries

    def part(self) -> Shown:
        return self.matcher.part()

    def add(self, part: Shown) -> None:
        self.matcher.add(part)

    def judge(self, row: Row) -> None:
        self.equal.update(
            (row.name, row.writer, row.leg, reading.reader) for reading in row.readings if reading.cell is None
        )

    def stale(self) -> list[Entry]:
        return self.matcher.stale()

    def needless(self) -> list[str]:
        return self.matcher.needless()

    def is_timed(self, row: LoadRow) -> bool:
        """Whether a row is timed: only if each of its values came back equal."""
        return (row.payload.name, row.codec.id, row.way.name, row.codec.id) in self.equal


def _rostered(roster: Path, peers: Peers, plan: EchoPlan, codecs: Sequence[CodecRef]) -> tuple[list[str], int]:
    """Every codec of the roster takes part whose peer has an echo program, over each transport of both sides."""
    without = {*peers.pool.unsupported, *without_program()}
    stated = _stated(roster).within(peers.pool.scope).without(without)
    return stated.missing(codecs), len(plan.payloads) * stated.echoes()


def check(selection: Selection, scope: Scope, root: Path = ROOT):
    """Raises UserError for globs that take nothing, by the roster alone, before anything is built. Where it does not
    know an echo program, as a new one, the plan says so once that has introduced itself."""
    stated = _stated(root / "fixtures" / "roster.yaml")
    if {peer.name for peer in discovery.in_folder(root) if "echo" in peer.data} <= stated.transports.keys():
        members = stated.within(scope).refs((), [""], without_program())
        codecs = [codec for codec in members if codec.encodes and codec.decodes and codec.format != NONE]
        peers = {codec.peer for codec in codecs}
        chosen(codecs, {peer: names for peer, names in stated.transports.items() if peer in peers}, selection)


def _stated(roster: Path) -> Roster:
    return Roster.load(roster).beyond_interop().plus(Roster.load(roster, SUITE))


def offering(scope: Scope, root: Path = ROOT) -> list[str]:
    """The peers of which some codec takes part, by the roster."""
    members = _stated(root / "fixtures" / "roster.yaml").within(scope).members
    return sorted({peer_of(member.codec) for member in members})


def _ending(loads: Loads, cells: _Cells) -> Ending:
    """Takes the times. An echo that is lost under load is as unexpected as in a cell."""
    measured = loads.measure(cells.is_timed)
    problems = [problem for load in measured for problem in load.problems]
    return Ending(lines=[{"load": load.line()} for load in measured], problems={"loads": problems})

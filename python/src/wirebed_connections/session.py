"""The session of `make echo`: first every cell, without a clock, and then the loads."""

from collections.abc import Sequence
from pathlib import Path

from wirebed.bed import BUILD, Bed
from wirebed.peers import Pool
from wirebed.peers.codecs import Codecs, codecs_of
from wirebed.report import ReportWriter
from wirebed.run.session import Session
from wirebed.state.deviations import Entry, of_bed
from wirebed.state.deviations.drafts import Drafts
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.row import Row
from wirebed_connections.held import Held
from wirebed_connections.judge import SUITE, EchoJudge, EchoMatcher
from wirebed_connections.load_rows import LoadRow
from wirebed_connections.loads import Loads
from wirebed_connections.payloads import Payload
from wirebed_connections.plan import EchoPlan, Selection
from wirebed_connections.programs import EchoProgram, without_program
from wirebed_connections.servers import Servers


class EchoSession(Session):
    def __init__(self, bed: Bed, tree: Path, root: Path, programs: Sequence[EchoProgram], port: int = 0):
        logs = BUILD / "log" / "echo" / bed.name
        super().__init__(bed, root, Pool([one.client for one in programs], tree, logs), SUITE)
        here = [one for one in programs if one.name in self.pool.specs]
        self.programs, self.logs, self.goldens = here, logs, None
        self.servers = Servers({one.name: one.command(tree) for one in here}, root, logs / "servers", port)
        self.variables: Sequence[str] = ()  # what the command that repeats a cell has to be given besides
        self.equal: set[tuple[str, ...]] = set()  # payload, client, leg and server of each cell without any difference

    def __exit__(self, *error):
        self.servers.__exit__(*error)
        super().__exit__(*error)

    def prepare(self, schema, payloads: Sequence[Payload], selection: Selection, loads: Loads):
        self.schemas, self.selection, self.loads = {"": schema}, selection, loads
        self.introductions = self.pool.introductions()
        interop_only = self.roster("peers", ()).interop_only
        self.codecs = [one for one in codecs_of(self.introductions) if one.id not in interop_only]
        self.versions = {codec.id: codec.version for codec in self.codecs}
        transports = {name: list(one.transports) for name, one in self.introductions.items()}
        self.plan = EchoPlan(self.codecs, transports, payloads, self.servers, selection)
        self.matcher = EchoMatcher(self.own_entries(), self.versions, Speakers(self.codecs))
        held = Held(Codecs(self.codecs))
        held.ask(self.pool, payloads, self.plan.pairs)
        self.plan.judge = EchoJudge(held, schema, self.matcher)
        self.unstated = Drafts(self.versions, SUITE, (entry.name for entry in self.matcher.entries))

    def own_entries(self) -> list[Entry]:
        """Of both suites: see wirebed_connections.judge."""
        every = of_bed(self.bed, self.root)
        return [one for one in every if one.suite in (SUITE, "interop") and one.applies(self.pool.left_out)]

    def open_report(self, path: Path) -> ReportWriter:
        return ReportWriter(path, self.header() | {"transports": [way.name for way in self.plan.ways]})

    def header(self) -> dict:
        found = super().header()
        return found | {"variables": [*found["variables"], *self.variables]}

    def _judge(self, row: Row):
        """The judge of the plan has matched each value already."""
        self.unstated.see(row)
        self.unexpected += [cell for cell in row.cells if cell.problems]
        self.equal.update(
            (row.name, row.writer, row.leg, reading.reader) for reading in row.readings if reading.cell is None
        )

    def _finish(self, seconds: float, started: float) -> int:
        """Takes the times first, since an echo that is lost under load is not as expected either."""
        self.measured = self.loads.measure(self)
        for one in self.measured:
            self.writer.line({"load": one.line()})
        return super()._finish(seconds, started)

    def is_timed(self, row: LoadRow) -> bool:
        """Whether a row is timed: only if each of its values came back equal."""
        return (row.payload.name, row.codec.id, row.way.name, row.codec.id) in self.equal

    def expected(self, row: LoadRow) -> list[bytes]:
        return self.plan.judge.expected_of(row.payload, row.codec, row.codec)

    def stale(self, entries: list[Entry]) -> dict[str, list[str]]:
        """Also what went wrong under load, which is as unexpected."""
        return super().stale(entries) | {"loads": [problem for one in self.measured for problem in one.problems]}

    def rostered(self) -> tuple[list[str], int]:
        """Every codec of the roster takes part whose peer has an echo program, over each transport of both sides."""
        without = {*self.pool.unsupported, *without_program()}
        peers, more = (self.roster(section, without) for section in ("peers", "echo"))
        roster = peers.beyond_interop().plus(more)
        return roster.missing(self.codecs), len(self.plan.payloads) * roster.echoes(self.plan.transports)

    def timing(self) -> list[dict]:
        """The loads have lines of their own."""
        return []

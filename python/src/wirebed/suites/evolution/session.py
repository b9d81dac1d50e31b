"""The session of `make evolution`: the samples of steps through the processes of all versions."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path

from wirebed.bed import BUILD, Bed
from wirebed.bed.codec_id import at, peer_and_version
from wirebed.errors import UserError
from wirebed.peers.codecs import CodecRef, Codecs, codecs_of
from wirebed.report import ReportWriter
from wirebed.run.session import Session
from wirebed.state.deviations.entry import Entry
from wirebed.state.row import Row
from wirebed.suites.evolution import timing
from wirebed.suites.evolution.expect import SUITE, Expectations
from wirebed.suites.evolution.goldens import Goldens
from wirebed.suites.evolution.legs import LEGS
from wirebed.suites.evolution.model import Step
from wirebed.suites.evolution.oracle import Holding
from wirebed.suites.evolution.plan import Selection
from wirebed.suites.evolution.runner import Runner
from wirebed.suites.evolution.unstated import Unstated


class EvolutionSession(Session):
    """The peers of all versions start when a session is entered."""

    def __init__(self, bed: Bed, trees: Mapping[str, Path], root: Path, specs=None, keep=None):
        self.runner = Runner(trees, specs, BUILD / "log" / "peers" / f"{bed.name}-{SUITE}")
        super().__init__(bed, root, self.runner.pool, SUITE, keep)

    def __enter__(self):
        self.runner.__enter__()
        return self

    def prepare(
        self,
        steps: Sequence[Step],
        entries: Sequence[Entry],
        selection: Selection | None = None,
        with_goldens: bool = True,
    ):
        """Makes the plan. `entries`: the expectations of the steps."""
        self.selection, self.schemas = selection or Selection(), self.runner.schemas
        self.introductions = self.runner.introductions(self.selection)
        self.codecs = Codecs(codecs_of(self.introductions)).all
        self.class_codecs = self.runner.class_codecs(self.introductions).all
        self.versions = {ref.id: ref.version for ref in (*self.class_codecs, *self.codecs)}
        self.of_runtimes = {ref.id for ref in self.codecs if ref.runtime}
        self.goldens = Goldens(self.bed, self.schemas, steps) if with_goldens else None
        if self.keeper is not None and with_goldens:
            self.keeper.known_unstable = self.goldens.unstable_writers()
        self.steps = steps
        self.given = self.goldens.sources() if with_goldens else {}
        self.plan = self.runner.plan(steps, selection=self.selection, goldens=self.given)
        self.expected = list(entries)
        every, names = [*entries, *self.own_entries()], [step.name for step in steps]
        self.matcher = Expectations(every, self.versions, self.schemas, names, self._objects())
        self.unstated = Unstated(every, steps)

    def _objects(self) -> dict[str, Holding]:
        """What the plain objects of each peer hold."""
        found = {}
        for spec in self.pool.specs.values():
            try:
                found[spec.name] = Holding(**spec.objects)
            except TypeError:
                known = ", ".join(one.name for one in fields(Holding))
                raise UserError(f"`objects:` has the keys {known}", spec.folder / "peer.yaml") from None
        return found

    def open_report(self, path: Path) -> ReportWriter:
        writer = ReportWriter(path, self.header())
        for step in self.plan.steps:
            writer.line(step.summary())
        return writer

    def drift_of(self, row: Row) -> list[str]:
        """Checks the bytes of each sample once, on a leg without a relay."""
        leg = LEGS.get(row.leg)
        if leg is None or leg.relay or row.source or row.data is None or row.format in self.runner.variants:
            return []
        if row.writer not in self.versions:
            return []
        return self.goldens.written(row, leg.writer, self.versions[row.writer], row.writer in self.of_runtimes)

    def stale(self, entries: list[Entry]) -> dict[str, list[str]]:
        """Calls expectations of steps `uncovered`, other entries `stale`."""
        told: dict[str, list[str]] = {"uncovered": [], "stale": []}
        for entry in entries:
            of_step = entry in self.expected
            what = "no sample witnesses it: add one, or remove it" if of_step else "no cell shows it; remove it"
            told["uncovered" if of_step else "stale"].append(
                f"{entry.where}: `{entry.name}` states {entry.states()}: {what}"
            )
        return told

    def leaving(self) -> list[CodecRef]:
        return [*self.codecs, *self.class_codecs]

    def rostered(self) -> tuple[list[str], int]:
        gone, runner = self._gone(), self.runner
        roster, of_classes = self.roster("peers", gone), self.roster("classes", gone)
        told = roster.missing(self.codecs) + of_classes.missing(self.class_codecs)
        absent = self.pool.unsupported
        codecs = (
            Codecs(some.refs(known, runner.trees, absent))
            for some, known in ((roster, self.codecs), (of_classes, self.class_codecs))
        )
        return told, runner.plan(self.steps, goldens=self.given, codecs=tuple(codecs)).cells

    def _gone(self) -> list[str]:
        """The peers that cannot compile the tree of any version."""
        peers = {peer_and_version(process)[0] for process in self.pool.unsupported}
        versions = self.runner.trees
        return [peer for peer in peers if all(at(peer, version) in self.pool.unsupported for version in versions)]

    def timing(self) -> list[dict]:
        return timing.measure(self.pool, self.plan, self.times)

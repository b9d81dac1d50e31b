"""The session of `make interop`: cases and byte sources through every writer and reader."""

from collections.abc import Iterable
from pathlib import Path

from wirebed.bed import BUILD, Bed
from wirebed.bed import settings as bed_settings
from wirebed.cases import check
from wirebed.cases.byte_source import ByteSource
from wirebed.cases.java_types.case import JavaCase
from wirebed.peers import Pool, discover
from wirebed.peers.asked import introduced
from wirebed.peers.codecs import codecs_of
from wirebed.report import ReportWriter, timing
from wirebed.run.drive import run
from wirebed.run.leg import NOW
from wirebed.run.selection import Selection
from wirebed.run.session import Session
from wirebed.state.deviations import Matcher
from wirebed.state.deviations.drafts import Drafts
from wirebed.state.deviations.speakers import Speakers
from wirebed.state.row import Row
from wirebed.suites.interop.plan import InteropPlan
from wirebed.view.outcome import Outcome

SUITE = "interop"
# At most this many red cases of a format run through the codecs that a filter left out.
BESIDE = 20


class InteropSession(Session):
    def __init__(self, bed: Bed, tree: Path, root: Path, specs=None, keep=None):
        logs = BUILD / "log" / "peers" / bed.name
        super().__init__(bed, root, Pool(discover(root) if specs is None else specs, tree, logs), SUITE, keep)
        self.shows_all_left = bed_settings.load(bed).shows_left
        self.red_cases: dict[str, dict] = {}  # format -> the cases with something unexpected in it, by name

    def prepare(
        self, schema, selection: Selection | None = None, cases: Iterable = (), sources: Iterable[ByteSource] = (),
        goldens=None, java_types: Iterable = (),
    ):  # fmt: skip
        """Makes the plan. `goldens`: the checker of the bytes that are written now."""
        self.schemas, self.selection, self.goldens = {NOW.reader: schema}, selection or Selection(), goldens
        cases = list(cases)
        check(case for case in cases if self.selection.takes_case(case.name))
        entries = self.own_entries()
        self.introductions = introduced(self.pool.introductions(), self.selection.sides())
        self.codecs = codecs_of(self.introductions)
        self.class_codecs = codecs_of(self.introductions, of_classes=True)
        self.versions = {codec.id: codec.version for codec in self.codecs}
        self.of_runtimes = {codec.id for codec in self.codecs if codec.runtime}
        self.plan = InteropPlan(self.codecs, schema, cases, sources, self.selection, java_types, self.class_codecs)
        self.matcher = Matcher(entries, self.versions, self.suite, speakers=Speakers(self.codecs))
        if self.keeper is not None and goldens is not None:
            self.keeper.known_unstable = goldens.unstable_writers(self.selection.takes_case)
        self.unstated = Drafts(self.versions, self.suite, (entry.name for entry in entries))

    def open_report(self, path: Path) -> ReportWriter:
        return ReportWriter(path, self.header())

    def _judge(self, row: Row):
        super()._judge(row)
        if row.case is not None and any(cell.problems for cell in row.cells):
            self.red_cases.setdefault(row.format, {})[row.name] = row.case

    def drift_of(self, row: Row) -> list[str]:
        if (
            row.data is None
            or row.case is None
            or isinstance(row.case, JavaCase)
            or row.source
            or row.writer not in self.versions
        ):
            return []
        version = self.versions[row.writer]
        return self.goldens.written(row.case, row.writer, version, row.data, row.writer in self.of_runtimes)

    def rostered(self) -> tuple[list[str], int]:
        roster, plan = self.roster("peers", self.pool.unsupported), self.plan
        bare = sum(work.cells for work in plan.works if not work.message)
        told = roster.missing(self.codecs) + self._missing_of_classes()
        return told, roster.planned(plan.cases, plan.sources) + bare

    def _missing_of_classes(self) -> list[str]:
        """A bed without values of classes asks nothing of their codecs."""
        return (
            self.roster("java_types", self.pool.unsupported).missing(self.class_codecs) if self.plan.java_types else []
        )

    def timing(self) -> list[dict]:
        takes = self.selection
        chosen = (c for c in self.codecs if takes.takes_format(c.format) and self.times(c.id))
        return timing.measure(
            self.pool, [c for c in chosen if takes.takes_writer(c.id) or takes.takes_reader(c.id)], self.plan.cases
        )

    def beside(self) -> list[dict]:
        """Under WRITER= or READER= they show which codec is the odd one out."""
        if not (self.selection.writer or self.selection.reader):
            return []
        found: list[dict] = []
        for format_, red in self.red_cases.items():
            cases = list(red.values())[:BESIDE]
            java_types = [case for case in cases if isinstance(case, JavaCase)]
            cases = [case for case in cases if not isinstance(case, JavaCase)]
            selection = Selection(format=format_)
            plan = InteropPlan(self.codecs, self.plan.schema, cases, (), selection, java_types, self.class_codecs)

            def take(rows: list[Row]):
                found.extend(cell for row in rows for cell in _outcomes(row))

            run(plan.works, self.pool, take)
        return found


def _outcomes(row: Row) -> list[dict]:
    head = {"case": row.name, "format": row.format, "writer": row.writer}
    return [
        head | {"reader": one.reader, "outcome": (Outcome.EQUAL if one.cell is None else one.cell.outcome).value}
        for one in row.each()
    ]

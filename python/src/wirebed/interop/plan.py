"""The plan of `make interop`: a work for each case, and one for each byte source."""

from collections.abc import Iterable, Sequence

from wirebed.cases.case import Case
from wirebed.compare import Found, compare
from wirebed.engine.judge import Judge, no_view
from wirebed.engine.leg import NOW
from wirebed.engine.memo import TaskMemo
from wirebed.engine.plan import Plan
from wirebed.engine.route import HEX_WRITER, ByteSource, Route, RouteState
from wirebed.engine.routes import Routes, hex_sources
from wirebed.engine.row import Reading, Row
from wirebed.engine.selection import Selection, check
from wirebed.engine.values import Values
from wirebed.engine.work import Work
from wirebed.interop.order import ordered
from wirebed.peers.codecs import CodecRef, Codecs, formats_of
from wirebed.view import ViewError
from wirebed.view.bare import normal

FATAL = "fatal"  # the tag of a case that a peer is not expected to survive


class InteropPlan(Plan):
    def __init__(
        self, codecs: Sequence[CodecRef], schema, cases: Iterable[Case], sources: Iterable[ByteSource] = (),
        selection: Selection | None = None,
    ):  # fmt: skip
        takes = selection or Selection()
        cases, sources = list(cases), list(sources)
        names = [case.name for case in cases] + [source.name for source in sources if source.case is None]
        check("CASE", takes.case, names, takes.takes_case)
        takes.check_codecs(codecs, {codec.format for codec in codecs}, [HEX_WRITER, *(one.writer for one in sources)])
        # What kills its peer comes first: all that a JVM has compiled is lost with it, and nothing is compiled yet.
        self.cases = sorted((case for case in cases if takes.takes_case(case.name)), key=lambda c: FATAL not in c.tags)
        formats = [one for one in formats_of(codecs) if takes.takes_format(one.name)]
        self.schema, self.routes = schema, Routes(Codecs(codecs), formats, takes)
        self.sources = [source for source in sources if takes.takes_case(_name(source))]
        given = [*(source for case in self.cases for source in hex_sources(case)), *self.sources]
        works = [*map(self.work_of, self.cases), *(SourceWork(source, self) for source in given)]
        super().__init__(works, "CASE, FORMAT, WRITER and READER")

    def work_of(self, case: Case) -> "CaseWork":
        return CaseWork(case, self)


class CaseWork(Work):
    """A case through every writer and from each to every reader, and through the objects of every language."""

    def __init__(self, case: Case, plan: InteropPlan):
        super().__init__([] if case.expect_reject else plan.routes.of(case.name, case))
        self.case, self.plan = case, plan

    @property
    def weight(self) -> int:
        return len(self.case.view)

    def values_of(self, memo: TaskMemo) -> Values:
        return Values(self.plan.routes.codecs, memo)

    def judge_of(self, values: Values) -> Judge:
        return InteropJudge(values, self.plan.schema, self.case)


class SourceWork(Work):
    """Bytes that are given: every reader of the format reads them."""

    def __init__(self, source: ByteSource, plan: InteropPlan):
        super().__init__(plan.routes.of_source(source))
        self.source, self.plan = source, plan

    @property
    def weight(self) -> int:
        return len(self.source.data)

    def new_memo(self) -> TaskMemo:
        return TaskMemo() if self.source.message else _BareMemo()

    def values_of(self, memo: TaskMemo) -> Values:
        return (Values if self.source.message else _BareValues)(self.plan.routes.codecs, memo)

    def judge_of(self, values: Values) -> Judge:
        return InteropJudge(values, self.plan.schema, self.source.case)


class InteropJudge(Judge):
    """Two views differ where they are not the same; the same two are compared once."""

    def __init__(self, values: Values, schema, case: Case | None):
        super().__init__(values, {NOW.reader: schema})
        self.nan_payloads = case is not None and "nan-payloads" in case.tags
        self.compared: dict[tuple[bytes, bytes], list[Found]] = {}

    def rows(self, states: list[RouteState]) -> list[Row]:
        rows = super().rows(states)
        case = states[0].route.case
        if case is not None and states[0].written is not None and ordered(self.schemas[NOW.reader], case.message):
            _mark_identical(rows)
        return rows

    def differences(self, row: Row, state: RouteState, index: int, reading: Reading) -> list[Found]:
        if reading.seen == reading.expected == row.value:
            return []
        found = self._compare(reading.expected, reading.seen)
        # Only the value has been through no object; what was lost before the bytes is a loss, too.
        reading.lost = tuple(sorted({one.kind for one in self._compare(row.value, reading.seen)}))
        return found

    def _compare(self, expected: bytes, seen: bytes) -> list[Found]:
        key = (expected, seen)
        if key not in self.compared:
            self.compared[key] = compare(
                expected, seen, nan_payloads=self.nan_payloads, schema=self.schemas[NOW.reader]
            )
        return self.compared[key]


class _BareMemo(TaskMemo):
    """Of values without schema: readers that keep the order of a map on the wire, and those that cannot, agree."""

    def settle(self):
        for slot in self.slots.values():
            if slot.data is not None:
                try:
                    slot.data = normal(slot.data)
                except ViewError as error:
                    slot.fail(no_view(error))


class _BareValues(Values):
    def value(self, route: Route) -> bytes:
        value = super().value(route)
        return normal(value) if value else value


def _mark_identical(rows: list[Row]):
    """Which other writers wrote the same bytes, where bytes have one order."""
    writers: dict[tuple[str, bytes], list[str]] = {}
    for row in rows:
        if row.data is not None:
            writers.setdefault((row.format, row.data), []).append(row.writer)
    for row in rows:
        if row.data is not None:
            row.identical = [writer for writer in writers[row.format, row.data] if writer != row.writer]


def _name(source: ByteSource) -> str:
    return source.case.name if source.case is not None else source.name

"""The judge of `make interop`."""

from wirebed.bed.schema import Schema
from wirebed.run.judge import Judge
from wirebed.run.leg import NOW
from wirebed.run.route import RouteState
from wirebed.run.values import Values
from wirebed.state.row import Reading, Row
from wirebed.suites.interop.order import ordered
from wirebed.view.compare import Found, compare


class InteropJudge(Judge):
    """Two views differ where they are not the same; the same two are compared once."""

    def __init__(self, values: Values, schema: Schema) -> None:
        super().__init__(values, {NOW.reader: schema})
        self.compared: dict[tuple[bytes, bytes, bool], list[Found]] = {}

    def rows(self, states: list[RouteState]) -> list[Row]:
        rows = super().rows(states)
        schema = self.schemas[NOW.reader]
        written = [state.written is not None and ordered(schema, state.route.value.message) for state in states]
        _mark_identical([row for row, now in zip(rows, written, strict=True) if now and row.data is not None])
        return rows

    def is_all(self, row: Row, state: RouteState) -> bool:
        # Only the value has been through no object; what was lost before the bytes is a loss, too.
        return row.expected == row.value

    def differences(self, row: Row, state: RouteState, index: int, reading: Reading, seen: bytes) -> list[Found]:
        if seen == reading.expected == row.value:
            return []
        nan_payloads = row.case is not None and "nan-payloads" in row.case.tags
        differences = self._compare(reading.expected, seen, nan_payloads)
        reading.lost = tuple(sorted({difference.kind for difference in self._compare(row.value, seen, nan_payloads)}))
        return differences

    def _compare(self, expected: bytes, seen: bytes, nan_payloads: bool) -> list[Found]:
        key = (expected, seen, nan_payloads)
        if key not in self.compared:
            self.compared[key] = compare(expected, seen, nan_payloads=nan_payloads, schema=self.schemas[NOW.reader])
        return self.compared[key]


def _mark_identical(rows: list[Row]) -> None:
    """Which other writers wrote the same bytes of a case, where bytes have one order."""
    writers: dict[tuple[str, str, bytes | None], list[str]] = {}
    for row in rows:
        writers.setdefault((row.name, row.format, row.data), []).append(row.writer)
    for row in rows:
        row.identical = [writer for writer in writers[row.name, row.format, row.data] if writer != row.writer]

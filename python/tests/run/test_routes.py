"""The engine without a suite of the project: a suite is a plan of works, and a work says how two views differ."""

import pytest

from wirebed.peers.codecs import Codecs, codecs_of, formats_of
from wirebed.run import ByteSource, Plan, Work
from wirebed.run.drive import drive
from wirebed.run.judge import Judge
from wirebed.run.routes import Routes
from wirebed.run.selection import Selection
from wirebed.run.values import Values
from wirebed.view.compare import Found
from wirebed.view.outcome import Kind, Outcome


class Length(Judge):
    """A judge of its own: views of one length do not differ."""

    def differences(self, row, state, index, reading, seen):
        return [] if len(reading.seen) == len(reading.expected) else [Found(Kind.DROPPED, None, None, None)]


class Sweep(Work):
    """Each prefix of some bytes, and the bytes themselves, read by every reader of their format."""

    weight = 1

    def __init__(self, routes: Routes, data: bytes, view: bytes):
        sources = (ByteSource(str(end), "json", "t.M", data[:end], expect=view) for end in range(1, len(data) + 1))
        super().__init__(route for source in sources for route in routes.of_source(source))
        self.codecs = routes.codecs

    def values_of(self, questions):
        return Values(self.codecs, questions)

    def judge(self):
        return Length(self.values, {})


@pytest.fixture
def routes(fake_runs, fake, pool):
    started = pool(fake("one"), fake("two"))
    codecs = codecs_of(started.introductions())
    return started, Routes(Codecs(codecs), formats_of(codecs), Selection(format="json"))


def test_a_sweep_over_bytes_is_a_plan(routes, fake_runs):
    started, of_json = routes
    view = next(case.view for case in fake_runs.cases if case.name == "M/plain")
    plan, rows = Plan([Sweep(of_json, b"J" + view, view)], "FORMAT"), []
    drive(plan.works, started, lambda work, of_work: rows.extend(of_work))
    assert plan.cells == sum(len(row.readers) for row in rows) == 2 * (len(view) + 1)
    *parts, whole = rows
    assert not any(whole.cells) and whole.name == str(len(view) + 1)
    assert {cell.outcome for row in parts for cell in row.cells} <= {Outcome.DIFFERS, Outcome.INTERNAL}
    assert all(len(list(row.cells)) == 2 for row in parts)


def test_routes_of_a_case_are_all_pairs_and_none_meets_itself(routes, fake_runs):
    _, of_json = routes
    every = Routes(of_json.codecs, formats_of(of_json.codecs.all), Selection())
    pairs = {}
    for route in every.of("M/plain", fake_runs.cases[0]):
        pairs.setdefault(route.format.name, []).extend((route.writer.id, one.id) for one in route.readers)
    assert list(pairs) == ["none", "json", "protobuf", "prototext"]
    assert len(pairs["json"]) == 4 and all(writer == reader for writer, reader in pairs["none"])

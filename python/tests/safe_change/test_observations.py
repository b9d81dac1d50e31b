"""What a cell of a run says of a change: the kinds of the steps, with their verdicts."""

from dataclasses import replace

import pytest
from versions import samples

from wirebed.report.steps.verdicts import verdict
from wirebed.state.row import Reading, Row
from wirebed.view import parse
from wirebed.view.compare import Found
from wirebed.view.outcome import Cell, Kind, Outcome, word
from wirebed_safe_change.meanings import MEANINGS
from wirebed_safe_change.observations import Observations

CODEC = "java:json/jackson"


def observation(folder, cell_of):
    """The one observation of one cell of int32 to fixed32; `cell_of` makes the cell of an id."""
    of = samples(folder, "message M { int32 a = 1; }", "message M { fixed32 a = 1; }")
    name = next(name for name, one in of.probes.items() if one.version == "v1" and one.fields)
    row = Row(None, name, "", "json", CODEC, [CODEC], leg="backward")
    row.readings.append(Reading(CODEC, cell_of(row.id(CODEC))))
    observed = Observations(of)
    observed.take([row])
    (one,) = observed.seen
    return one


@pytest.mark.parametrize(
    ("stage", "what", "says"), [("use", "unusable", "corrupting"), ("parse", "rejected", "breaking")]
)
def test_where_a_reader_fails(tmp_path, stage, what, says):
    one = observation(tmp_path, lambda id_: Cell(id_, Outcome.REJECTED, stage=stage, reason="no"))
    assert (one.what, str(one.verdict), one.failed, one.reason) == (what, says, True, f"{stage}: no")


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind])
def test_every_kind_has_the_verdict_that_a_step_has(tmp_path, kind):
    record = parse(b"r\3\0p.M\1\0\0\0i" + (5).to_bytes(8, "little") + bytes(4))

    def differs(id_):
        place = record.children[0]
        return Cell(id_, Outcome.DIFFERS, differences=[Found(kind, place, None, place)])

    one = observation(tmp_path, differs)
    assert (one.what, one.verdict) == (word(kind), verdict(kind))
    assert kind is Kind.IDENTITY_LOST or word(kind) in MEANINGS


@pytest.mark.parametrize(
    ("own", "explained"),
    [
        ("list", True),
        ("list[13]", True),
        ("list[13].a", True),
        ("", False),
        ("list_2", False),
        ("lis", False),
    ],
)
def test_a_difference_without_the_change_explains_one_around_it_or_inside_it(tmp_path, own, explained):
    record = parse(b"r\3\0p.M\1\0\0\0i" + (5).to_bytes(8, "little") + bytes(4))

    def differs(id_):
        place = record.children[0]
        return Cell(id_, Outcome.DIFFERS, differences=[Found(Kind.UNREAD, place, None, place)])

    seen = replace(observation(tmp_path, differs), path="list")
    changed, unchanged = object.__new__(Observations), object.__new__(Observations)
    for inner in (seen, replace(seen, path="list[2]")) if own == "list" else (seen,):
        changed.seen, unchanged.seen = [inner], [replace(seen, path=own)]
        assert (changed.without(unchanged) == []) is explained
        unchanged.seen = [replace(seen, path=own, verdict=verdict(Kind.REORDERED))]
        assert changed.without(unchanged) == [inner], "it is not as bad"

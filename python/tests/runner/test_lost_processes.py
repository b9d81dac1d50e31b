"""A process that was lost over a route is reported by a cell in which its own language takes part."""

from types import SimpleNamespace

import pytest

from wirebed.engine.judge import Judge
from wirebed.engine.route import RouteState
from wirebed.engine.row import Reading, Row
from wirebed.engine.slots import Slot
from wirebed.outcome import Outcome
from wirebed.peers import Lost

READERS = ["cpp:json/nlohmann", "java:json/jackson"]


@pytest.mark.parametrize(
    ("where", "cell"),
    [("held", 0), ("written", 0), ("relayed", 0), ("reads", 1), ("references", 1), ("passed", 1), ("returned", 1)],
)
def test_the_cell_that_pays_is_one_of_its_peer(where, cell):
    lost = Slot()
    lost.unattributed = Lost(Outcome.CRASH, "the java peer: ended with tasks outstanding")
    state = RouteState(None)
    if where in ("written", "relayed"):
        setattr(state, where, lost)
    elif where != "held":
        setattr(state, where, [None, lost])
    values = SimpleNamespace(held_slot=lambda route: lost if where == "held" else None)
    row = Row(None, "a/v1.x", "", "json", "java:json/jackson", [Reading(one) for one in READERS], leg="forward")
    Judge(values, {})._report_losses(row, state)
    assert [reading.cell is not None for reading in row.readings] == [cell == 0, cell == 1]
    assert lost.unattributed is None and row.readings[cell].cell.outcome is Outcome.CRASH

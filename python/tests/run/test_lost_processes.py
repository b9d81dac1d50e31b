"""A process that was lost over a route is reported by a cell in which its own language takes part."""

from types import SimpleNamespace

import pytest

from wirebed.peers import Lost
from wirebed.run.judge import Judge
from wirebed.run.questions import Column, Panel, Place, Questions, Slot
from wirebed.run.route import References, RouteState
from wirebed.state.row import Row
from wirebed.view.outcome import Outcome

READERS = ["cpp:json/nlohmann", "java:json/jackson"]


@pytest.mark.parametrize(
    ("where", "reader"),
    [("held", 0), ("written", 0), ("relayed", 0), ("reads", 1), ("references", 1), ("passed", 1), ("returned", 1)],
)
def test_the_cell_that_pays_is_one_of_its_peer(where, reader):
    questions, state = Questions(), RouteState(None, {})
    state.panel = Panel("decode", READERS, "a.A", {}, "")
    state.position = state.panel.add(b"")
    slot, place = Slot("relay"), Place(Column(None), 0)
    lost = {"relayed": slot, "passed": slot, "reads": Place(state.panel.columns[1], 0)}.get(where, place)
    if where in ("written", "relayed"):
        setattr(state, where, lost)
    elif where in ("passed", "returned"):
        setattr(state, where, [None, lost])
    elif where == "references":
        state.references = References(b"", [None, lost])
    questions.losses[lost] = Lost(Outcome.CRASH, "the java peer: ended with tasks outstanding")
    values = SimpleNamespace(questions=questions, held_place=lambda route: lost if where == "held" else None)
    row = Row(None, "a/v1.x", "", "json", "java:json/jackson", READERS, equal=READERS, leg="forward")
    Judge(values, {})._report_losses(row, state)
    assert [one.reader for one in row.readings] == [READERS[reader]] and row.equal == [READERS[1 - reader]]
    assert not questions.losses and row.readings[0].cell.outcome is Outcome.CRASH

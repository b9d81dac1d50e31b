"""How time and memory grow: what is called linear, and the file that states what is not."""

from types import SimpleNamespace

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed_limits.growth import MEMORY, TIME, Growth
from wirebed_limits.inputs import CLAIMED, Input
from wirebed_limits.series import Point, Series
from wirebed_limits.stated import stated

CODEC = SimpleNamespace(id="java:xml/xstream")
INPUT = Input("xml", "depth", "t.M", bytes)


def series(*figures: float, clear: float = 0.1) -> Series:
    return Series(clear, clear / 20, [Point(1000 * 4**at, each) for at, each in enumerate(figures)])


@pytest.mark.parametrize(
    ("figures", "exponent", "linear"),
    [((0.1, 0.4), 1.0, True), ((0.1, 0.4, 6.4), 2.0, False), ((0.001, 0.09), None, True), ((5.0,), None, True)],
)
def test_the_power_is_that_of_the_last_inputs(figures, exponent, linear):
    found = series(*figures)
    assert found.exponent == (None if exponent is None else pytest.approx(exponent))
    assert found.linear is linear


def test_what_can_be_of_something_else_is_no_growth():
    assert series(0.0, 0.1).exponent == series(0.005, 0.1).exponent


def test_time_and_memory_grow_apart():
    assert Growth(CODEC, INPUT, [], series(0.1, 0.4), series(1, 16)).beyond() == [MEMORY]
    assert Growth(CODEC, INPUT, [], series(0.1, 1.6), series(1, 4)).beyond() == [TIME]


def test_nothing_is_needed_for_what_is_only_claimed():
    claimed = INPUT._replace(kind=CLAIMED)
    assert Growth(CODEC, claimed, [], series(0.01), series(0, 0)).beyond() == []
    assert Growth(CODEC, claimed, [], series(0.01), series(0.1, 0.4)).beyond() == [MEMORY]


def test_what_is_stated_takes_codecs_kinds_and_figures():
    entries = stated(Bed.open())
    decimals, texts = (Growth(CODEC, INPUT._replace(kind=kind)) for kind in ("digits-decimal", "length"))
    assert any(entry.takes(decimals, TIME) for entry in entries)
    assert not any(entry.takes(decimals, MEMORY) for entry in entries)
    assert not any(entry.takes(texts, TIME) for entry in entries)


@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("{codecs: ['java:*'], kinds: [depth], grows: [time], reason: It does.}", "2:3: authority is missing"),
        (
            "{codecs: ['java:*'], kinds: [depth], grows: [size], reason: It does., authority: a}",
            "size is neither time nor memory",
        ),
    ],
)
def test_an_entry_is_whole(tmp_path, entry, error):
    (tmp_path / "proto").mkdir()
    path = tmp_path / "fixtures" / "limits" / "growth.yaml"
    path.parent.mkdir(parents=True)
    assert stated(Bed.open(tmp_path)) == []
    path.write_text(f"growth:\n- {entry}\n")
    with pytest.raises(UserError, match=error):
        stated(Bed.open(tmp_path))

"""How time grows: what is called linear, and the file that states what is not."""

from types import SimpleNamespace

import pytest

from wirebed.bed import Bed
from wirebed.errors import UserError
from wirebed_limits.growth import Growth, Point
from wirebed_limits.growth_command import stated
from wirebed_limits.inputs import Input

CODEC = SimpleNamespace(id="java:xml/xstream")
INPUT = Input("xml", "depth", "t.M", bytes)


def growth(*seconds: float) -> Growth:
    return Growth(CODEC, INPUT, [Point(4**at, 1000 * 4**at, each) for at, each in enumerate(seconds)])


@pytest.mark.parametrize(
    ("seconds", "exponent", "linear"),
    [((0.1, 0.4), 1.0, True), ((0.1, 0.4, 6.4), 2.0, False), ((0.001, 0.09), None, True), ((5.0,), None, True)],
)
def test_the_power_is_that_of_the_last_inputs(seconds, exponent, linear):
    found = growth(*seconds)
    assert found.exponent == (None if exponent is None else pytest.approx(exponent))
    assert found.linear is linear


def test_what_is_stated_takes_codecs_and_kinds(tmp_path):
    entries = stated(Bed.open())
    assert any(entry.takes(growth(0.1, 1.6)) for entry in entries)
    assert not any(entry.takes(Growth(CODEC, INPUT._replace(kind="length"))) for entry in entries)


def test_an_entry_needs_its_authority(tmp_path):
    (tmp_path / "proto").mkdir()
    path = tmp_path / "fixtures" / "limits" / "growth.yaml"
    path.parent.mkdir(parents=True)
    assert stated(Bed.open(tmp_path)) == []
    path.write_text("growth:\n- {codecs: ['java:*'], kinds: [depth], reason: It does.}\n")
    with pytest.raises(UserError, match="growth.yaml:2:3: authority is missing"):
        stated(Bed.open(tmp_path))

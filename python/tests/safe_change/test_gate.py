"""FAIL= and STRICT=: from which verdict on the exit code is 1."""

import pytest

from wirebed.errors import UserError
from wirebed.report.steps.verdicts import Verdict
from wirebed_safe_change.gate import gate_of


@pytest.mark.parametrize(
    ("fail", "strict", "stops"),
    [
        (None, False, {"corrupting", "breaking", "undeclared", "unknown"}),
        ("corrupting", False, {"corrupting", "breaking", "undeclared", "unknown"}),
        ("lossy", False, {"lossy", "corrupting", "breaking", "undeclared", "unknown"}),
        ("breaking", False, {"breaking", "undeclared", "unknown"}),
        (None, True, {"lossy", "corrupting", "breaking", "undeclared", "unknown"}),
    ],
)
def test_what_it_stops(fail, strict, stops):
    gate = gate_of(fail, strict)
    assert {str(verdict) for verdict in Verdict if gate.stops(verdict)} == stops and gate.hazards is strict


@pytest.mark.parametrize(
    ("fail", "strict", "told"),
    [("safe", False, "FAIL=safe is none of lossy, corrupting, breaking"), ("breaking", True, "give one of them")],
)
def test_what_it_refuses(fail, strict, told):
    with pytest.raises(UserError, match=told):
        gate_of(fail, strict)

"""A failure that only the other version has is an effect of the change; one that both versions have is a limit of the
language, and none."""

import pytest
from steps import REASON, told

from wirebed.report.steps.step_verdict import by_leg

V1, V2 = (f"enum E {{ Z = 0; A = 1;{more} }} message M {{ E e = 1; }}\n" for more in ("", " B = 2;"))
# An enum of Python has no number without a name, so its objects hold no `unnamed` in any version.
GROWS = f"""
change: an open enum gains a value
samples:
  v1:
    known: 'e: A'
    unnamed: {{hex: {{raw: "07000000"}}, view: 'e: 7', about: a number that no version names}}
  v2:
    added: 'e: B'
    unnamed: {{hex: {{raw: "07000000"}}, view: 'e: 7', about: a number that no version names}}
expect:
  - {{{REASON}, format: raw, leg: [forward, relay-old], sample: v2.added, outcome: rejected, manner: untyped,
     by: codec}}
"""


@pytest.fixture
def report(steps):
    steps.step("grows", GROWS, v1=V1, v2=V2)
    code, report = steps.run(format="raw")
    assert (code, told(report)) == (0, [])
    return report


def test_readers_and_relays_that_fail_since_the_change_count(report):
    worst = by_leg(report.lines)
    for leg in ("forward", "relay-old"):
        assert worst["grows", "raw", leg].failure.case == "grows/v2.added", leg


def test_readers_and_relays_that_fail_in_both_versions_do_not(report):
    failed = [(cell.case, cell.leg) for cell in report.cells if cell.derived]
    samples = [("v1", "backward"), ("v1", "relay-new"), ("v2", "forward"), ("v2", "relay-old")]
    assert sorted(failed) == [(f"grows/{version}.unnamed", leg) for version, leg in samples]
    worst = by_leg(report.lines)
    assert not worst["grows", "raw", "backward"].failure and not worst["grows", "raw", "relay-new"].failure

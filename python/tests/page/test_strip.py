"""The strip of a run says that nothing is new, and never that a loss is good."""

import pytest
from msgspec.structs import replace
from trip_reports import GOOD, OTHER, differs, equal, report

from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed_page import strip


@pytest.mark.parametrize(("code", "verdict"), [(AS_EXPECTED, "nothing new"), (UNEXPECTED, "not as expected")])
def test_a_run_has_its_verdict_and_what_is_not_equal(code, verdict):
    made = report(equal("A/a", GOOD, OTHER), differs("A/b", GOOD, OTHER))
    made.footer = replace(made.footer, exit=code, outcomes={"equal": 1, "differs": 1}, cells=2)
    found = strip.of(made)
    assert (found.verdict, found.cells, found.unequal) == (verdict, 2, 1)

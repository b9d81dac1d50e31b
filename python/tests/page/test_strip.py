"""The strip of a run says that nothing is new, and never that a loss is good."""

import pytest
from msgspec.structs import replace
from trip_reports import GOOD, MORE, OTHER, differs, equal, rejected, report

from wirebed.bed.exit_codes import AS_EXPECTED, UNEXPECTED
from wirebed_page import strip


@pytest.mark.parametrize(("code", "verdict"), [(AS_EXPECTED, "nothing new"), (UNEXPECTED, "not as expected")])
def test_a_run_has_its_verdict(code, verdict):
    made = report(equal("A/a", GOOD, OTHER))
    made.footer = replace(made.footer, exit=code)
    assert strip.of(made).verdict == verdict


def test_a_part_names_what_was_chosen_and_says_nothing_of_the_rest():
    part = strip.of(report(equal("A/a", GOOD, OTHER), filters={"format": "json", "language": "java,python"}))
    assert (part.chosen, part.verdict) == ("FORMAT=json LANGUAGE=java,python", "nothing new in this part")
    assert strip.of(report(equal("A/a", GOOD, OTHER))).chosen == ""


def test_the_languages_are_those_of_the_programs_that_took_part():
    peers = [{"peer": peer, "language": language} for peer, language in (("a", "Go"), ("b", "Java"), ("c", "Java"))]
    for number, languages in enumerate(("", "Go", "Go and Java", "Go and Java")):
        assert strip.of(report(equal("A/a", GOOD, OTHER), peers=peers[:number])).languages == languages


def test_a_cell_is_exact_by_its_sign():
    """As the matrix shows it: a reader that rejects what is to be rejected loses nothing."""
    exact = [equal("A/a", GOOD, OTHER, MORE), rejected("A/b", "bytes", OTHER, reject=True, derived=True, entry="")]
    inexact = [
        equal("A/c", GOOD, OTHER, lost=["narrowed"]),
        differs("A/d", GOOD, OTHER),
        rejected("A/e", GOOD, OTHER),
        differs("A/f", "bytes", OTHER, MORE, reject=True),
    ]
    assert strip.of(report(*exact)).inexact == 0
    found = strip.of(report(*exact, *inexact))
    assert (found.cells, found.inexact) == (8, 5)

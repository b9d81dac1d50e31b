"""What the search of the page finds: the worst cell of a case, libraries, bugs and steps, each with its address."""

from trip_reports import GOOD, GSON, MORE, OTHER, differs, equal, rejected, report

from wirebed_page.interop import findable
from wirebed_page.section import Findable, address


def found(what: str, *lines):
    return [one for one in findable(report(*lines)) if one.what == what]


def test_a_case_opens_the_worst_of_its_cells():
    lines = [
        equal("A/a", GOOD, MORE, bytes="1"),
        rejected("A/a", GSON, OTHER, bytes="2"),
        differs("A/a", GOOD, OTHER, bytes="3"),
        equal("A/b", GOOD, MORE, bytes="4"),
    ]
    worst, best = found("case", *lines)
    assert (worst.name, best.name) == ("A/a", "A/b")
    assert worst.words == "json, java/gson to python/other: rejected"
    assert worst.link == "#/interop/json/java%3Ajson%2Fgson/python%3Ajson%2Fother/A%2Fa"


def test_a_library_opens_the_matrix_of_its_format():
    assert found("codec")[0] == Findable("codec", "java/good", "json 1", "#/interop?format=json")


def test_an_address_has_no_letter_that_has_a_meaning_there():
    assert address("interop", "a/b?c#d") == "#/interop/a%2Fb%3Fc%23d"

"""What the search of the page finds: cases, types, libraries, reasons and kinds of value, each with its address."""

from trip_reports import GOOD, GSON, MORE, OTHER, differs, equal, rejected, report

from wirebed.bed import Bed
from wirebed.state.deviations import of_bed
from wirebed_page import entries
from wirebed_page.interop import findable
from wirebed_page.section import Findable, address
from wirebed_page.trip import found as found_kinds
from wirebed_page.trip.kinds import Kind
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.squares import squares


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
    assert worst.words == "json, java/good to python/other: differs"
    assert worst.link == "#/interop/json/java%3Ajson%2Fgood/python%3Ajson%2Fother/A%2Fa"


def test_a_library_opens_the_matrix_of_its_format():
    assert found("codec")[0] == Findable("codec", "java/good", "json 1", "#/interop?format=json")


def test_a_type_opens_the_cells_of_its_cases():
    lines = [equal(case, GOOD, MORE) for case in ("Stock/a", "Stock/b", "Note.deep/a", "Stock/a")]
    assert found("type", *lines) == [
        Findable("type", "Note", "1 case", "#/interop?message=Note"),
        Findable("type", "Stock", "2 cases", "#/interop?message=Stock"),
    ]


def test_a_reason_has_the_words_of_its_entry_and_the_first_cell_that_shows_it():
    known = {entry.name: entry for entry in of_bed(Bed.open(), Bed.open().root)}
    name = "hessian2-zero-has-no-sign"
    lines = [equal("A/a", GOOD, MORE), differs("A/b", GOOD, OTHER, entry=name), differs("A/c", GOOD, OTHER, entry=name)]
    # What the bed no longer has is not found.
    lines.append(differs("A/d", GOOD, OTHER, entry="gone"))
    (one,) = entries.findable(report(*lines).lines, known, lambda line: line.case)
    assert one == Findable("reason", name, " ".join(known[name].reason.split()), "A/b")


def test_a_kind_opens_the_languages_between_which_most_formats_lose_it():
    known = (Kind("-0.0", ("A/*",)), Kind("kept", ("B/*",)), Kind("of no two languages", ("C/*",)))
    lines = [
        equal("A/a", GOOD, OTHER), differs("A/a", GOOD, OTHER, format="xml"),
        differs("A/a", OTHER, GOOD), differs("A/a", OTHER, GOOD, format="xml"), equal("B/a", GOOD, OTHER),
        equal("C/a", GOOD, GSON),
    ]  # fmt: skip
    made = report(*lines)
    lost, kept = found_kinds.findable(squares(made, known, Languages(made.header)), known)
    assert (lost.name, lost.link) == ("-0.0", "#/trip/Python/Java")
    assert lost.words == "not exact in json and xml, between languages"
    assert (kept.words, kept.link) == ("exact in every format, between languages", "#/trip/Java/Python")


def test_an_address_has_no_letter_that_has_a_meaning_there():
    assert address("interop", "a/b?c#d") == "#/interop/a%2Fb%3Fc%23d"

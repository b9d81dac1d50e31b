"""Badges: the share of exact cells between different languages, as an SVG that needs nothing else."""

import xml.etree.ElementTree as ET

from trip_reports import GOOD, GSON, OTHER, differs, equal, rejected, report

from wirebed.view.outcome import SIGNS
from wirebed_page import badges, signs
from wirebed_page.trip.languages import Languages


def drawn(*lines) -> dict[str, str]:
    made = report(*lines)
    return badges.files(made, Languages(made.header))


def texts(svg: str) -> list[str]:
    return [element.text for element in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def title(svg: str) -> str:
    return ET.fromstring(svg).find("{http://www.w3.org/2000/svg}title").text


def test_the_figure_is_that_of_the_cells():
    lines = [equal(f"A/{number}", GOOD, OTHER) for number in range(3)]
    files = drawn(*lines, differs("A/3", GOOD, OTHER))
    assert list(files) == ["badges/json.svg"]
    assert texts(files["badges/json.svg"]) == ["json", "= 75 % exact"]
    assert title(files["badges/json.svg"]) == (
        "json: 3 of 4 cells between different languages are exact (3 exact, 1 differs)"
    )
    assert texts(drawn(*lines, equal("A/3", GOOD, OTHER))["badges/json.svg"])[1] == "= 100 % exact"


def test_what_is_nearly_all_is_not_all():
    lines = [equal(f"A/{number}", GOOD, OTHER) for number in range(999)]
    assert texts(drawn(*lines, rejected("A/x", GOOD, OTHER))["badges/json.svg"])[1] == "= 99 % exact"


def test_one_language_alone_does_not_count():
    assert drawn(equal("A/a", GOOD, GSON)) == {}
    files = drawn(differs("A/a", GOOD, GSON, OTHER), equal("A/b", GOOD, GSON))
    assert texts(files["badges/json.svg"])[1] == "= 0 % exact"


def test_goldens_and_given_bytes_do_not_count():
    assert drawn(equal("A/a", GOOD, OTHER, source="golden"), equal("A/a", "bytes", OTHER)) == {}


def test_nothing_is_fetched_and_each_sign_has_a_colour():
    (svg,) = drawn(equal("A/a", GOOD, OTHER)).values()
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert len({one.line for one in SIGNS.values()}) == len(SIGNS)
    assert all(f".sign-{one.name} " in signs.css() for one in SIGNS.values())


def test_a_name_is_text():
    (svg,) = drawn(equal("A/a", GOOD, OTHER, format="<a&b>")).values()
    assert texts(svg)[0] == "<a&b>"

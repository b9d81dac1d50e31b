"""axe-core finds nothing serious in any view, in light and in dark; on a phone nothing is wider than the screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from wirebed.bed import REPORTS

VIEWS = {
    "start": "",
    "interop": "#/interop",
    "pair": "#/interop/json/java:json%2Fgson/python:json%2Forjson",
    "cell": "#/interop/json/java:json%2Fgson/python:json%2Forjson/Scalars%2Fmax_unsigned_64",
    "odd": "#/odd",
    "trip": "#/trip",
    "bugs": "#/bugs",
    "evolution": "#/evolution",
    "step": "#/evolution/s06_int32_to_int64",
    "predictions": "#/predictions",
    "replay": "#/replay",
    "limits": "#/limits",
    "silence": "#/silence",
    "conformance": "#/conformance",
    "search": "#/search?text=gson",
    "cost": "#/cost",
    "claims": "#/claims",
    "echo": "#/echo",
    "glossary": "#/glossary",
}
SERIOUS = ("serious", "critical")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("address", VIEWS.values(), ids=VIEWS)
def test_no_serious_finding(open_page, address, scheme):
    tab = open_page(color_scheme=scheme).at(address)
    found = [one for one in Axe().run(tab).response["violations"] if one["impact"] in SERIOUS]
    assert not found, [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]


@pytest.mark.parametrize(("name", "address"), VIEWS.items(), ids=VIEWS)
def test_a_phone_shows_the_whole_width(open_page, name, address):
    tab = open_page(width=390, height=844).at(address)
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-phone.png", full_page=False)
    widths = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


@pytest.mark.parametrize(("name", "address"), VIEWS.items(), ids=VIEWS)
def test_a_desktop(open_page, name, address):
    opened = open_page()
    tab = opened.at(address)
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-desktop.png", full_page=False)
    expect(tab.get_by_role("heading", level=1)).to_be_visible()
    assert not opened.errors

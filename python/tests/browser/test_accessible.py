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
# The rules of axe that look at colours; the others find in dark what they find in light.
OF_COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}


def serious(tab, **options) -> list[tuple[str, list[str]]]:
    found = [one for one in Axe().run(tab, **options).response["violations"] if one["impact"] in SERIOUS]
    return [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]


# One test for each view, since each opening loads the whole page: once for a desktop, and once for a phone.
@pytest.mark.parametrize(("name", "address"), VIEWS.items(), ids=VIEWS)
def test_a_view(open_page, name, address):
    opened = open_page(color_scheme="light")
    tab = opened.at(address)
    expect(tab.get_by_role("heading", level=1)).to_be_visible()
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-desktop.png", full_page=False)
    assert serious(tab) == []
    tab.emulate_media(color_scheme="dark")
    assert serious(tab, options=OF_COLOURS) == []
    tab.emulate_media(color_scheme="light")
    tab.set_viewport_size({"width": 390, "height": 844})
    opened.at(address)  # again, since charts are drawn for the width that they find
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-phone.png", full_page=False)
    width, screen = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= screen
    assert not opened.errors

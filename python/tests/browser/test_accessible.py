"""axe-core finds nothing in any view, in light and in dark; on a phone nothing is wider than the screen."""

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from views import VIEWS

from wirebed.bed import REPORTS

# A result has the HTML of each element that a rule looked at, which for the body is the whole page: selectors do.
AXE = Axe(f"{AXE_SCRIPT}; axe.configure({{noHtml: true}})")
OPTIONS = {"resultTypes": ["violations"]}
# The rules of axe that look at colours; the others find in dark what they find in light.
OF_COLOURS = {**OPTIONS, "runOnly": ["color-contrast", "link-in-text-block"]}
# Of all elements with a text that the same styles apply to, one: they have the same colours. Styles know the tag, the
# column and these attributes of an element and of all around it.
ONE_OF_EACH = """options => {
  const attributes = ["class", "id", "style", "hidden", "open", "type", "aria-current", "aria-sort"];
  const kind = (one) => one && [kind(one.parentElement), one.tagName, one.cellIndex,
    ...attributes.map((name) => one.getAttribute(name))].join();
  const hasText = (one) => [...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim());
  const texts = [...document.querySelectorAll("body :not(script)")].filter(hasText);
  return axe.run({ include: [...new Map(texts.map((one) => [kind(one), one])).values()] }, options);
}"""


def told(results: dict) -> list[tuple[str, str, list]]:
    return [(one["id"], one["help"], [node["target"] for node in one["nodes"][:3]]) for one in results["violations"]]


# One test for each view, since each of them is a page of its own to who reads it: for a desktop, and for a phone.
@pytest.mark.parametrize(("name", "address"), VIEWS.items(), ids=VIEWS)
def test_a_view(walked, name, address):
    tab = walked.tab
    walked.errors.clear()
    tab.set_viewport_size({"width": 1280, "height": 900})
    tab.emulate_media(color_scheme="light")
    walked.go(address)
    expect(tab.get_by_role("heading", level=1)).not_to_have_text("Not found")
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-desktop.png", full_page=False)
    assert told(AXE.run(tab, options=OPTIONS).response) == []
    tab.emulate_media(color_scheme="dark")
    assert told(tab.evaluate(ONE_OF_EACH, OF_COLOURS)) == []
    tab.emulate_media(color_scheme="light")
    tab.set_viewport_size({"width": 390, "height": 844})
    walked.go(address)  # again, since charts are drawn for the width that they find
    tab.screenshot(path=REPORTS / "screenshots" / f"{name}-phone.png", full_page=False)
    width, screen = tab.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= screen
    assert not walked.errors

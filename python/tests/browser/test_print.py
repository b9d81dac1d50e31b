"""Nobody can scroll or open what is printed: no table is wider than the sheet, and what parts hold is there."""

import pytest
from views import VIEWS

# What Chromium's margins and those of the styles leave of the width of a sheet of A4, in pixels: by the styles' names.
SHEETS = {"auto": 718, "landscape": 1062}
WIDER = """() => [...document.querySelectorAll("table")]
  .filter((table) => table.checkVisibility() && table.getBoundingClientRect().right > innerWidth)
  .map((table) => table.getBoundingClientRect().right)"""
CLOSED = """() => [...document.querySelectorAll("details")].flatMap((part) => [...part.children].slice(1)
  .filter((child) => part.checkVisibility() && !child.checkVisibility()).map((child) => child.textContent))"""


@pytest.mark.parametrize("address", VIEWS.values(), ids=VIEWS)
def test_a_view_is_whole_on_paper(walked, address):
    tab = walked.tab
    tab.emulate_media(media="print")
    walked.go(address)
    sheet = tab.evaluate("getComputedStyle(document.body).page")
    tab.set_viewport_size({"width": SHEETS[sheet], "height": 900})
    assert tab.evaluate(WIDER) == []
    assert tab.evaluate(CLOSED) == []

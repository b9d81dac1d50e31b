"""Text of payloads is data: a case that holds a script and marks of direction is shown and not run."""

import pytest
from made_up import MadeUp

from wirebed_page import command

SCRIPT = "<script>window.ran = 1</script><img src=x onerror='window.ran = 1'>\u202egnp.exe"
SHOWN = SCRIPT.replace("\u202e", "\\u{202e}")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    report = MadeUp(folder)
    value = report.text(SCRIPT)
    report.line(
        case=f"M/{SCRIPT}",
        outcome="rejected",
        stage="parse",
        manner="typed",
        by="library",
        reason=SCRIPT,
        value=value,
        bytes=report.value(SCRIPT.encode()),
        size=len(SCRIPT.encode()),
    )
    path = folder / "index.html"
    command.make(report.runs(), path)
    return path


def test_a_script_is_shown_and_not_run(open_page, hostile):
    opened = open_page(path=hostile)
    tab = opened.at("#/interop")
    tab.locator("table.matrix td a").first.click()
    tab.get_by_role("link", name=f"M/{SHOWN}").click()
    tab.wait_for_selector("#view h1:has-text('window.ran')")
    assert tab.get_by_text(SHOWN).count() > 1
    assert "\u202e" not in tab.locator("body").inner_text()
    assert "\u202e" not in tab.title()
    assert tab.evaluate("window.ran") is None
    assert not [url for url in opened.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]

"""The page as a user meets it: it opens from the disk alone, filters, links, and goes from a square to a cell."""

import re

import pytest
from playwright.sync_api import expect

from wirebed.view import outcome

# Of each square, the sign in its corner and the counts of all signs but that of the exact ones.
CORNERS = """some => some.map(
  one => [one.querySelector(".corner").textContent, one.querySelector(".others")?.textContent ?? ""])"""
MOST_HARMFUL = (
    outcome.ENDED, outcome.DIFFERS, outcome.FAILS, outcome.NOT_AT_ALL, outcome.UNSUPPORTED, outcome.IN_PART
)  # fmt: skip


def test_no_request_leaves_the_page(opened):
    tab = opened.at("")
    for subject in tab.get_by_role("navigation").get_by_role("link").all():
        subject.click()
        tab.wait_for_selector("#view h1")
    outside = [url for url in opened.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
    assert outside == []
    assert len([url for url in opened.requests if url.startswith("file:")]) == 1


def test_each_view_marks_a_subject_of_the_navigation(opened):
    tab = opened.at("")
    views = tab.evaluate("import('wirebed/main.js').then(({ VIEWS }) => Object.keys(VIEWS))")
    # The start has the search, and the navigation does not name the start.
    for view in set(views) - {"search"}:
        opened.go(f"#/{view}")
        expect(tab.get_by_role("navigation", name="Subjects").locator("[aria-current=page]")).to_have_count(1)


def test_an_address_that_is_not_there(opened):
    tab = opened.at("#/nowhere")
    expect(tab.get_by_text("The page has nothing at this address")).to_be_visible()


def test_the_words_are_a_link_away(opened):
    tab = opened.at("")
    tab.get_by_role("link", name="what the words mean").click()
    tab.wait_for_selector("#view h1:has-text('Glossary')")
    row = tab.get_by_role("row", name="codec One library that writes or reads one format")
    assert row.locator("code").inner_text() == "java:hessian2/caucho"


def test_filters_stand_in_the_address(opened):
    tab = opened.at("#/interop")
    tab.get_by_label("Format").select_option("json")
    tab.get_by_label("Read in").select_option("Python")
    heads = tab.locator("table.matrix thead th").all_inner_texts()
    assert heads[0] == "writer \\ reader"
    assert all(head.startswith("python/") for head in heads[1:])
    assert tab.locator("table.matrix").count() == 1
    again = opened.at(tab.url[tab.url.index("#") :])
    assert again.locator("table.matrix thead th").all_inner_texts() == heads


def test_filters_leave_rows_with_squares_or_say_that_there_is_no_cell(opened):
    tab = opened.at("#/interop")
    formats, languages = (tab.get_by_label(label) for label in ("Format", "Read in"))
    nothing = 0
    for format in offered(formats):
        formats.select_option(format)
        for language in offered(languages):
            languages.select_option(language)
            rows = tab.locator("table.matrix tbody tr").evaluate_all(
                "rows => rows.map(row => row.querySelectorAll('.square').length)"
            )
            assert all(rows)
            assert bool(rows) != tab.get_by_text("No cell matches these filters.").is_visible()
            nothing += not rows
    assert nothing


def offered(choice) -> list[str]:
    """The options of a filter without the one that takes all."""
    return choice.locator("option:not([value=''])").all_inner_texts()


def test_from_a_square_to_a_cell(opened):
    tab = opened.at("#/interop?format=hessian2")
    tab.locator("table.matrix td.square:not(.sign-exact) a").first.click()
    tab.wait_for_selector("#view h1:has-text(' to ')")
    row = tab.locator("tbody tr").first
    name = row.get_by_role("link").inner_text()
    row.get_by_role("link").click()
    tab.wait_for_selector(f"#view h1:has-text({name.split(' (')[0]!r})")
    expect(tab.get_by_text("make interop CASE=").first).to_be_visible()


def test_a_refusal_of_the_bed_leads_no_square_and_what_one_language_has_is_folded_away(opened):
    tab = opened.at("#/interop")
    corners = {one.strip() for one in tab.locator("table.matrix .corner").all_inner_texts()}
    assert outcome.DIFFERS in corners and outcome.OURS not in corners
    folded = tab.locator("#view details")
    assert "cereal" in folded.locator("summary").inner_text()
    expect(folded.get_by_role("heading", name="cereal")).to_be_hidden()
    assert tab.locator("#view h2").last.inner_text() == "none"


@pytest.mark.parametrize("address", ["#/interop", "#/trip/Java/Python"])
def test_the_corner_of_a_square_has_its_most_harmful_sign(opened, address):
    squares = opened.at(address).locator("td.square").evaluate_all(CORNERS)
    silent = 0
    for corner, others in squares:
        signs = set(re.sub(r"[\d\s]", "", others)) - {outcome.OURS}
        most = next((one for one in MOST_HARMFUL if one in signs), None)
        assert most in (corner, None), (corner, others)
        silent += most == outcome.DIFFERS and outcome.FAILS in signs
    assert silent


def test_a_square_counts_its_cases(opened):
    tab = opened.at("#/interop?format=protobuf")
    square = tab.locator("table.matrix td a").first
    share, counted = map(int, re.search(r"(\d+) %\s+of (\d+)", square.inner_text()).groups())
    exact = int(re.search(r"(\d+) exact", square.get_attribute("aria-label"))[1])
    assert share == 100 * exact // counted
    square.click()
    tab.wait_for_selector("#view h1:has-text(' to ')")
    expect(tab.get_by_role("heading", name=f"{counted:,} cells: written in this run")).to_be_visible()


@pytest.mark.parametrize("key", ["Enter"])
def test_the_keyboard_alone(opened, key):
    tab = opened.at("")
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.textContent") == "Skip to the content"
    for _ in range(40):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.getAttribute('href')") == "#/interop":
            break
    tab.keyboard.press(key)
    tab.wait_for_selector("#view h1:has-text('Interop')")


# The address of the format of a square.
FORMAT_OF = "cell => cell.closest('table').tHead.rows[0].cells[cell.cellIndex].querySelector('a').hash"


def test_a_square_of_the_trip_and_its_format_name_the_best_and_the_worst_pair(opened):
    tab = opened.at("#/trip/Java/Python")
    squares = tab.locator("table.trip td.square")
    texts = [one.split("best, worst")[1] for one in squares.all_text_contents()]
    assert texts and all(re.match(r"Best.*: \S+/\S+ → python/\S+", text) for text in texts)
    told = next(text for text in texts if " Worst: " in text)
    unlike = squares.nth(texts.index(told))
    unlike.locator("summary").focus()
    tab.keyboard.press("Enter")
    expect(unlike.get_by_text(told)).to_be_visible()
    tab = opened.at(unlike.evaluate(FORMAT_OF))
    tab.get_by_text("What was read of each kind of value").click()
    expect(tab.get_by_text(told).first).to_be_visible()


def test_the_search_has_each_sort_of_thing_and_a_type_opens_its_cells(opened):
    tab = opened.at("#/search?text=stock")
    offered = tab.get_by_label("Among").locator("option").all_inner_texts()
    assert {"cases", "types", "kinds", "codecs", "bugs", "reasons", "steps", "claims"} <= set(offered)
    tab.get_by_label("Among").select_option("type")
    tab.get_by_role("link", name="Stock", exact=True).click()
    tab.wait_for_selector("#view h1:has-text('Interop')")
    assert tab.locator("select[name=message]").input_value() == "Stock"

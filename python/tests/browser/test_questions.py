"""What a new user asks, each answered in at most three clicks from the start."""

import re
from collections import defaultdict
from statistics import fmean

import pytest
from playwright.sync_api import expect

from wirebed.bed import REPORTS, ROOT, Bed
from wirebed.report import load
from wirebed.state.deviations import of_bed
from wirebed_claims import lines
from wirebed_costs.load_result import load as load_result
from wirebed_costs.published import RESULT
from wirebed_page.bugs import bugs
from wirebed_page.trip import kinds
from wirebed_page.trip.answers import answers
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.squares import squares

CLICKS = 3
STOCK = "Stock/article_hessian"


@pytest.fixture
def clicks(opened):
    """Opens the start, and counts how often a link is followed; what is typed into a filter is no click."""
    tab = opened.at("")

    class Clicks:
        done = 0

        def follow(self, link):
            self.done += 1
            # The view before stays until the next one has what it shows.
            tab.evaluate("document.querySelector('#view h1')?.setAttribute('data-before', '')")
            link.click()
            tab.wait_for_selector("#view h1:not([data-before])")

    found = Clicks()
    found.tab = tab
    yield found
    assert 0 < found.done <= CLICKS


def test_what_python_reads_when_java_writes_the_largest_uint64(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/trip']"))
    clicks.follow(tab.locator("#view a[href='#/trip/Java/Python']").first)
    row = tab.get_by_role("row").filter(has_text="18446744073709551615").first
    row.wait_for()
    heads = tab.locator("#view table").filter(has=row).locator("thead th").all_inner_texts()
    squares = dict(zip(heads, row.locator("th, td").all_inner_texts(), strict=True))
    assert "100 %" in squares["protobuf"]
    assert "-1" in squares["json"]


def test_what_json_loses_from_java_to_python_stands_on_the_first_screen(opened):
    run = load(REPORTS / "interop.jsonl")
    known = kinds.load(Bed.open().fixtures / kinds.FILE)
    of_pairs = {answer.title: answer for answer in answers(squares(run, known, Languages(run.header)), known)}
    sentences = {name: sentence for name, _, sentence in of_pairs["Java to Python"].parts}
    tab = opened.at("")
    line = tab.locator("details").filter(has_text="Java to Python").first
    line.locator("summary").click()
    shown = line.locator("li").filter(has_text=sentences["json"])
    expect(shown).to_be_visible()
    assert "NaN" in sentences["json"]


def test_whether_an_int32_may_become_an_int64_and_the_witness(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/evolution']"))
    tab.get_by_label("Words of the change").fill("int32 int64")
    clicks.follow(tab.locator("#view a[href='#/evolution/s06_int32_to_int64']").first)
    row = tab.get_by_role("row").filter(has=tab.get_by_role("rowheader", name=re.compile("^protobuf"))).first
    assert "corrupting" in row.inner_text()
    assert "narrowed" in row.inner_text()


def test_the_smallest_codec_for_a_stock_and_the_fastest_in_cpp(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/cost']"))
    words = tab.locator("#view").inner_text()
    assert re.search(r"For Stock/\w+, the fewest bytes of \d+ codecs of libraries are those of .*: \d+", words)
    assert re.search(r"from and to the plain object: .*in C\+\+ \w+/\w+[^;]* \(of \d+\)", words)
    table = tab.locator("#view table", has_text="The smallest and the fastest library for Stock")
    java = table.get_by_role("row").filter(has=tab.get_by_role("rowheader", name="Java")).inner_text()
    smallest, fastest = best_of_java(load_result(RESULT))
    assert smallest.partition(":")[2] in java and fastest.partition(":")[2] in java


def is_library(codec: str | None) -> bool:
    return bool(codec and codec.startswith("java:") and not re.search(":(raw|java-external)", codec))


def best_of_java(result: dict) -> tuple[str, str]:
    """The library with the fewest bytes for the Stock, and the one that is the fastest from a plain object and back."""
    models = {one["codec"]: one["model"] for one in result["codecs"]}
    rows = [row for row in result["rows"] if row["case"] == STOCK and is_library(row["codec"])]
    times = defaultdict(list)
    for row in rows:
        if row["operation"] in (("populate", "convert") if models[row["codec"]] == "message" else ("encode", "decode")):
            times[row["codec"]].append(fmean(fmean(process) for process in row["samples"]))
    sizes = {one["codec"]: one["raw"] for one in result["sizes"] if one["case"] == STOCK and is_library(one["codec"])}
    both = {codec: sum(some) for codec, some in times.items() if len(some) == 2}
    return min(sizes, key=sizes.__getitem__), min(both, key=both.__getitem__)


def test_which_claim_of_2009_does_not_hold_and_why(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/claims']"))
    clicks.follow(tab.locator("#view a[href='#/claims/S0.8']").first)
    _, rows = lines.read(ROOT / "fixtures/claims/verdicts.jsonl")
    (claim,) = [row for row in rows if row["claim"] == "S0.8"]
    shown = tab.locator("#view").inner_text()
    assert all(claim[key] in shown for key in ("said", "verdict", "why", "rule", "ours"))
    assert "make claims" in shown


def test_the_bugs_of_gson(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/bugs']"))
    tab.get_by_label("Library, or words of the bug").fill("java/gson")
    rows = tab.locator("#view tbody tr")
    known = bugs(load(REPORTS / "interop.jsonl"), {entry.name: entry for entry in of_bed(Bed.open(), ROOT)})
    of_gson = [bug for bug in known if any("/gson" in codec for codec in bug.codecs)]
    assert 0 < rows.count() == len(of_gson)
    clicks.follow(rows.first.get_by_role("link").last)
    expect(tab.get_by_text("make interop CASE=").first).to_be_visible()


def test_a_report_for_the_maintainers_of_gson_stands_ready(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/bugs']"))
    tab.get_by_label("Library, or words of the bug").fill("java/gson long")
    row = tab.get_by_role("row").filter(has_text="gson-long-two-to-63").first
    clicks.follow(row.get_by_role("cell").get_by_role("link").first)
    program = (ROOT / "fixtures/upstream/gson-long-two-to-63.java").read_text(encoding="utf-8")
    shown = tab.locator("#view pre").first.inner_text()
    assert program.strip() in shown and "com.google.code.gson:gson" in shown
    expect(tab.get_by_text("make upstream CASE=gson-long-two-to-63").first).to_be_visible()


def test_the_search_leads_to_a_case_and_a_step(opened):
    tab = opened.at("")
    tab.get_by_role("searchbox").fill("int32_to_int64")
    tab.get_by_role("searchbox").press("Enter")
    tab.wait_for_selector("#view h1")
    tab.get_by_role("link", name="s06_int32_to_int64", exact=True).click()
    tab.wait_for_selector("#view h1:has-text('int32 to int64')")
    assert tab.url.endswith("#/evolution/s06_int32_to_int64")


def test_the_worst_bugs_stand_on_the_first_screen(opened):
    tab = opened.at("")
    worst = tab.locator("section", has_text="Bugs that change a value").locator("ol > li")
    assert worst.count() == 3
    worst.first.get_by_role("link").click()
    tab.wait_for_selector("#view h1")
    assert tab.url.partition("#")[2].startswith("/interop/")

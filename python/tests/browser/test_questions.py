"""The questions of a new user, each answered in at most three clicks from the start: the text that stands there is
computed here, from the lines of the reports and from the verdicts and costs that are checked in."""

import re
from collections import Counter, defaultdict
from statistics import fmean
from urllib.parse import unquote

import pytest
from counted import ROWS, is_written_now, lines_of, square
from playwright.sync_api import expect
from ruamel.yaml import YAML

from wirebed.bed import ROOT, Bed
from wirebed.bed.codec_id import NONE, peer_of, short
from wirebed.bed.glob import any_matches
from wirebed.report.cell import Difference, Line
from wirebed.report.phrases import sign
from wirebed.report.steps.predict import LEGS
from wirebed.report.steps.step_verdict import counts, severity, word
from wirebed.report.steps.verdicts import FAILED, verdict
from wirebed.state.deviations import of_bed
from wirebed.state.deviations.entry import TREE
from wirebed.view.outcome import DIFFERS, EXACT, IN_PART
from wirebed_claims import lines
from wirebed_costs.load_result import load as load_result
from wirebed_costs.published import RESULT
from wirebed_page.evolution_steps import letters
from wirebed_page.trip import kinds
from wirebed_page.trip.answers import answers
from wirebed_page.trip.languages import Languages
from wirebed_page.trip.squares import squares

CLICKS = 3
STOCK = "Stock/article_hessian"
GSON = "java:json/gson"
LAYOUTS = ":(raw|java-external|java-serial-custom)"
KINDS = YAML(typ="safe").load(ROOT / "fixtures/trip.yaml")
# Of each row its cells: the first text of a head, and of a square what is heard of it, the share, and its links.
SQUARES = """table => [...table.rows].map(row => [...row.cells].map(cell => cell.matches('th')
  ? document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode().data
  : [
    cell.querySelector('.heard')?.textContent,
    cell.querySelector('b')?.textContent,
    [...cell.querySelectorAll('a')].map(one => one.textContent),
  ]))"""
_, VERDICTS = lines.read(ROOT / "fixtures/claims/verdicts.jsonl")


@pytest.fixture
def clicks(opened):
    """Opens the start, and counts how often a link is followed; what is typed into a filter is no click."""
    tab = opened.at("")

    class Clicks:
        done = 0

        def follow(self, link):
            self.done += 1
            assert self.done <= CLICKS
            with opened.another_view():
                link.click()

    found = Clicks()
    found.tab = tab
    yield found
    assert found.done


@pytest.mark.parametrize("cases", ["Dates/", "Explicit/"])
def test_what_python_reads_of_dates_and_of_the_largest_numbers_of_java(clicks, interop, cases):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/trip']"))
    clicks.follow(tab.locator("#view a[href='#/trip/Java/Python']").first)
    (_, *formats), *rows = tab.locator("table.trip").evaluate(SQUARES)
    shown = {head: dict(zip(formats, cells, strict=True)) for head, *cells in rows}
    asked = [one for one in KINDS if "at" in one and all(name.startswith(cases) for name in cases_of(one))]
    assert len({one["kind"] for one in asked} & shown.keys()) == len(asked) > 1
    for kind in asked:
        of_kind = {format: square for format, square in shown[kind["kind"]].items() if square[1]}
        counted, instead = arrived(interop, "Java", "Python", kind)
        assert {format: heard for format, (*heard, _) in of_kind.items()} == counted
        for format, texts in instead.items():
            assert any(link.endswith(text) for link in of_kind[format][2] for text in texts)


def cases_of(kind: dict) -> list[str]:
    return [kind["cases"]] if isinstance(kind["cases"], str) else kind["cases"]


def arrived(interop, writes: str, reads: str, kind: dict) -> tuple[dict[str, list[str]], dict[str, set[str]]]:
    """Of each format what a square says of a kind of value, and what is read instead where every value is read."""
    languages = {peer.peer: peer.language for peer in interop.header.peers}
    by_objects = {(line.writer, line.case): line.differences for line in interop.lines if line.format == NONE}
    signs, instead = defaultdict(Counter), defaultdict(set)
    for line in interop.lines:
        if line.format in (NONE, TREE) or not is_written_now(line) or not any_matches(line.case, cases_of(kind)):
            continue
        for reader in line.readers:
            if (languages[peer_of(line.writer)], languages[peer_of(reader)]) == (writes, reads):
                models = dict.fromkeys(map(interop.objects_of, (line.writer, reader)))
                lost = [one for model in models for one in by_objects.get((model, line.case), ())]
                mark, texts = judged(line, lost, kind["at"])
                signs[line.format][mark] += 1
                instead[line.format].update(texts)
    read = {format for format, counted in signs.items() if counted.keys() <= {EXACT, IN_PART, DIFFERS}}
    counted = {format: square(counted) for format, counted in signs.items()}
    return counted, {format: texts for format, texts in instead.items() if texts and format in read}


def judged(line: Line, lost: list[Difference], place: str) -> tuple[str, list[str]]:
    """The sign of a cell at a place, and what is read there instead. `lost`: what the objects of its codecs lose."""
    mark = sign(line)
    if mark not in (IN_PART, DIFFERS):
        return mark, []
    for by, differences in ((DIFFERS, line.differences), (IN_PART, lost)):
        if texts := [one.actual for one in differences if f"{place}.".startswith(f"{one.path}." if one.path else "")]:
            return by, texts
    return (EXACT if line.differences or lost else mark), []


def test_what_json_loses_from_java_to_python_stands_on_the_first_screen(opened, interop):
    known = kinds.load(Bed.open().fixtures / kinds.FILE)
    of_pairs = {answer.title: answer for answer in answers(squares(interop, known, Languages(interop.header)), known)}
    sentences = {name: sentence for name, _, sentence in of_pairs["Java to Python"].parts}
    tab = opened.at("")
    line = tab.locator("details").filter(has_text="Java to Python").first
    line.locator("summary").click()
    expect(line.locator("li").filter(has_text=sentences["json"])).to_be_visible()


@pytest.mark.parametrize(
    ("typed", "step"), [("rename field", "s03_rename_field"), ("int32 int64", "s06_int32_to_int64")]
)
def test_what_a_change_of_the_schema_does_in_each_format(clicks, typed, step):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/evolution']"))
    tab.get_by_label("Words of the change").fill(typed)
    clicks.follow(tab.locator(f"#view a[href='#/evolution/{step}']").first)
    worst, happened = worst_of(step)
    _, *rows = tab.locator("table.verdicts").evaluate(ROWS)
    shown = {format: (said, witness) for format, said, witness, *_ in rows if format in worst or said != "–"}
    assert {format: said for format, (said, _) in shown.items()} == {
        format: str(verdict(harm)) for format, harm in worst.items()
    }
    assert any(happened.values())
    for format, words in happened.items():
        assert not words or any(what in shown[format][1] for what in words)


# Of each link that has a code: the code, what is heard of the link, and what is read.
CODES = "links => links.map(one => [one.querySelector('.code').textContent, one.ariaLabel, one.textContent])"


@pytest.mark.parametrize("step", ["s06_int32_to_int64"])
def test_each_code_of_a_step_is_heard_in_words_and_a_verdict_is_read_in_words(opened, step):
    tab = opened.at(f"#/evolution/{step}")
    words = {letter["code"]: letter["word"] for letter in letters()}
    for kind, is_read in (("verdicts", True), ("counts", False)):
        links = tab.locator(f"table.{kind} td a:has(.code)").evaluate_all(CODES)
        assert links
        for code, heard, read in links:
            said = ", ".join(word for letter, word in words.items() if letter in code)
            assert said and f": {said} ({code})" in heard
            assert read == (f"{code} {said}" if is_read else code)


def worst_of(step: str) -> tuple[dict[str, int], dict[str, set[str]]]:
    """Of each format the worst that two versions did to a value, and the words for it; none where it is equal."""
    worst: dict[str, int] = defaultdict(int)
    words: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for line in lines_of(step):
        if line.leg in LEGS and counts(line):
            harm = 0 if line.derived else severity(line)
            worst[line.format] = max(worst[line.format], harm)
            words[line.format][harm].add(line.outcome if harm == FAILED else word(harm))
    return dict(worst), {format: words[format][harm] if harm else set() for format, harm in worst.items()}


def test_the_smallest_and_the_fastest_library_for_a_stock_in_java(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/cost']"))
    table = tab.locator("#view table", has_text=f"The smallest and the fastest library for {STOCK}")
    heads, *rows = table.evaluate(ROWS)
    (java,) = [dict(zip(heads, row, strict=True)) for row in rows if row[0] == "Java"]
    for head, (codec, figure) in zip(("fewest bytes", "fastest in both together"), best_of_java(), strict=True):
        assert set(re.split("[:/]", codec)[1:]) <= set(re.findall(r"[\w-]+", java[head]))
        assert f": {figure:,.0f} " in java[head]


def best_of_java() -> tuple[tuple[str, int], tuple[str, float]]:
    """The library with the fewest bytes for the Stock, and the one that is the fastest from a plain object and back,
    each with its figure."""
    result = load_result(RESULT)
    languages = {one["peer"]: one["language"] for one in result["peers"]}
    models = {one["codec"]: one["model"] for one in result["codecs"]}

    def is_library(codec: str | None) -> bool:
        return bool(codec) and languages[peer_of(codec)] == "Java" and not re.search(LAYOUTS, codec)

    times = defaultdict(list)
    for row in result["rows"]:
        plain = ("populate", "convert") if models.get(row["codec"]) == "message" else ("encode", "decode")
        if row["case"] == STOCK and is_library(row["codec"]) and row["operation"] in plain:
            times[row["codec"]].append(fmean(fmean(process) for process in row["samples"]))
    sizes = {one["codec"]: one["raw"] for one in result["sizes"] if one["case"] == STOCK and is_library(one["codec"])}
    both = {codec: sum(some) for codec, some in times.items() if len(some) == 2}
    return tuple(min(some.items(), key=lambda item: item[1]) for some in (sizes, both))


def test_whether_s1_was_right_about_protobuf(clicks):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/claims']"))
    tab.locator("#view input[name=text]").fill("protobuf")
    shown = [row for row in tab.locator("#view table").evaluate_all(f"some => some.flatMap({ROWS})")]
    shown = {claim: " ".join(texts) for claim, *texts in shown if claim.startswith("S1.")}
    claims = {row["claim"]: row for row in VERDICTS if row["article"] == "s1" and "protobuf" in row["said"].lower()}
    assert claims and shown.keys() == claims.keys()
    for claim, row in claims.items():
        assert all(row[key] in shown[claim] for key in ("said", "verdict", "theirs", "ours", "why"))


@pytest.mark.parametrize("claim", ["S0.6", "S1.2", "S2.1", "S3.7", "S4.4"])
def test_what_became_of_a_claim_and_why(clicks, claim):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/claims']"))
    clicks.follow(tab.locator(f"#view a[href='#/claims/{claim}']").first)
    (row,) = [row for row in VERDICTS if row["claim"] == claim]
    shown = tab.locator("#view").inner_text()
    assert all(row[key] in shown for key in ("said", "verdict", "why", "rule", "theirs", "ours"))
    assert all(decision["says"] in shown for decision in row["decisions"].values())
    assert all(f"{figure:g}" in shown for figure in row["reported"]["values"].values())
    assert "make claims" in shown


def test_the_bugs_of_gson(clicks, interop):
    tab = clicks.tab
    clicks.follow(tab.locator("nav a[href='#/bugs']"))
    tab.get_by_label("Library, or words of the bug").fill("java/gson")
    entries = {entry.name: entry for entry in of_bed(Bed.open(), ROOT) if entry.nature == "library-bug"}
    known = {name: cells for name, cells in cells_of(interop, entries).items() if is_of(GSON, entries[name], cells)}
    rows = tab.locator("#view tbody tr").filter(has=tab.get_by_role("rowheader", name="java/gson"))
    shown = {}
    for row in rows.all():
        links = row.get_by_role("link").all()
        (name,) = {unquote(one.get_attribute("href")) for one in links if "#/bugs/" in one.get_attribute("href")}
        shown[name.removeprefix("#/bugs/")] = (row.inner_text(), links[-1].inner_text())
    assert known and shown.keys() == known.keys()
    for name, (text, number) in shown.items():
        assert " ".join(entries[name].reason.split()) in text
        assert number == str(len(known[name]))
    clicks.follow(rows.first.get_by_role("link").last)
    expect(tab.get_by_text("make interop CASE=").first).to_be_visible()


def cells_of(interop, entries) -> dict[str, list[tuple[str, str]]]:
    """Of each entry the writer and the reader of each cell that it states."""
    cells = defaultdict(list)
    for line in interop.lines:
        if line.format not in (NONE, TREE) and not line.source:
            for name in set(line.entries) & entries.keys():
                cells[name] += [(line.writer, reader) for reader in line.readers]
    return cells


def is_of(codec: str, entry, cells: list[tuple[str, str]]) -> bool:
    """Whether the versions of an entry name a codec of its cells; of what no codec wrote, only a reader is at fault."""
    named = {glob for glob, _ in entry.versions}
    return any(codec in pair and (named & {codec, short(codec)} or ":" not in pair[0]) for pair in cells)


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

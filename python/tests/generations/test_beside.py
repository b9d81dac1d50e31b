"""A generation runs beside its base: it has the entries of its base, and neither roster nor golden names it."""

import pytest
from fake_runs import GENERATION, text_of
from pinning import pinned

from wirebed.bed.codec_id import is_generation
from wirebed.report.load import repeat
from wirebed.report.phrases import absent
from wirebed_build.languages.generations import GENERATIONS

SWAP = "swap:json/fake"
ENTRY = """  - name: two-swaps-letters
    format: json
    codec: two/fake
    value: {type: string, matches: swapme}
    outcome: differs
    kind: reinterpreted
    reason: It swaps letters.
    authority: this test
    nature: library-bug
"""
OF_TODAY, OF_THE_OTHER = ('    versions: {"two/fake": "' + version + '"}\n' for version in ("==1.2.3", "==2.0"))


def test_a_whole_run_asks_every_codec_of_it_and_misses_nothing(fake_runs):
    code, report = fake_runs.run(generation=[])
    assert code == 0 and not report.footer.missing
    asked = {cell.reader for cell in report.cells if cell.writer == f"{GENERATION}:json/fake"}
    assert asked == {f"{peer}:json/fake" for peer in ("one", "two", GENERATION)}


@pytest.mark.parametrize("versions", ["", OF_TODAY])
def test_it_has_the_entries_of_its_base(fake_runs, versions):
    fake_runs.entries(ENTRY + versions)
    assert fake_runs.run(two=[SWAP], generation=[SWAP])[0] == 0


def test_an_entry_about_another_version_need_not_show_in_it(fake_runs):
    fake_runs.entries(ENTRY + OF_TODAY)
    assert fake_runs.run(two=[SWAP], generation=[], reader="two~*", writer="one,two~*", case="M/swap")[0] == 0
    fake_runs.entries(ENTRY)
    code, report = fake_runs.run(two=[SWAP], generation=[], reader="two~*", writer="one,two~*", case="M/swap")
    assert code == 1 and "but the cell is equal: narrow the entry" in text_of(report)


def test_an_entry_about_its_version_is_not_about_its_base(fake_runs):
    fake_runs.entries(ENTRY + OF_THE_OTHER)
    between = {"case": "M/swap", "writer": "one", "reader": "two*"}
    assert fake_runs.run(generation=[SWAP], **between)[0] == 0
    code, report = fake_runs.run(two=[SWAP], generation=[], **between)
    red = {(cell.reader, "no entry states" in cell.problems[0]) for cell in report.unexpected}
    assert code == 1 and red == {("two:json/fake", True), (f"{GENERATION}:json/fake", False)}


def test_what_no_entry_states_of_it_is_not_as_expected(fake_runs, monkeypatch):
    monkeypatch.setenv(GENERATIONS, "fake=2.0")
    code, report = fake_runs.run(generation=[SWAP])
    assert code == 1 and report.footer.unstated
    assert all(" GENERATIONS=fake=2.0 " in repeat(report, cell) for cell in report.unexpected)
    assert all(is_generation(cell.reader) or is_generation(cell.writer) for cell in report.unexpected)


def test_what_it_lacks_is_shown_in_the_words_of_its_loader(fake_runs):
    code, report = fake_runs.run(generation=["unsupported:json/fake"])
    assert code == 0 and not report.footer.missing
    cells = [cell for cell in report.cells if cell.outcome == "unsupported"]
    line = f"{GENERATION}/fake (json), {len(cells)} cells unsupported: not today"
    assert absent(report) == [line] and len(cells) == 5 * 5
    assert fake_runs.run(two=["unsupported:json/fake"])[0] == 3, "which one of today may not"


def test_a_baseline_has_the_cells_of_today_and_as_many_of_each_generation(fake_runs):
    fake_runs.becomes_own_bed()
    pinned(fake_runs, fake_runs.run(two=[SWAP])[1])
    code, report = fake_runs.run(two=[SWAP], generation=[SWAP])
    assert (code, report.footer.baseline) == (0, ())
    code, report = fake_runs.run(two=[SWAP], generation=["drop-sign-in:json/fake"])
    assert code == 1 and {cell.case for cell in report.unexpected} == {"M/minus_zero"}

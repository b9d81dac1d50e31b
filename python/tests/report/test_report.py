"""The views of a report: each says what happened, where, and how to see it again."""

import io
import xml.etree.ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from wirebed.errors import UserError
from wirebed.report import blocks, junit, load, markdown, phrases, terminal
from wirebed.report.footer import Times
from wirebed.report.header import Header
from wirebed.report.markdown import versions
from wirebed.view.outcome import Outcome
from wirebed_checks import results


@pytest.fixture
def red(fake_runs):
    return fake_runs.run(two=["swap:json/fake"])[1]


def squeezed(text: str) -> str:
    return " ".join(text.replace("`", "").split())


def shown(report) -> str:
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=140))
    return out.getvalue()


def test_the_terminal_names_the_cell_the_place_and_the_command(red):
    text = shown(red)
    assert "M/swap json one/fake > two/fake: differs" in text
    assert 'name (string) reinterpreted: expected "swapme", read "mepaws"' in text
    assert "same bytes, other readers: one/fake equal" in text
    assert "make interop CASE=M/swap FORMAT=json WRITER=one/fake READER=two/fake" in text
    assert "4= 1≠ ?1" in text and "not as expected" in text


LOSSES = """
  - {name: sign, codec: one/*, format: none, cases: M/minus_zero, outcome: differs, kind: narrowed,
     reason: r, authority: a, nature: language-limit}
  - {name: big, codec: one/*, format: none, cases: M/big, outcome: refused, reason: r, authority: a,
     nature: language-limit}
  - {name: swap, codec: two/fake, format: json, cases: M/swap, outcome: differs, kind: reinterpreted, reason: r,
     authority: a, nature: library-bug}
"""


def test_losses_by_bytes_and_by_languages_have_different_signs(fake_runs):
    """The object of `one` has no -0.0 and no GUILTY; the codec json of `two` swaps: each has a sign of its own."""
    fake_runs.entries(LOSSES)
    code, report = fake_runs.run(one=["drop-sign", "refuse:GUILTY"], two=["swap:json/fake"])
    assert code == 0

    def squares(format_):
        counts = report.table(format_).counts
        return {f"{writer[:3]} > {reader[:3]}": phrases.square(count) for (writer, reader), count in counts.items()}

    assert squares("json") == {
        "one > one": "3= 1≈ 1∅",
        "one > two": "2= 1≈ 1∅ 1≠",
        "two > one": "3= 1≈ 1≠",
        "two > two": "4= 1≠",
    }
    assert squares("none") == {"one > one": "3= 1≈ 1∅", "two > two": "5"}
    for text in (shown(report), markdown.summary(report)):
        assert "2= 1≈ 1∅ 1≠" in text and all(line in squeezed(text) for line in map(squeezed, phrases.LEGEND))


def test_a_filter_still_finds_the_odd_one_out(fake_runs):
    code, report = fake_runs.run(two=["swap:json/fake"], case="M/swap", format="json", writer="one/*", reader="two/*")
    assert code == 1 and len(report.cells) == 1
    assert [(c.reader, c.outcome) for c in report.same_bytes(report.cells[0])] == [("one:json/fake", "equal")]
    assert [c.writer for c in report.same_value(report.cells[0])] == ["two:json/fake"]


HEADS = ["writer \\ reader", "java/java-external", "python/python-hessian", "cpp/nlohmann", "legacy/json-lib"]
ROWS = [["java/java-external", *["353= 11≈ 5∅ 1≠ [bold red]8✗ ?3[/]"] * 4], ["one", "", "", "", "1"]]


@pytest.mark.parametrize("width", [48, 60, 80, 120, 180])
def test_a_wide_table_becomes_several_and_breaks_no_word(width):
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    for table in blocks.grid(HEADS, ROWS, width):
        console.print(table)
    text = out.getvalue()
    assert all(head in text for head in HEADS) and "…" not in text
    assert text.count("353= 11≈ 5∅ 1≠ 8✗ ?3") == 4
    assert max(map(len, text.splitlines())) <= width
    assert text.count(HEADS[0]) == {48: 4, 60: 4, 80: 2, 120: 1, 180: 1}[width]


def test_a_row_without_cells_is_left_out_of_its_part():
    *_, last = blocks.grid(HEADS, ROWS, 60)
    first, *_ = blocks.grid(HEADS, ROWS, 60)
    assert (first.row_count, last.row_count) == (1, 2)


def test_markdown(red):
    text = markdown.summary(red)
    assert "### `M/swap json one/fake > two/fake`: differs" in text
    assert "| writer \\ reader | one/fake | two/fake |" in text


def test_versions_of_the_machine_are_not_in_the_table():
    assert markdown._pinned("4.0.9+jdk.17.0.15", {"OpenJDK", "17.0.15"}) == "4.0.9"
    assert markdown._pinned("4.0.9+woodstox.7.3.0", {"OpenJDK", "17.0.15"}) == "4.0.9+woodstox.7.3.0"
    assert markdown._pinned("4.0.66", {"17.0.15"}) == "4.0.66"


def test_a_block_of_a_document():
    text = "before\n<!-- matrix -->\nold\n<!-- /matrix -->\nafter\n"
    mended = results.replaced(text, "matrix", "new\n")
    assert mended == text.replace("old", "new") and results.replaced(mended, "matrix", "new\n") == mended
    with pytest.raises(ValueError, match="there is no block from <!-- prediction -->"):
        results.replaced(text, "prediction", "new\n")


def test_junit(red, tmp_path):
    junit.write(red, tmp_path / "x.xml")
    root = ET.parse(tmp_path / "x.xml").getroot()
    failed = [case.get("name") for case in root.iter("testcase") if case.find("failure") is not None]
    assert failed == ["M/swap one/fake", "M/swap two/fake"]


def test_a_report_without_its_footer_is_none(fake_runs, tmp_path):
    fake_runs.run()
    path = fake_runs.folder / "report.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    cut = tmp_path / "cut.jsonl"
    cut.write_text("".join(lines[:-1]))
    with pytest.raises(UserError, match="has no footer"):
        load(cut)
    cut.write_text("".join(lines)[:-20])
    with pytest.raises(UserError, match=f"cut.jsonl:{len(lines)}: this report is damaged"):
        load(cut)
    with pytest.raises(UserError, match="there is no report"):
        load(tmp_path / "none.jsonl")


def test_times_stand_in_header_and_footer_only(fake_runs):
    first, second = (fake_runs.run()[1] for _ in range(2))
    assert first.cells == second.cells
    assert replace(first.footer, times=Times()) == replace(second.footer, times=Times())


def test_a_library_may_have_the_version_of_another_language():
    peers = [{"peer": "cpp", "runtime": "g++ 12.2.0, C++20"}, {"peer": "java", "runtime": "OpenJDK 17.0.15"}]
    peers.append({"peer": "python", "runtime": "CPython 3.11.2"})
    given = [
        ("cpp:json/nlohmann", "3.11.2"),
        ("java:xml-jaxb/jdk-stax", "4.0.9+jdk.17.0.15"),
        ("python:json/stdlib", "3.11.2"),
        ("python:none/plain", "1"),
    ]
    parts = [(codec, *codec.partition(":")[2].split("/"), version) for codec, version in given]
    codecs = [dict(zip(("codec", "format", "library", "version"), part, strict=True)) for part in parts]
    assert (
        versions(msgspec.convert({"peers": peers, "codecs": codecs}, Header))
        == "Versions: jdk-stax 4.0.9, nlohmann 3.11.2."
    )


def test_every_outcome_has_a_sign():
    assert set(phrases.SIGNS) == set(Outcome)

"""What the article printed beside what our program prints."""

import claim_results as made
import pytest

from wirebed_claims import programs
from wirebed_claims.decision import Answer, Decision, conjunction
from wirebed_claims.load import load
from wirebed_claims.programs import Printed
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.quantity import Missing

S2 = next(article for article in load() if article.id == "s2")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "FOLDER", tmp_path)
    return tmp_path


def decided(folder, wire: bytes, read_back: str = "ABCD", theirs=("a  00 b\n", "AB\nCD\n"), **more) -> Decision:
    measured = made.measurement("stock", "java", "serialize", 1, wire=wire, read_back=read_back, **more)
    for name, text in zip(("form", "form_toString"), theirs, strict=True):
        (folder / f"{name}.txt").write_text(text)
    results = made.results(folder, measurements=measured)
    return Printed("java", "form").decide(Protocol(BENCH, results, S2))


def test_bytes_are_printed_as_the_article_did_and_white_space_does_not_count(folder):
    assert decided(folder, b"a\0b").answer is Answer.YES


@pytest.mark.parametrize(("wire", "read_back"), [(b"a\1b", "ABCD"), (b"a\0b", "ABCE")])
def test_a_difference_has_its_place(folder, wire, read_back):
    found = decided(folder, wire, read_back)
    assert found.answer is Answer.NO
    assert "differs: at character" in found.text


def test_what_cannot_be_compared_is_not_decided(folder):
    with pytest.raises(Missing, match="locale data"):
        decided(folder, b"a\0b", not_comparable="other locale data")


@pytest.mark.parametrize(("theirs", "same"), [("10:32:45.761 EST", True), ("10:32:45.762 EST", False)])
def test_dates_with_a_zone_are_instants(folder, theirs, same):
    ours, printed = (f"<date>1975-02-01 {time}</date>" for time in ("15:32:45.761 UTC", theirs))
    found = decided(folder, ours.encode(), "", (printed, ""), is_text=True)
    assert found.answer is (Answer.YES if same else Answer.NO)
    assert ("but for the text of 1 of the dates, whose instants are the same" in found.text) is same
    beside = Decision.exact(True, "", "")
    said = "The text of 1 of the dates is not the article's, and their instants are." if same else ""
    assert conjunction([beside, found]).excepted == found.excepted == said
    assert not beside.excepted

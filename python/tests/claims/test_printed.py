"""What the article printed beside what our program prints."""

import claim_results as made
import pytest

from wirebed_claims import printed
from wirebed_claims.load import load
from wirebed_claims.protocols import BENCH, Protocol
from wirebed_claims.quantity import Missing

S2 = next(article for article in load() if article.id == "s2")


def decided(folder, wire: bytes, read_back: str = "ABCD", **more):
    measured = made.measurement("stock", "java", "serialize", 1, wire=wire, read_back=read_back, **more)
    (folder / "form.txt").write_text("a  00 b\n")
    (folder / "form_toString.txt").write_text("AB\nCD\n")
    found = made.results(folder, measurements=measured)
    return printed.decide("java", "form", Protocol(BENCH, found, S2), folder)


def test_bytes_are_printed_as_the_article_did_and_white_space_does_not_count(tmp_path):
    assert decided(tmp_path, b"a\0b").holds


@pytest.mark.parametrize(("wire", "read_back"), [(b"a\1b", "ABCD"), (b"a\0b", "ABCE")])
def test_a_difference_has_its_place(tmp_path, wire, read_back):
    found = decided(tmp_path, wire, read_back)
    assert found.holds is False
    assert "differs: at character" in found.text


def test_what_cannot_be_compared_is_not_decided(tmp_path):
    with pytest.raises(Missing, match="locale data"):
        decided(tmp_path, b"a\0b", not_comparable="other locale data")


def test_dates_with_a_zone_are_instants(tmp_path):
    measured = made.measurement(
        "stock", "java", "serialize", 1, wire=b"<date>1975-02-01 15:32:45.761 UTC</date>", is_text=True, read_back=""
    )
    (tmp_path / "form.txt").write_text("<date>1975-02-01 10:32:45.761 EST</date>")
    (tmp_path / "form_toString.txt").write_text("")
    protocol = Protocol(BENCH, made.results(tmp_path, measurements=measured), S2)
    assert printed.decide("java", "form", protocol, tmp_path).holds
    (tmp_path / "form.txt").write_text("<date>1975-02-01 10:32:45.762 EST</date>")
    assert not printed.decide("java", "form", protocol, tmp_path).holds

"""Everything that can go wrong with checked-in bytes turns red, naming the file and what to do."""

from __future__ import annotations

import re

import pytest

from wirebed.errors import UserError
from wirebed.state.golden.store import Store

ONE, LARGE = b"\x08\x01", b"\x12\x80\x80\x06" + bytes(98304)


@pytest.fixture
def golden(bed, case, java):
    """One golden, and the file that holds it."""
    bed.golden((case("M/one"), java, "1", ONE))
    return next(bed.goldens.rglob("*.bin"))


def problems(bed, *cases) -> str:
    return "\n".join(bed.checker(*cases).problems())


def test_nothing_is_wrong(bed, golden, case):
    assert problems(bed, case("M/one")) == ""


def test_a_flipped_byte(bed, golden, case):
    golden.write_bytes(b"\x08\x03")
    told = problems(bed, case("M/one"))
    assert golden.relative_to(bed.root).as_posix() in told
    assert "a golden never changes: restore it with `git checkout -- fixtures/golden/M/one/protobuf/java-" in told


def test_a_flipped_byte_of_a_compressed_golden(bed, case, java):
    bed.golden((case("M/one"), java, "1", LARGE))
    path = next(bed.goldens.rglob("*.zst"))
    data = bytearray(path.read_bytes())
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        told = problems(bed, case("M/one"))
        # A bit of the frame header that the decompressor does not use leaves the bytes what they were.
        assert path.name in told or Store(bed.goldens).read("M/one", f"protobuf/{path.name}").data == LARGE


def test_a_golden_that_is_gone(bed, golden, case):
    golden.unlink()
    assert f"{golden.name}: is gone" in problems(bed, case("M/one"))


def test_a_stray_file(bed, golden, case):
    golden.with_name("mine.bin").write_bytes(b"x")
    assert "protobuf/mine.bin: no golden.yaml lists it" in problems(bed, case("M/one"))


def test_a_changed_case(bed, golden, case):
    told = problems(bed, case("M/one", "a: 2"))
    assert told.startswith("M/one: has changed since 1 goldens were taken of it; a case with goldens is immutable")
    assert "make golden RETIRE='M/one'" in told


def test_a_changed_case_is_no_drift(bed, golden, case, java):
    """What was written of another value says nothing about the codec: only the change of the case is told."""
    changed = case("M/one", "a: 2")
    checker = bed.checker(changed)
    assert checker.written(changed, java, "1", b"\x08\x02") == []
    assert list(checker.sources()) == []
    report = bed.golden((changed, java, "1", b"\x08\x02"), accept="*", why="the test says so")
    assert report.added == [] and len(report.refused) == 1
    assert "immutable" in report.refused[0] and "ACCEPT" not in report.refused[0]


def test_a_case_that_is_gone(bed, golden):
    assert "goldens of a case that is gone" in problems(bed)


def test_a_record_edited_by_hand(bed, golden, case):
    record = bed.goldens / "M/one/golden.yaml"
    text = record.read_text()
    record.write_text(text.replace("sha256:", "sha265:"))
    with pytest.raises(UserError, match="golden.yaml: .*unknown key 'sha265'; known: also, by"):
        problems(bed, case("M/one"))
    record.write_text(text.replace("form: 2", "form: 3"))
    with pytest.raises(UserError, match="golden.yaml: .*form 3 is unknown; known: 1, 2"):
        problems(bed, case("M/one"))
    record.write_text("files: [")
    with pytest.raises(UserError, match=r"golden.yaml:\d+"):
        problems(bed, case("M/one"))


def test_two_current_encodings_of_one_codec(bed, golden, case, java):
    record = bed.goldens / "M/one/golden.yaml"
    bed.golden((case("M/one"), java, "2", b"\x08\x81\x00"), accept="*", why="x")
    record.write_text(re.sub(r",\s+left: {[^}]*}", "", record.read_text()))
    assert f"{java} is a current writer of" in problems(bed, case("M/one"))

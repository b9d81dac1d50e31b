"""What a run says of bytes that `make golden` would record: a patch release of a runtime is no news, drift is."""

import pytest

PICKLE = "python:pickle/stdlib"


@pytest.fixture
def checker(bed, case):
    bed.golden((case("M/one"), PICKLE, "3.11.2", b"\x01"))
    return bed.checker(case("M/one"))


@pytest.mark.parametrize(
    ("version", "of_runtime", "hint"),
    [
        ("3.11.2", True, ""),
        ("3.11.7", True, ""),
        ("3.12.0", True, "make golden would add 1 versions"),
        ("3.11.7", False, "make golden would add 1 versions"),
    ],
)
def test_a_patch_release_of_a_runtime_is_no_news(checker, case, version, of_runtime, hint):
    assert checker.written(case("M/one"), PICKLE, version, b"\x01", of_runtime) == []
    assert checker.hint() == hint


def test_other_bytes_from_a_patch_release_are_drift(checker, case):
    (text,) = checker.written(case("M/one"), PICKLE, "3.11.7", b"\x02", True)
    assert "M/one: python:pickle/stdlib 3.11.7 no longer writes what 3.11.2 wrote" in text


def test_make_golden_records_a_patch_release_all_the_same(bed, checker, case):
    bed.golden((case("M/one"), PICKLE, "3.11.7", b"\x01"))
    (path,) = bed.goldens.glob("M/one/golden.yaml")
    assert "3.11.2" in path.read_text() and "3.11.7" in path.read_text()

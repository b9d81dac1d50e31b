"""What a run says of bytes that `make golden` would record: a patch release of a runtime is no news, drift is."""

import pytest
from wirebed_protocol import peer_pb2

from wirebed.peers.codecs import codecs_of

PICKLE = "python:pickle/stdlib"


JAXB = "java:xml-jaxb/jdk-stax"


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


@pytest.mark.parametrize(
    ("version", "hint"),
    [
        ("4.0.9+jdk.17.0.21.1", ""),
        ("4.0.9+jdk.21.0.2", "make golden would add 1 versions"),
        ("4.0.8+jdk.17.0.15", "make golden would add 1 versions"),
        ("4.0.9", "make golden would add 1 versions"),
    ],
)
def test_a_library_beside_another_patch_release_of_its_runtime_is_no_news(bed, case, version, hint):
    bed.golden((case("M/one"), JAXB, "4.0.9+jdk.17.0.15", b"\x01"))
    checker = bed.checker(case("M/one"))
    assert checker.written(case("M/one"), JAXB, version, b"\x01", True) == []
    assert checker.hint() == hint


@pytest.mark.parametrize(
    ("version", "of_runtime"),
    [
        ("17.0.15", True),
        ("4.0.9+jdk.17.0.15", True),
        ("4.0.9", False),
        ("4.0.9+woodstox.7.3.0", False),
        ("7.0.15", False),
    ],
)
def test_which_codecs_have_the_version_of_their_runtime(version, of_runtime):
    codec = peer_pb2.Codec(format="f", library="l", version=version, encodes=True)
    introduction = peer_pb2.Introduction(peer="java", runtime="OpenJDK 17.0.15", codecs=[codec])
    (ref,) = codecs_of({"java": introduction})
    assert ref.runtime == of_runtime


def test_other_bytes_from_a_patch_release_are_drift(checker, case):
    (text,) = checker.written(case("M/one"), PICKLE, "3.11.7", b"\x02", True)
    assert "M/one: python:pickle/stdlib 3.11.7 no longer writes what 3.11.2 wrote" in text


def test_make_golden_records_a_patch_release_all_the_same(bed, checker, case):
    bed.golden((case("M/one"), PICKLE, "3.11.7", b"\x01"))
    (path,) = bed.goldens.glob("M/one/golden.yaml")
    assert "3.11.2" in path.read_text() and "3.11.7" in path.read_text()

"""published.jsonl, and which measurements are of a setting."""

import json

import pytest

from wirebed.errors import UserError
from wirebed_claims.published_result import (
    Failure,
    Measurement,
    load_failures,
    load_header,
    load_published,
    write,
)


def measurement(**more) -> Measurement:
    return Measurement(
        **{
            "key": "k", "number": 1, "seed": "S2", "program": "stock", "system": "java", "operation": "serialize",
            "switches": {"warm": "0", "jdk": "17", "loops": "10"}, "changed": frozenset(), "n": 1, "loops": 10,
            "nanoseconds": (50, 70), "bytes": 3, "runtime": "JVM 17", "library": "JDK 17",
        }
        | more
    )  # fmt: skip


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "published.jsonl"
    timed = measurement(wire=b"\x00\xffa", read_back="ABCD\n", not_comparable="since")
    failed = Failure("f", "stock gson", "exit code 1")
    write(path, {"planned": 2}, [timed, failed, measurement(is_text=True)])
    assert load_published(path) == [timed, measurement(is_text=True)]
    assert load_failures(path) == [failed]
    assert load_header(path)["planned"] == 2


def test_a_round_has_many_operations():
    assert measurement().per_operation == [5.0, 7.0]


def test_a_setting_is_met_when_all_other_switches_are_as_published():
    published = measurement()
    warm = measurement(switches={"warm": "2", "jdk": "17", "loops": "10"}, changed=frozenset({"warm"}))
    assert published.is_of({}) and published.is_of({"warm": "0"}) and not published.is_of({"warm": "2"})
    assert warm.is_of({"warm": "2"}) and warm.is_of({"warm": "2", "jdk": "17"})
    assert not warm.is_of({}) and not warm.is_of({"jdk": "17"}) and not warm.is_of({"warm": "2", "jdk": "11"})


@pytest.mark.parametrize(
    "text, message",
    [
        (None, "`make claims` writes it"),
        ("", "has no header"),
        ("[1]\n", "has no header"),
        ('{"header": {"published": 0}}\n', "has no header of version 1"),
        ('{"header": {"published": 1}}\n{"key":', "is damaged"),
        ('{"header": {"published": 1}}\n{"key": "k"}\n', "is damaged"),
        ('{"header": {"published": 1}}\n[]\n', "is damaged"),
    ],
)
def test_a_file_that_is_no_result_is_an_error(tmp_path, text, message):
    path = tmp_path / "published.jsonl"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UserError, match=message):
        load_published(path)


def test_a_line_without_its_bytes_says_so_by_leaving_them_out(tmp_path):
    path = tmp_path / "published.jsonl"
    write(path, {}, [measurement()])
    line = json.loads(path.read_text().splitlines()[1])
    assert "wire" not in line and line["changed"] == []

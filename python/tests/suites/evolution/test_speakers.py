"""Whose words a difference between two versions is: an expectation states it as an entry of interop does."""

import re

import pytest
from steps import REASON, told

# A text that is read as base64: code of the bed does that where the library knows JSON alone.
STEP = """change: a string becomes bytes
samples:
  v1: {{text: 'a: "aGk="'}}
expect:
  - {{{reason}, kind: reinterpreted, path: a, reads: '0x6869'{by}}}
"""
V1, V2 = "message M { string a = 1; }\n", "message M { bytes a = 1; }\n"
OURS = "the words are those of a conversion of this bed in python:json/stdlib: `by: codec`"
THEIRS = "the words are those of the library of python:json/msgspec: `by: library`"


def problems(steps, library: str, by: str, leg: str = "backward") -> list[str]:
    codec = f"python/{library}"
    steps.step("text", STEP.format(reason=REASON, by=by), v1=V1, v2=V2)
    code, report = steps.run(format="json", leg=leg, writer=codec, reader=codec)
    assert code == bool(told(report))
    return told(report)


def test_an_expectation_that_says_nothing_of_a_conversion_is_red(steps):
    (problem,) = problems(steps, "stdlib", "")
    assert "`text:5` states another speaker" in problem
    assert problem.endswith(OURS)


def test_an_expectation_that_states_the_conversion_is_green(steps):
    assert problems(steps, "stdlib", ", by: {python/stdlib: codec}") == []


def test_an_expectation_that_blames_a_conversion_for_the_library_is_red(steps):
    (problem,) = problems(steps, "msgspec", ", by: codec")
    assert problem.endswith(THEIRS)
    assert problems(steps, "msgspec", "") == []


POSITION = """change: two int32 become one int64
samples:
  v1: {both: 'a: 7 b: 1'}
migration: {apart: [M.a]}
expect:
  - {REASON, read: by-positionBY}
"""


@pytest.mark.parametrize(("by", "wrong"), [("", True), (", by: [codec, library]", False)])
def test_what_the_bytes_decide_has_a_speaker_too(steps, by, wrong):
    text = POSITION.replace("REASON", REASON).replace("BY", by)
    steps.step("joined", text, v1="message M { int32 a = 1; int32 b = 2; }\n", v2="message M { int64 a = 1; }\n")
    code, report = steps.run(format="raw", leg="backward")
    assert code == wrong
    ours = "v1.both backward: .* states another speaker, .* conversion of this bed in python:raw/struct: `by: codec`"
    assert [bool(re.search(ours, problem)) for problem in told(report)] == [True] * wrong


def test_what_no_expectation_states_is_told_with_its_speaker(steps):
    steps.step("text", STEP.partition("expect:")[0].format(), v1=V1, v2=V2)
    for library, ours in (("stdlib", " (by the codec)"), ("msgspec", "")):
        codec = f"python/{library}"
        _, report = steps.run(format="json", leg="backward", writer=codec, reader=codec)
        assert f"  reinterpreted at a{ours}: json backward\n" in report.footer.unstated

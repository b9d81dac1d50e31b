"""`wirebed conformance` as a user runs it. The suite takes minutes to compile where the build cache lacks it.

The suite itself is tried, too: a testee that answers nothing right has to fail.
"""

import json
import subprocess
import sys

import pytest
from long_tests import long

from wirebed.bed import ROOT
from wirebed_conformance import suite
from wirebed_conformance.outcomes import FAILED, PASSED

pytestmark = long("compiles protobuf's conformance suite")
# Answers each request with the response `protobuf_payload: ""`.
WRONG = """
import sys
while len(head := sys.stdin.buffer.read(4)) == 4:
    sys.stdin.buffer.read(int.from_bytes(head, "little"))
    sys.stdout.buffer.write(b"\\2\\0\\0\\0" b"\\x1a\\0")
    sys.stdout.buffer.flush()
"""
PROGRAM = ROOT / "build/conformance/bin/wirebed-conformance"


def conformance(*words) -> dict:
    command = [ROOT / "python/wirebed", "conformance", "--json", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.stdout, done.stderr
    return json.loads(done.stdout)


def test_every_codec_is_as_pinned():
    whole = conformance()
    assert whole["exit_code"] == 0, whole["findings"]
    assert whole["counts"]["tests"] == 3 * 2137 + 8 * 314 + 3 * 318 + 8 * 181


def test_one_test_is_run_alone():
    one = conformance("--reader=python/upb", "--format=protojson", "--case=Required.Proto3.JsonInput.BoolFieldTrue.*")
    assert one["exit_code"] == 0 and one["counts"] == {"tests": 2, "failed": 0}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--case=Required.Nothing"], "no suite has such a test"),
        (["--case=Required.*", "--accept=1"], "ACCEPT=1 pins all tests"),
        (["--reader=java/gson", "--suite=protobuf"], "no codec that is chosen"),
        (["--format=raw"], "FORMAT=raw matches nothing"),
        (["--suite=json"], "SUITE=json matches nothing"),
    ],
)
def test_wrong_words_are_told(words, told):
    wrong = conformance(*words)
    assert wrong["exit_code"] == 2 and told in wrong["findings"][0]["text"]


@pytest.mark.parametrize(("code", "tests"), [(WRONG, "*.Proto3.*"), ("import os; os._exit(3)", "*.TextFormatInput.*")])
def test_a_wrong_testee_fails(code, tests):
    """Few tests pass all the same, such as those whose message is empty."""
    assert conformance("--reader=python/upb", "--case=Required.Proto3.JsonInput.BoolFieldTrue.*")["exit_code"] == 0
    ran = suite.run([PROGRAM, "binary-json,text", tests, sys.executable, "-c", code], "canary.log")
    outcomes = list(ran.outcomes.values())
    assert outcomes.count(FAILED) > max(100, 10 * outcomes.count(PASSED))

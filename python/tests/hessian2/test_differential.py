"""Python's and C++'s strict readers of Hessian 2 answer alike, and the sanitizers find no fault in that of C++.

They accept the same inputs as the same values, and refuse the others for the same cause at the same offset. A program
of the same C++ reader under AddressSanitizer and UBSan answers as the peer does, and nothing else. 20,000 inputs in
`make test`, a million with LONG=1.
"""

from __future__ import annotations

import time

import pytest
from agreement import CPP, PYTHON, SANITIZED
from inputs import inputs
from long_tests import LONG
from readers import Readers
from wirebed_protocol.plain_pb2 import PlainSchema

COUNT = 1_000_000 if LONG else 20_000
SEED = 20_251
MOST_SHOWN = 12
# Far less than what the inputs claim, and far more than they are.
MOST_MEMORY = 512 << 20


def test_the_readers_agree(readers: Readers, schema: PlainSchema, capsys: pytest.CaptureFixture[str]) -> None:
    start = time.monotonic()
    found = readers.differences(inputs(SEED, schema), COUNT, MOST_SHOWN)
    rate = found.asked / (time.monotonic() - start)
    with capsys.disabled():
        print(f"\n{found}, {rate:,.0f} a second", end=" ")
    assert not found.apart
    assert found.asked == COUNT
    # Inputs that are all refused would show little.
    assert found.accepted > COUNT / 5
    for name in (CPP, PYTHON):
        assert readers.peak_memory(name) < MOST_MEMORY
    # A sanitizer ends the program with another code, also where memory was not freed.
    assert readers.stop() == {CPP: 0, PYTHON: 0, SANITIZED: 0}

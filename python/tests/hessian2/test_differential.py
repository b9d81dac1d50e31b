"""Python's and C++'s strict readers of Hessian 2 read the same inputs as the same values, and refuse the same ones.

20,000 inputs in `make test`, a million with LONG=1.
"""

from __future__ import annotations

from inputs import inputs
from long_tests import LONG
from readers import Readers
from wirebed_protocol.plain_pb2 import PlainSchema

COUNT = 1_000_000 if LONG else 20_000
SEED = 20_251
MOST_SHOWN = 12


def test_both_readers_agree(readers: Readers, schema: PlainSchema) -> None:
    found, read = readers.differences(inputs(SEED, schema), COUNT, MOST_SHOWN)
    assert not found, f"{len(found)} or more differences:\n" + "\n".join(map(str, found))
    # Inputs that are all refused would show little.
    assert read > COUNT / 5

"""The two readers over the built interop tree. Modules that only these tests share are in this folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from wirebed_protocol.plain_pb2 import PlainSchema

sys.path.insert(0, str(Path(__file__).parent))
TREE = Path(__file__).resolve().parents[3] / "build" / "trees" / "interop"


@pytest.fixture(scope="session")
def schema() -> PlainSchema:
    return PlainSchema.FromString((TREE / "plain.binpb").read_bytes())


@pytest.fixture(scope="session")
def readers() -> Iterator:
    from readers import Readers

    both = Readers(TREE)
    yield both
    both.close()

"""The two readers over the built interop tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from wirebed_protocol.plain_pb2 import PlainSchema

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

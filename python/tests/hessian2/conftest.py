"""The readers over the built interop tree, and the C++ reader once more under the sanitizers."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from wirebed_protocol.plain_pb2 import PlainSchema

from wirebed.peers.process import PeerProcess
from wirebed.peers.spec import discover

ROOT = Path(__file__).resolve().parents[3]
TREE = ROOT / "build" / "trees" / "interop"


@pytest.fixture(scope="session")
def schema() -> PlainSchema:
    return PlainSchema.FromString((TREE / "plain.binpb").read_bytes())


@pytest.fixture(scope="session")
def sanitized() -> Path:
    """The C++ peer with its Hessian 2 reader under AddressSanitizer and UBSan."""
    name = "wirebed-peer-sanitized"
    command = [ROOT / "cpp" / "build-sanitized", TREE, ROOT / "build" / "cpp" / "lib", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return TREE / "cpp-sanitized" / "test" / name


@pytest.fixture(scope="module")
def readers(sanitized: Path) -> Iterator:
    from agreement import CPP, PYTHON, SANITIZED
    from readers import Readers

    specs = {spec.name: spec for spec in discover()}
    peers = {name: PeerProcess(specs[name], TREE) for name in (CPP, PYTHON)}
    peers[SANITIZED] = PeerProcess(replace(specs[CPP], run=(os.fspath(sanitized), "{tree}")), TREE)
    all_three = Readers(peers)
    yield all_three
    all_three.close()

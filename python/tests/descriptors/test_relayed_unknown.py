"""In which order a relay writes what it does not know, where it is asked for deterministic bytes (proto/README.md).

Compiled classes and messages made from descriptors write the same. It compiles the first tree of `make evolution`.
"""

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.peers import Pool, discover, task
from wirebed.suites.evolution.trees import stage
from wirebed_build.trees import ensure_descriptors, ensure_tree

A, TEXT, INNER, MANY = (bytes.fromhex(one) for one in ("0801", "a2060178", "aa06020807", "b206020102"))
CODECS = {"cpp": "protobuf/libprotobuf", "java": "protobuf/protobuf-java", "python": "protobuf/upb"}


@pytest.fixture(scope="module", params=[True, False], ids=["compiled", "from-descriptors"])
def relayed(request) -> dict[str, bytes]:
    """What each language writes of a message whose known field is the last one, after three by falling numbers."""
    wire = peer_pb2.Relay(wire=MANY + INNER + TEXT + A)
    asked = {
        peer: [task(codec, "evolution.t25_extension_added.M", {"deterministic": "true"}, relay=wire)]
        for peer, codec in CODECS.items()
    }
    ensure = ensure_tree if request.param else ensure_descriptors
    tree = ensure(stage(Bed.open())["v1"], CODECS)
    with Pool(discover(names=list(CODECS), compiled=request.param), tree) as pool:
        return {peer: answers[0].encoded for peer, answers in pool.run(asked).items()}


@pytest.mark.parametrize(
    ("peer", "wire"),
    [("cpp", A + MANY + INNER + TEXT), ("java", A + TEXT + INNER + MANY), ("python", A + MANY + INNER + TEXT)],
)
def test_unknown_fields_of_a_deterministic_relay(relayed, peer, wire):
    assert relayed[peer].hex() == wire.hex()

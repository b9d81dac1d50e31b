"""What the text writers make of unknown fields, by themselves and where a task asks (proto/wirebed/README.md)."""

import pytest
from wirebed_protocol import peer_pb2

from wirebed.bed import Bed
from wirebed.peers import Pool, discover, task
from wirebed_build.trees import ensure_descriptors
from wirebed_build.trees.tree import Tree

LIBRARIES = {"cpp": "libprotobuf", "java": "protobuf-java", "python": "upb"}
OPTIONS = [{}, {"unknown": "print"}, {"unknown": "drop"}]
WIRE = bytes.fromhex("0a0161f83f07")  # a: "a", and 7 in the field 1023
KNOWN, WHOLE = b'a: "a"\n', b'a: "a"\n1023: 7\n'


@pytest.fixture(scope="module")
def texts() -> dict[str, list[bytes]]:
    asked = {
        peer: [
            task(
                f"protobuf/{library}",
                "interop.Testobject",
                options,
                relay=peer_pb2.Relay(wire=WIRE, into=f"prototext/{library}"),
            )
            for options in OPTIONS
        ]
        for peer, library in LIBRARIES.items()
    }
    tree = ensure_descriptors(Tree.of_bed(Bed.open()), LIBRARIES)
    with Pool(discover(names=list(LIBRARIES), compiled=False), tree) as pool:
        return {peer: [answer.encoded for answer in answers] for peer, answers in pool.run(asked).items()}


@pytest.mark.parametrize(
    ("peer", "written"),
    [("cpp", [WHOLE, WHOLE, KNOWN]), ("java", [WHOLE, WHOLE, WHOLE]), ("python", [KNOWN, WHOLE, KNOWN])],
)
def test_unknown_fields_are_printed_or_left_out(texts, peer, written):
    assert texts[peer] == written

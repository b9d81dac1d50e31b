"""java-serial/javaobj and javaobj-v1: read what Java has written (the goldens), and refuse hostile bytes."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest
from javaobj.v1.marshaller import JavaObjectMarshaller
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model
from wirebed_peer.codec.javaobj_classes import Classes
from wirebed_peer.codec.javaobj_writer import Graph, Marshaller
from wirebed_peer.tasks import Tasks
from wirebed_peer.tree import Tree

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
GOLDENS = sorted(FIXTURES.glob("golden/[A-Z]*/*/java-serial/java-*.bin"))
STOCK = next(FIXTURES.glob("golden/Stock/article_java/java-serial/*.bin")).read_bytes()
HEAD = bytes.fromhex("aced0005")
# An array of objects with one element, and inside it the same again.
FIRST = bytes.fromhex("757200135b4c6a6176612e6c616e672e4f626a6563743b90ce589f1073296c020000787000000001")
AGAIN = bytes.fromhex("7571007e000000000001")


READERS = ["java-serial/javaobj", "java-serial/javaobj-v1"]


def decode(tasks: Tasks, message: str, data: bytes, codec: str = READERS[0]) -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec=codec, message=message, decode=data))


def test_there_are_goldens() -> None:
    assert len(GOLDENS) >= 52


@pytest.mark.parametrize("codec", READERS)
@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: f"{path.parts[-4]}/{path.parts[-3]}")
def test_what_java_wrote_is_read(tasks: Tasks, cases: list[tuple[str, str, bytes]], golden: Path, codec: str) -> None:
    """The result is the text of the case, or what Java wrote of it as Hessian."""
    name = f"{golden.parts[-4]}/{golden.parts[-3]}"
    found = [(message, view) for case, message, view in cases if case == name]
    if found:
        ((message, view),) = found
        task = peer_pb2.Task(id=1, codec="none/plain", message=message, encode=view)
        expected = tasks.run(task).encoded
    else:
        message = f"interop.{golden.parts[-4]}"
        (hessian,) = golden.parents[1].glob("hessian2/java-caucho-*.bin")
        task = peer_pb2.Task(id=1, codec="hessian2/wirebed", message=message, decode=hessian.read_bytes())
        expected = tasks.run(task).decoded
    assert expected
    assert decode(tasks, message, golden.read_bytes(), codec).decoded == expected


def test_the_articles_941_bytes(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> None:
    (view,) = [view for case, _, view in cases if case == "Stock/article_java"]
    assert len(STOCK) == 941
    assert decode(tasks, "interop.Stock", STOCK).decoded == view


def encode(tasks: Tasks, message: str, view: bytes) -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec="java-serial/javaobj", message=message, encode=view))


def view_of_case(cases: list[tuple[str, str, bytes]], name: str) -> tuple[str, bytes]:
    ((message, view),) = [(message, view) for case, message, view in cases if case == name]
    return message, view


# The value has no enum, no shared object, and no characters beyond 16 bits.
@pytest.mark.parametrize(
    "name",
    [
        "Arrays/of_7",
        "Blob/all",
        "Contacts/few",
        "Dates/before_1970",
        "Floats/subnormal",
        "Scalars/max_unsigned_64",
        "Stock/article_java",
        "Testobject/article",
        "Times/stamps",
        "WellKnown/struct",
    ],
)
def test_it_writes_the_bytes_of_java(tasks: Tasks, cases: list[tuple[str, str, bytes]], name: str) -> None:
    (golden,) = FIXTURES.glob(f"golden/{name}/java-serial/java-jdk-*.bin")
    assert encode(tasks, *view_of_case(cases, name)).encoded == golden.read_bytes()


def test_it_writes_no_cycle(tasks: Tasks) -> None:
    (golden,) = FIXTURES.glob("golden/Node/cycle_self/java-serial/*.bin")
    view = decode(tasks, "interop.Node", golden.read_bytes()).decoded
    error = encode(tasks, "interop.Node", view).encode_error
    assert (error.stage, error.type) == (peer_pb2.WRITE, "RecursionError")


def test_its_references_are_those_of_the_library(tasks: Tasks, tree: Tree, plain: Model) -> None:
    """Our list of references only finds them faster."""
    compared = 0
    for golden in GOLDENS:
        message = f"interop.{golden.parts[-4]}"
        if message not in tree.plain_classes or golden.parts[-3].startswith("cycle"):
            continue
        view = decode(tasks, message, golden.read_bytes()).decoded
        root = Graph(Classes(tree)).message(message, plain.build(message, view))
        assert Marshaller().dump(root) == JavaObjectMarshaller().dump(root), golden
        compared += 1
    assert compared >= 50


def test_another_class_is_no_stock(tasks: Tasks) -> None:
    error = decode(tasks, "interop.Range", STOCK).decode_error
    assert (error.stage, error.reason) == (peer_pb2.USE, "of type JavaInstance, not Range")


@pytest.mark.parametrize(
    ("codec", "reason"), [(READERS[0], "2 values where one should be"), (READERS[1], "trailing bytes after the value")]
)
def test_every_truncation_is_refused(tasks: Tasks, codec: str, reason: str) -> None:
    for end in range(len(STOCK)):
        assert decode(tasks, "interop.Stock", STOCK[:end], codec).WhichOneof("outcome") == "decode_error", end
    longer = decode(tasks, "interop.Stock", STOCK + b"p", codec)
    assert longer.decode_error.reason == reason


@pytest.mark.parametrize("codec", READERS)
def test_no_bytes_are_a_defect_of_the_peer(tasks: Tasks, tree: Tree, codec: str) -> None:
    chance = random.Random(1)
    start = time.process_time()
    read = refused = 0
    for golden in GOLDENS:
        message = "interop." + golden.parts[-4]
        if golden.stat().st_size > 3000 or message not in tree.plain_classes:
            continue
        whole = golden.read_bytes()
        for _ in range(100):
            data = bytearray(whole)
            for _ in range(chance.randrange(1, 4)):
                data[chance.randrange(len(data))] = chance.choice(
                    (0, 1, 0x70, 0x71, 0x73, 0x7F, 0xFF, chance.randrange(256))
                )
            outcome = decode(tasks, message, bytes(data), codec)
            assert outcome.WhichOneof("outcome") in ("decoded", "decode_error"), (golden, bytes(data).hex(), outcome)
            read += outcome.HasField("decoded")
            refused += outcome.HasField("decode_error")
    assert read > 100 and refused > 1000
    assert time.process_time() - start < 60


@pytest.mark.parametrize("codec", READERS)
def test_a_constant_without_a_class_is_refused(tasks: Tasks, codec: str) -> None:
    golden = next(golden for golden in GOLDENS if golden.match("Explicit/defaults/java-serial/*")).read_bytes()
    assert decode(tasks, "interop.Explicit", golden, codec).HasField("decoded")
    # The class of the first constant, and the class java.lang.Enum within it, become null.
    data, changes = re.subn(rb"\x7e\x72.*?\x12\x00\x00\x78\x70(?=\x74)", b"\x7e\x70", golden, count=1, flags=re.DOTALL)
    assert changes == 1
    assert decode(tasks, "interop.Explicit", data, codec).HasField("decode_error")


def nested_twice(levels: int) -> bytes:
    """Arrays of two elements: the next array, and that array again. The first class has the handle 0."""
    arrays = [FIRST[:-1] + b"\2", *[AGAIN[:-1] + b"\2"] * levels]
    again = [b"q" + (0x7E0001 + level).to_bytes(4, "big") for level in range(levels, 0, -1)]
    return b"".join(arrays) + b"pp" + b"".join(again)


@pytest.mark.parametrize("codec", READERS)
@pytest.mark.parametrize(
    "data",
    [
        HEAD + FIRST + AGAIN * 100_000,
        HEAD + nested_twice(50),
        HEAD + bytes.fromhex("7c7fffffffffffffff"),
        HEAD + bytes.fromhex("7a7fffffff"),
        HEAD + bytes.fromhex("757200025b42acf317f8060854e002000078707fffffff00"),
        HEAD + bytes.fromhex("757200025b4a782004b512b1759302000078707fffffff00"),
        HEAD + b"y" * 1_000_000,
        HEAD + b"p" * 1_000_000,
    ],
    ids=["deep", "twice", "long text", "long block", "bytes", "longs", "resets", "nulls"],
)
def test_hostile_bytes_are_refused_at_once(tasks: Tasks, data: bytes, codec: str) -> None:
    start = time.process_time()
    assert decode(tasks, "interop.Stock", data, codec).WhichOneof("outcome") == "decode_error"
    assert time.process_time() - start < 10

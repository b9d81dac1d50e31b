"""The operations of every codec do what the codec does outside of the benchmark, and say what they keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from wirebed_protocol import bench_pb2

from wirebed_bench.operations import Operations, Task
from wirebed_bench.probe import probe
from wirebed_peer.bridge.models import model_of
from wirebed_peer.codecs import CODECS, codec_class

TaskOf = Callable[..., Task]
ENCODE, POPULATE, DECODE, CONVERT = (
    bench_pb2.ENCODE,
    bench_pb2.POPULATE,
    bench_pb2.DECODE,
    bench_pb2.CONVERT,
)
WRITERS = {
    "hessian2/python-hessian": "hessian2/wirebed",
    "java-serial/javaobj-v1": "java-serial/javaobj",
    "xml-jaxb/lxml-xsd": "xml-jaxb/lxml",
}
REAL = [name for name in CODECS if not name.startswith("none/")]


@pytest.mark.parametrize("message", ["interop.Testobject", "interop.Stock"])
@pytest.mark.parametrize("codec", REAL)
def test_a_codec_is_accepted(operations: Operations, task_of: TaskOf, codec: str, message: str) -> None:
    if codec not in WRITERS:
        assert "kept" in works(operations, task_of(ENCODE, codec, message))
    if codec_class(codec).decodes:
        assert "kept" in works(operations, task_of(DECODE, codec, message, writer=WRITERS.get(codec, codec)))


@pytest.mark.parametrize("operation", [POPULATE, CONVERT])
@pytest.mark.parametrize("codec", REAL)
def test_only_messages_are_populated_and_converted(
    operations: Operations, task_of: TaskOf, codec: str, operation: int
) -> None:
    task = task_of(operation, codec, "interop.Stock", writer=WRITERS.get(codec, codec))
    if codec.startswith("proto"):
        assert "kept" in works(operations, task)
    else:
        assert probe(operations, task) == {"id": "one", "refused": "its objects are the plain objects"}


def test_the_probe_says_what_is_kept(operations: Operations, task_of: TaskOf) -> None:
    """A codec that reuses something in this direction reports what is kept; another one is refused."""
    reused = {codec: works(operations, task_of(ENCODE, codec, reused=True)) for codec in REAL}
    assert {codec: line["kept"] for codec, line in reused.items() if "kept" in line} == {
        "json/msgspec": "the Encoder is kept, and the bytearray that it encodes into; Structs are new",
        "pickle/stdlib": "the Pickler is kept, its memo cleared; the buffer is new, and is what is returned",
        "raw/struct": "each Struct is kept, and the bytearray that it packs into, which grows when it has to",
    }
    assert reused["json/orjson"]["refused"] == "this library keeps nothing more"
    reading = {
        codec: works(operations, task_of(DECODE, codec, writer=WRITERS.get(codec, codec), reused=True))
        for codec in REAL
    }
    assert {codec: line["kept"] for codec, line in reading.items() if "kept" in line} == {
        "xml/lxml": "the parser is kept; document and objects are new",
        "xml-jaxb/lxml": "the parser is kept; document and objects are new",
        "xml-jaxb/lxml-xsd": "the schema and the parser are kept; document and objects are new",
    }
    assert "memory" in reading["protobuf/upb"]["refused"]


def test_copies(operations: Operations, task_of: TaskOf) -> None:
    assert "kept" in probe(operations, task_of(bench_pb2.COPY, "", "interop.Stock"))
    assert "kept" in probe(operations, Task(id="one", operation=bench_pb2.MEMCPY, wire=b"abc"))


def test_a_refusal_of_the_library_is_its_words(operations: Operations, task_of: TaskOf) -> None:
    task = task_of(DECODE, "raw/struct", writer="raw/struct")
    task.wire += b"\0"
    assert "trailing" in probe(operations, task)["refused"]


def test_unknown(operations: Operations, task_of: TaskOf) -> None:
    assert probe(operations, task_of(ENCODE, "raw/other"))["refused"] == "this program has no codec raw/other"


def test_only_the_bytes_of_a_writer_are_counted(operations: Operations, task_of: TaskOf) -> None:
    assert probe(operations, task_of(ENCODE, "protobuf/upb"))["bytes"] == 9
    assert "bytes" not in probe(operations, task_of(DECODE, "protobuf/upb", writer="protobuf/upb"))


def works(operations: Operations, task: Task) -> dict[str, Any]:
    """The line of the probe, after a comparison of several results with those of the codec as a peer uses it."""
    line = probe(operations, task)
    if "refused" in line:
        return line
    codec, operation = operations.codec(task.codec), operations.of(task)
    model = model_of(codec.model, operations.tree)

    def read(wire: bytes) -> bytes:
        return model.show(task.message, codec.decode(task.message, wire, {}))

    for _ in range(3):
        result = operation.call(operation.argument)
        if task.operation in (ENCODE, POPULATE):
            expected = codec.encode(task.message, model.build(task.message, task.view), {})
            assert (read(bytes(result)) == read(expected)) if codec.decodes else (bytes(result) == expected)
        elif task.operation == DECODE:
            assert model.show(task.message, result) == read(task.wire)
        else:
            plain = operations.plain()
            held = plain.show(task.message, plain.build(task.message, read(task.wire)))
            assert plain.show(task.message, result) == held
    return line

"""Codecs that cheat are refused, each with its reason; the codecs of the one list are not."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from wirebed_protocol import bench_pb2, peer_pb2

from wirebed_bench.operations import Operations, Task
from wirebed_bench.probe import probe
from wirebed_peer.codec import Bound, Codec
from wirebed_peer.codec.protobuf import Protobuf
from wirebed_peer.codec.raw import RawStruct
from wirebed_peer.codecs import CODECS, codec_class
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

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
        # What orjson writes of dataclasses is read by codecs that know the names of JSON alone, and Stock has others.
        expected = "refused" if (codec, message) == ("json/orjson-dataclass", "interop.Stock") else "kept"
        assert expected in probe(operations, task_of(ENCODE, codec, message))
    if codec_class(codec).decodes:
        assert "kept" in probe(operations, task_of(DECODE, codec, message, writer=WRITERS.get(codec, codec)))


@pytest.mark.parametrize("operation", [POPULATE, CONVERT])
@pytest.mark.parametrize("codec", REAL)
def test_only_messages_are_populated_and_converted(
    operations: Operations, task_of: TaskOf, codec: str, operation: int
) -> None:
    task = task_of(operation, codec, "interop.Stock", writer=WRITERS.get(codec, codec))
    if codec.startswith("proto"):
        assert "kept" in probe(operations, task)
    else:
        assert probe(operations, task) == {"id": "one", "refused": "its objects are the plain objects"}


def test_the_probe_says_what_is_kept(operations: Operations, task_of: TaskOf) -> None:
    """A codec that reuses something in this direction reports what is kept; another one is refused."""
    reused = {codec: probe(operations, task_of(ENCODE, codec, reused=True)) for codec in REAL}
    assert {codec: line["kept"] for codec, line in reused.items() if "kept" in line} == {
        "json/msgspec": "the Encoder is kept, and the bytearray that it encodes into; Structs are new",
        "pickle/stdlib": "the Pickler is kept, its memo cleared; the buffer is new, and is what is returned",
        "raw/struct": "each Struct is kept, and the bytearray that it packs into, which grows when it has to",
    }
    assert reused["json/orjson"]["refused"] == "this library keeps nothing more"
    reading = {
        codec: probe(operations, task_of(DECODE, codec, writer=WRITERS.get(codec, codec), reused=True))
        for codec in REAL
    }
    assert {codec: line["kept"] for codec, line in reading.items() if "kept" in line} == {
        "xml/lxml": "the parser is kept; document and objects are new",
        "xml-jaxb/lxml": "the parser is kept; document and objects are new",
        "xml-jaxb/lxml-xsd": "the schema and the parser are kept; document and objects are new",
    }
    assert "memory" in reading["protobuf/upb"]["refused"]


def test_a_codec_is_opened_once_to_be_timed(bench_tree: Tree, operations: Operations, task_of: TaskOf) -> None:
    """The codec is opened once to be timed, and once for the expected values."""
    opened: list[str] = []

    def codec(name: str) -> Codec:
        opened.append(name)
        return operations.codec(name)

    assert "kept" in probe(Operations(bench_tree, codec), task_of(ENCODE, "raw/struct"))
    assert opened == ["raw/struct"] * 2


def test_copies(operations: Operations, task_of: TaskOf) -> None:
    assert "kept" in probe(operations, task_of(bench_pb2.COPY, "", "interop.Stock"))
    assert "kept" in probe(operations, Task(id="one", operation=bench_pb2.MEMCPY, wire=b"abc"))


def test_a_refusal_of_the_library_is_its_words(operations: Operations, task_of: TaskOf) -> None:
    task = task_of(DECODE, "raw/struct", writer="raw/struct")
    task.wire += b"\0"
    assert "trailing" in probe(operations, task)["refused"]


def test_a_reader_whose_writer_fails(bench_tree: Tree, task_of: TaskOf) -> None:
    """Bytes of other writers are read and timed even so, unless something is lost."""

    class Unwritten(RawStruct):
        def encode(self, message: str, value: Any, options: dict[str, str]) -> bytes:
            raise Refusal(peer_pb2.WRITE, "", "not today")

    class Lossy(Unwritten):
        def decoder(self, message: str, options: dict[str, str]) -> Bound:
            read = super().decoder(message, options).call
            return Bound(lambda data: type(value := read(data))(value.a, value.b), "")

    task = task_of(DECODE, "raw/struct", writer="raw/struct")
    assert "kept" in probe(Operations(bench_tree, lambda name: Unwritten(bench_tree)), task)
    assert "it loses something" in probe(Operations(bench_tree, lambda name: Lossy(bench_tree)), task)["refused"]


def test_unknown(operations: Operations, task_of: TaskOf) -> None:
    assert probe(operations, task_of(ENCODE, "raw/other"))["refused"] == "this program has no codec raw/other"
    line = probe(operations, task_of(ENCODE, "raw/struct", other=b""))
    assert line["refused"] == "there is no other value to try it with"


class Writing(RawStruct):
    """Writes what `made` returns, which is called with the honest call."""

    made: Callable[[Tree, Callable], Callable]

    def encoder(self, message: str, options: dict[str, str]) -> Bound:
        honest = super().encoder(message, options)
        return Bound(type(self).made(self.tree, honest.call), honest.kept)


class Constant(Writing):
    """Writes the same bytes for every object."""

    def made(tree: Tree, encode: Callable) -> Callable:
        return lambda value: bytes(4 + 4 + 8)


class FirstBytes(Writing):
    """Writes what it wrote first, for ever."""

    def made(tree: Tree, encode: Callable) -> Callable:
        kept: list[bytes] = []

        def call(value: Any) -> bytes:
            kept.append(kept[0] if kept else encode(value))
            return kept[-1]

        return call


class ById(Writing):
    """Writes what it wrote of this object before."""

    def made(tree: Tree, encode: Callable) -> Callable:
        kept: dict[int, tuple[Any, bytes]] = {}

        def call(value: Any) -> bytes:
            # The object is held, so that no other one can get its identity.
            return kept.setdefault(id(value), (value, encode(value)))[1]

        return call


class LeavesOut(Writing):
    """Never writes one field."""

    def made(tree: Tree, encode: Callable) -> Callable:
        def call(value: Any) -> bytes:
            return encode(type(value)(value.a, value.b, 0))

        return call


class ReadsOnce(RawStruct):
    """Returns the object that it made of these bytes before."""

    def decoder(self, message: str, options: dict[str, str]) -> Bound:
        return Bound(cache(super().decoder(message, options).call), "")


class ReadsNothing(Protobuf):
    """Returns an empty message."""

    decode = Codec.decode  # calls the decoder

    def decoder(self, message: str, options: dict[str, str]) -> Bound:
        new = self.tree.message_class(message)
        return Bound(lambda data: new(), "")


class ReadsOnceAMessage(Protobuf):
    """Returns the message that it made of these bytes before."""

    def decoder(self, message: str, options: dict[str, str]) -> Bound:
        return Bound(cache(super().decoder(message, options).call), "")


class KeepsAList(RawStruct):
    """Returns a new object with the lists of the one before."""

    def decoder(self, message: str, options: dict[str, str]) -> Bound:
        read = cache(super().decoder(message, options).call)

        def call(data: bytes) -> Any:
            value = read(data)
            return type(value)(value.symbol, *(getattr(value, name) for name in type(value).__slots__[1:]))

        return Bound(call, "")


@pytest.mark.parametrize(
    ("cheat", "message", "words"),
    [
        (Constant, "interop.Testobject", "it leaves something out: field 1"),
        (FirstBytes, "interop.Testobject", "what it wrote before"),
        (ById, "interop.Testobject", "it remembers"),
        (LeavesOut, "interop.Testobject", "it leaves something out: field 3"),
        (ReadsOnce, "interop.Testobject", "it remembers"),
        (ReadsNothing, "interop.Testobject", "it leaves something out"),
        (ReadsOnceAMessage, "interop.Testobject", "it remembers"),
        (KeepsAList, "interop.Stock", "it remembers"),
    ],
)
def test_a_cheat_is_refused(bench_tree: Tree, task_of: TaskOf, cheat: type[Codec], message: str, words: str) -> None:
    operations = Operations(bench_tree, lambda name: cheat(bench_tree))
    honest = f"{cheat.format}/{cheat.library}"
    task = task_of(ENCODE if issubclass(cheat, Writing) else DECODE, honest, message, writer=honest)
    assert words in probe(operations, task)["refused"]


NOT_ITS_OWN = "it writes something else than the value, or what it wrote before"


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        (Constant, NOT_ITS_OWN),
        (FirstBytes, NOT_ITS_OWN),
        (ById, "it remembers: of an object that was changed it writes what that was before"),
        (LeavesOut, NOT_ITS_OWN),
    ],
)
def test_a_cheat_that_only_benchmarks_see_is_refused(
    bench_tree: Tree, task_of: TaskOf, cheat: type[Codec], words: str
) -> None:
    """The call of a peer stays honest."""

    class Sly(cheat):
        def encode(self, message: str, value: Any, options: dict[str, str]) -> bytes:
            return RawStruct(self.tree).encode(message, value, options)

    operations = Operations(bench_tree, lambda name: Sly(bench_tree))
    assert probe(operations, task_of(ENCODE, "raw/struct"))["refused"] == words


def test_a_copy_that_shares_is_refused(bench_tree: Tree, task_of: TaskOf, monkeypatch: pytest.MonkeyPatch) -> None:
    from wirebed_bench import operations as module

    shallow = module.conversions(bench_tree, "interop.Stock")._replace(copy=lambda value: value)
    monkeypatch.setattr(module, "conversions", lambda tree, message: shallow)
    line = probe(Operations(bench_tree), task_of(bench_pb2.COPY, "", "interop.Stock"))
    assert line["refused"] == "the copy shares objects with what it was made of"

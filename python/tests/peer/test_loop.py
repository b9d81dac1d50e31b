"""The peer as a child process: requests on stdin, replies on stdout, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
from wirebed_protocol import peer_pb2

from wirebed_peer.codecs import CODECS, MESSAGE_CODECS


class Child:
    def __init__(self, tree_folder: Path, *options: str, cwd: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "wirebed_peer", str(tree_folder), *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
        )

    def send(self, request: peer_pb2.Request) -> None:
        serialize_length_prefixed(request, self.process.stdin)
        self.process.stdin.flush()

    def ask(self, request: peer_pb2.Request) -> peer_pb2.Reply:
        self.send(request)
        return parse_length_prefixed(peer_pb2.Reply, self.process.stdout)

    def run(self, *tasks: peer_pb2.Task) -> list[peer_pb2.Result]:
        reply = self.ask(peer_pb2.Request(id=9, batch=peer_pb2.Batch(tasks=tasks)))
        assert reply.id == 9
        return list(reply.results.results)

    def end(self) -> tuple[int, bytes, str]:
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err.decode()


@pytest.fixture
def child(tree_folder: Path) -> Iterator[Child]:
    child = Child(tree_folder)
    yield child
    child.process.kill()
    child.process.communicate()


def test_descriptors_alone_have_the_codecs_of_messages(tree_folder: Path, tmp_path: Path) -> None:
    (tmp_path / "schema.binpb").write_bytes((tree_folder / "schema.binpb").read_bytes())
    child = Child(tmp_path, "--descriptors")
    reply = child.ask(peer_pb2.Request(id=7, hello=peer_pb2.Hello()))
    assert [f"{one.format}/{one.library}" for one in reply.introduction.codecs] == list(MESSAGE_CODECS)
    assert {one.model for one in reply.introduction.codecs} == {peer_pb2.MESSAGE}
    assert child.end() == (0, b"", "")


def test_hello_and_a_clean_end(child: Child) -> None:
    reply = child.ask(peer_pb2.Request(id=7, hello=peer_pb2.Hello()))
    assert reply.id == 7
    assert (reply.introduction.peer, reply.introduction.language) == ("python", "Python")
    assert len(reply.introduction.codecs) == len(CODECS)
    assert child.end() == (0, b"", "")


def test_each_value_of_a_column_has_its_answer(child: Child, view_of) -> None:
    view = view_of("interop.Tree", "name: 'a'")
    (written,) = child.run(peer_pb2.Task(codec="json/stdlib", message="interop.Tree", encode=view))
    column = {"codec": "json/stdlib", "message": "interop.Tree", "action": peer_pb2.Column.ENCODE}
    values = [view, b"r", view]
    columns = [
        peer_pb2.Column(**column, values=values),
        *(
            peer_pb2.Column(**column | unknown, values=values)
            for unknown in ({"codec": "no/such"}, {"message": "no.Such"}, {"class_name": "no.Such"}, {"action": 1000})
        ),
    ]
    reply = child.ask(peer_pb2.Request(id=9, columns=peer_pb2.Columns(columns=columns)))
    first, *others = reply.column_answers.columns
    assert list(first.values) == [written.encoded, b"", written.encoded]
    assert [(one.id, one.encode_error.stage) for one in first.failures] == [(1, peer_pb2.BUILD)]
    for other in others:
        assert list(other.values) == [b"", b"", b""]
        assert [(one.id, one.WhichOneof("outcome")) for one in other.failures] == [
            (at, "unsupported") for at in range(3)
        ]


def test_each_task_has_its_result(child: Child, view_of) -> None:
    view = view_of("interop.Tree", "name: 'a'")
    results = child.run(
        peer_pb2.Task(id=3, codec="protobuf/upb", message="interop.Tree", encode=view),
        peer_pb2.Task(id=2, codec="protobuf/upb", message="interop.Tree", decode=b"\xff"),
        peer_pb2.Task(id=5, codec="nothing/none", message="interop.Tree", decode=b""),
        peer_pb2.Task(id=4, codec="protobuf/upb", message="interop.Missing", decode=b""),
        peer_pb2.Task(id=6, codec="protobuf/upb", message="interop.Tree"),
        peer_pb2.Task(id=8, codec="hessian2/python-hessian", message="interop.Tree", encode=view),
        peer_pb2.Task(id=9, codec="protobuf/upb", decode=b""),
        peer_pb2.Task(id=1, codec="protobuf/upb", message="interop.Tree", encode=b"r"),
    )
    assert [(result.id, result.WhichOneof("outcome")) for result in results] == [
        (3, "encoded"),
        (2, "decode_error"),
        (5, "unsupported"),
        (4, "unsupported"),
        (6, "unsupported"),
        (8, "unsupported"),
        (9, "unsupported"),
        (1, "encode_error"),
    ]


def test_the_peer_goes_on_after_a_failed_task(child: Child) -> None:
    deep = b"y" * 5_000_000
    cases = [
        ("hessian2/python-hessian", b"\x79" * 100_000),
        ("hessian2/wirebed", deep),
        # Arrays of objects nested in each other.
        (
            "java-serial/javaobj",
            bytes.fromhex("aced0005757200135b4c6a6176612e6c616e672e4f626a6563743b90ce589f1073296c020000787000000001")
            + bytes.fromhex("7571007e000000000001") * 100_000,
        ),
        ("json/msgspec", b'{"branches":[' * 100_000),
        ("protojson/upb", b'{"branches":[' * 100_000),
        ("prototext/upb", b"branches{" * 100_000),
        ("protobuf/upb", b"\x12\x7f" * 100_000),
    ]
    limited: list[str] = []
    for codec, data in cases:
        (result,) = child.run(peer_pb2.Task(id=1, codec=codec, message="interop.Tree", decode=data))
        assert result.WhichOneof("outcome") == "decode_error", codec
        assert result.decode_error.stage == peer_pb2.PARSE, codec
        assert result.decode_error.by == peer_pb2.LIBRARY, codec
        limited += [codec] * (result.decode_error.manner == peer_pb2.TYPED)
    # The other libraries recurse until Python stops them, and some raise an exception of their own over that.
    assert limited == ["hessian2/wirebed", "protobuf/upb"]
    (result,) = child.run(peer_pb2.Task(id=1, codec="hessian2/python-hessian", decode=b"\x79" * 100_000))
    assert result.decode_error.type == "RecursionError"
    assert result.decode_error.manner == peer_pb2.EXHAUSTED
    assert child.end()[0] == 0


def test_a_request_of_neither_kind_gets_a_reply_of_neither_kind(child: Child) -> None:
    child.send(peer_pb2.Request(id=1))
    code, out, err = child.end()
    assert (code, out, err) == (0, b"\x02\x08\x01", "")


@pytest.mark.parametrize("garbage", [b"\x05abcde", b"\xff" * 20, b"\x7f\x08"])
def test_garbage_ends_the_peer(child: Child, garbage: bytes) -> None:
    child.process.stdin.write(garbage)
    child.process.stdin.flush()
    code, out, err = child.end()
    assert (code, out) == (1, b"")
    assert err.startswith("wirebed_peer: ")


def test_a_missing_tree_is_reported(tmp_path: Path) -> None:
    code, out, err = Child(tmp_path / "none").end()
    assert (code, out) == (1, b"")
    assert "schema.binpb" in err


def test_a_folder_called_json_hides_nothing(tree_folder: Path, tmp_path: Path) -> None:
    for name in ("json", "plain", "enum"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    child = Child(tree_folder, cwd=tmp_path)
    for codec in ("protojson/upb", "json/msgspec"):
        (result,) = child.run(peer_pb2.Task(id=1, codec=codec, message="interop.Tree", decode=b'{"name": "a"}'))
        assert result.WhichOneof("outcome") == "decoded", result
    assert child.end() == (0, b"", "")

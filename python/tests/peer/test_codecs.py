"""Each codec by itself: what it writes, reads and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.codec.msgspec import MsgspecJson
from wirebed_peer.tasks import Tasks

ROOT = Path(__file__).resolve().parents[3]
Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]
Cases = list[tuple[str, str, bytes]]
TREE = "name: 'a' branches { name: 'b' } by_name { key: 'k' value { name: 'c' } }"
BOTH_WAYS = [
    "none/message",
    "none/plain",
    "protobuf/upb",
    "prototext/upb",
    "protojson/upb",
    "json/msgspec",
    "json/msgspec-dataclass",
    "json/stdlib",
    "json/orjson",
    "hessian2/wirebed",
    "java-serial/javaobj",
    "raw/struct",
    "pickle/stdlib",
    "xml/lxml",
    "xml-jaxb/lxml",
]
# The codecs that only read, and those that write for them.
READERS = {
    "hessian2/python-hessian": "hessian2/wirebed",
    "java-serial/javaobj-v1": "java-serial/javaobj",
    "xml-jaxb/lxml-xsd": "xml-jaxb/lxml",
}
WRITERS = ["json/orjson-dataclass"]


def test_introduction(tasks: Tasks) -> None:
    about = {name: codec.introduce() for name, codec in tasks.codecs.items()}
    assert sorted(about) == sorted([*BOTH_WAYS, *READERS, *WRITERS])
    assert all(codec.name == name for name, codec in tasks.codecs.items())
    assert [f"{codec.format}/{codec.library}" for codec in about.values()] == [*about]
    assert all(codec.version for codec in about.values())
    assert [name for name, codec in about.items() if not codec.encodes] == [*READERS]
    assert [name for name, codec in about.items() if not codec.decodes] == WRITERS
    assert [name for name, codec in about.items() if codec.canonical] == ["hessian2/wirebed"]


def test_what_is_loaded_is_of_the_environment_of_the_libraries(tasks: Tasks) -> None:
    """The runner has a protobuf and a msgspec of its own."""
    for name, codec in tasks.codecs.items():
        loaded = codec.introduce().loaded
        if codec.package not in ("", "wirebed"):
            assert Path(loaded.path).is_relative_to(ROOT / "build/python/venv"), name
            assert loaded.version == codec.version()
        else:
            assert Path(loaded.path).is_file() == bool(codec.library_packages), name


def test_a_codec_of_another_package_does_not_state_the_version_of_python() -> None:
    class Unnamed(MsgspecJson):
        package = ""

    assert MsgspecJson.version() == msgspec.__version__
    with pytest.raises(ValueError, match="json/msgspec has no `package`, and msgspec is not of Python itself"):
        Unnamed.version()


@pytest.mark.parametrize("codec", BOTH_WAYS)
def test_each_codec_reads_what_it_wrote(run: Run, view_of: ViewOf, codec: str) -> None:
    view = view_of("interop.Tree", TREE)
    data = run(codec, "interop.Tree", encode=view).encoded
    assert data
    assert run(codec, "interop.Tree", decode=data).decoded == view


@pytest.mark.parametrize("codec", [*BOTH_WAYS, *READERS])
def test_no_case_is_a_defect_of_the_peer(run: Run, cases: Cases, codec: str) -> None:
    writer = READERS.get(codec, codec)
    both_ways = 0
    for name, message, view in cases:
        encoded = run(writer, message, encode=view)
        assert encoded.WhichOneof("outcome") in ("encoded", "encode_error"), (name, encoded)
        decoded = run(codec, message, decode=encoded.encoded)
        assert decoded.WhichOneof("outcome") in ("decoded", "decode_error"), (name, decoded)
        both_ways += encoded.HasField("encoded") and decoded.HasField("decoded")
    assert both_ways > 150


@pytest.mark.parametrize("codec", [*BOTH_WAYS, *READERS])
def test_trailing_bytes_are_an_error(run: Run, view_of: ViewOf, codec: str) -> None:
    writer = READERS.get(codec, codec)
    data = run(writer, "interop.Tree", encode=view_of("interop.Tree", TREE)).encoded
    assert run(codec, "interop.Tree", decode=data).WhichOneof("outcome") == "decoded"
    assert run(codec, "interop.Tree", decode=data + b"\x01]").WhichOneof("outcome") == "decode_error"


@pytest.mark.parametrize("codec", ["json/msgspec", "json/stdlib", "json/orjson"])
def test_json_is_what_the_mapping_table_says(run: Run, view_of: ViewOf, codec: str) -> None:
    def written(message: str, text: str) -> Any:
        return json.loads(run(codec, message, encode=view_of(message, text)).encoded)

    assert written("interop.Dates", "date { seconds: 1 }") == {
        "date": "1970-01-01T00:00:01.000Z",
        "dates": [],
        "dateArray": [],
    }
    assert written("interop.Dates", "date { seconds: 1 nanos: 1000 }")["date"] == "1970-01-01T00:00:01.000001Z"
    assert written("interop.Decimals", "value: '1.50'") == {
        "value": "1.50",
        "maybe": None,
        "values": [],
        "valueArray": [],
    }
    assert written("interop.Enums", "one: HEARTS day: SAMSTAG")["one"] == "HEARTS"
    assert written("interop.Enums", "one: HEARTS day: SAMSTAG")["day"] == "SATURDAY"
    assert written("interop.Implicit", "raw: '\\xff'")["raw"] == "/w=="
    assert written("interop.names.Spellings", "odd: 1 renamed: 2")["with space-and-dash"] == 1
    keys = written("interop.MapKeys", "f_bool { key: true value: 'a' } f_int64 { key: -1 value: 'b' }")
    assert (list(keys["fBool"]), list(keys["fInt64"])) == (["true"], ["-1"])
    assert written("interop.Wrappers", "w_int32 { value: 5 }")["wInt32"] == 5


def test_msgspec_by_itself_has_forms_of_its_own(run: Run, view_of: ViewOf) -> None:
    def written(message: str, text: str) -> Any:
        return json.loads(run("json/msgspec-dataclass", message, encode=view_of(message, text)).encoded)

    assert written("interop.Dates", "date { seconds: 1 }")["date"] == "1970-01-01T00:00:01Z"
    assert written("interop.Enums", "one: HEARTS")["one"] == 2
    assert written("interop.Wrappers", "w_int32 { value: 5 }")["w_int32"] == 5
    assert written("interop.names.Spellings", "odd: 1")["odd"] == 1
    keys = view_of("interop.MapKeys", "f_bool { key: true value: 'a' }")
    failure = run("json/msgspec-dataclass", "interop.MapKeys", encode=keys).encode_error
    assert (failure.stage, failure.type, failure.by) == (peer_pb2.WRITE, "TypeError", peer_pb2.LIBRARY)


def test_orjson_by_itself_writes_dataclasses(run: Run, view_of: ViewOf) -> None:
    def written(message: str, text: str) -> peer_pb2.Result:
        return run("json/orjson-dataclass", message, encode=view_of(message, text))

    dates = b'{"date":"1970-01-01T00:00:01+00:00","dates":[],"date_array":[]}'
    assert written("interop.Dates", "date { seconds: 1 }").encoded == dates
    failure = written("interop.Implicit", "raw: 'a'").encode_error
    assert (failure.stage, failure.manner, failure.by) == (peer_pb2.WRITE, peer_pb2.TYPED, peer_pb2.LIBRARY)
    assert run("json/orjson-dataclass", "interop.Dates", decode=dates).HasField("unsupported")


def test_json_is_typed_and_strict(run: Run) -> None:
    def outcome(text: str) -> str:
        result = run("json/msgspec", "interop.Implicit", decode=text.encode())
        return "read" if result.WhichOneof("outcome") == "decoded" else result.decode_error.reason

    assert outcome('{"number": 1, "unknown": [1]}') == "read"
    assert "Expected `int`, got `str` - at `$.number`" in outcome('{"number": "1"}')
    assert "Expected `int`, got `float`" in outcome('{"number": 1.5}')
    assert "Expected `str`, got `null`" in outcome('{"text": null}')
    assert "Invalid enum value 'NO'" in outcome('{"level": "NO"}')
    assert "trailing" in outcome("{} {}")


def test_a_required_field_that_is_missing(run: Run, view_of: ViewOf) -> None:
    failure = run("protobuf/upb", "interop.Required", encode=view_of("interop.Required", "number: 1")).encode_error
    assert failure.stage == peer_pb2.REQUIRED_CHECK
    assert "missing required fields: name,color" in failure.reason


def test_text_that_is_not_utf8(run: Run) -> None:
    failure = run("protobuf/upb", "interop.names.String", decode=bytes.fromhex("0a01ff")).decode_error
    assert failure.stage == peer_pb2.PARSE
    # proto2 does not check UTF-8, so the text arrives as bytes.
    failure = run("protobuf/upb", "interop.Extended", decode=bytes.fromhex("0a01ff")).decode_error
    assert (failure.stage, failure.by) == (peer_pb2.USE, peer_pb2.CAST)
    assert failure.reason == "interop.Extended.name: b'\\xff' is bytes, not str"


def test_a_cycle_is_refused_by_json_and_kept_by_hessian2(run: Run, tasks: Tasks, tree: Any, plain: Any) -> None:
    node = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    node.next = node
    view = plain.show("interop.Node", node)
    failure = run("json/msgspec", "interop.Node", encode=view).encode_error
    assert (failure.stage, failure.type, failure.manner) == (peer_pb2.WRITE, "RecursionError", peer_pb2.EXHAUSTED)
    data = run("hessian2/wirebed", "interop.Node", encode=view).encoded
    assert run("hessian2/wirebed", "interop.Node", decode=data).decoded == view
    assert run("hessian2/python-hessian", "interop.Node", decode=data).decoded == view


def test_values_without_a_schema(run: Run) -> None:
    vector = bytes.fromhex("7a72045b696e7490917390929394")
    view = run("hessian2/wirebed", decode=vector).decoded
    assert run("hessian2/wirebed", encode=view).encoded == vector
    assert run("hessian2/python-hessian", decode=vector).decoded
    assert "needs a schema" in run("json/msgspec", decode=b"1").unsupported.reason


def test_relay(run: Run, view_of: ViewOf) -> None:
    for codec in BOTH_WAYS[2:]:
        wire = run(codec, "interop.Tree", encode=view_of("interop.Tree", TREE)).encoded
        # A view that has only the name.
        new_name = view_of("interop.Tree", "name: 'z'").split(b"\x02\0\0\0l")[0] + bytes(4)
        relay = peer_pb2.Relay(wire=wire, set=new_name, clear=[3])
        relayed = run(codec, "interop.Tree", relay=relay).encoded
        expected = view_of("interop.Tree", "name: 'z' branches { name: 'b' }")
        assert run(codec, "interop.Tree", decode=relayed).decoded == expected, codec


def test_relay_into_another_codec(run: Run, view_of: ViewOf) -> None:
    def relayed(codec: str, into: str, wire: bytes) -> peer_pb2.Result:
        return run(codec, "interop.Testobject", relay=peer_pb2.Relay(wire=wire, clear=[2], into=into))

    wire = b"\x0a\x03abc\x10\x64\xf8\x07\x01"
    assert relayed("protobuf/upb", "protojson/upb", wire).encoded == b'{\n  "a": "abc"\n}'
    # The unknown field survives because no view is in between.
    assert relayed("protobuf/upb", "protobuf/upb", wire).encoded == b"\x0a\x03abc\xf8\x07\x01"
    written = relayed("json/msgspec", "hessian2/wirebed", b'{"a":"abc","b":1,"c":2}').encoded
    seen = run("hessian2/wirebed", "interop.Testobject", decode=written).decoded
    assert seen == view_of("interop.Testobject", "a: 'abc' b: 0 c: 2")
    wrong = relayed("json/msgspec", "protojson/upb", b"{}").unsupported
    assert wrong.reason == "protojson/upb does not take what json/msgspec returns"
    assert "no codec json/gson" in relayed("json/msgspec", "json/gson", b"{}").unsupported.reason


def test_protojson_ignores_unknown_fields_on_request(run: Run, view_of: ViewOf) -> None:
    wire = b'{"a": "x", "nothing": [1]}'
    assert run("protojson/upb", "interop.Testobject", decode=wire).HasField("decode_error")
    read = run("protojson/upb", "interop.Testobject", decode=wire, options={"unknown": "ignore"})
    assert read.decoded == view_of("interop.Testobject", "a: 'x'")


def test_measure(run: Run, view_of: ViewOf) -> None:
    view = view_of("interop.Tree", TREE)
    for codec in BOTH_WAYS:
        found = run(codec, "interop.Tree", measure=peer_pb2.Measure(view=view, milliseconds=20)).measured
        for times in (found.encode, found.decode):
            assert times.batches >= 10 and 0 < times.least <= times.median, codec
        assert found.size == len(run(codec, "interop.Tree", encode=view).encoded), codec


def test_a_reader_is_measured_on_what_another_writes(run: Run, view_of: ViewOf) -> None:
    view = view_of("interop.Tree", TREE)
    measure = peer_pb2.Measure(view=view, milliseconds=5)
    found = run("hessian2/python-hessian", "interop.Tree", measure=measure).measured
    wire = run("hessian2/wirebed", "interop.Tree", encode=view).encoded
    assert (found.HasField("encode"), found.size) == (False, len(wire))
    assert found.decode.batches > 0
    measure = peer_pb2.Measure(wire=wire, milliseconds=5)
    found = run("hessian2/wirebed", "interop.Tree", measure=measure).measured
    assert (found.HasField("encode"), found.size) == (False, len(wire)) and found.decode.batches > 0

"""How a task failed, and whose code refused: proto/wirebed/README.md, "Failures"."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Callable
from decimal import Decimal
from types import FunctionType
from typing import Any

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.bridge.models import Model
from wirebed_peer.codecs import CODECS, codec_class
from wirebed_peer.failures import judged, type_name
from wirebed_peer.refusal import Refusal
from wirebed_peer.tasks import Tasks, failure_of, unfinished
from wirebed_peer.tree import Tree

Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]
WITHOUT_LIBRARY = ["none/message", "none/plain", "raw/struct"]
JAVA = b"\xac\xed\0\5"
PICKLE = b"\x80\x04"
DEEP = b'{"unknown":' + b"[" * 200_000


def said(failure: peer_pb2.Failure) -> str:
    """`typed library orjson.JSONDecodeError`: the manner, by whom, and the type, without the module if it is ours."""
    manner, by = peer_pb2.Manner.Name(failure.manner), peer_pb2.By.Name(failure.by)
    return f"{manner} {by}".lower() + " " + re.sub(r"^wirebed_peer\..*\.", "", failure.type)


@pytest.mark.parametrize(
    ("codec", "data", "expected"),
    [
        ("protobuf/upb", b"\xff", "typed library google.protobuf.message.DecodeError"),
        ("protojson/upb", b"{", "typed library google.protobuf.json_format.ParseError"),
        ("protojson/upb", b'{"number":"x"}', "typed library google.protobuf.json_format.ParseError"),
        ("protojson/upb", b"\xff", "untyped library UnicodeDecodeError"),
        ("prototext/upb", b"number: x", "typed library google.protobuf.text_format.ParseError"),
        ("prototext/upb", b"\xff", "typed library google.protobuf.text_format.ParseError"),
        ("json/stdlib", b"{", "typed library json.decoder.JSONDecodeError"),
        ("json/stdlib", b'{"text":"\xff"}', "untyped library UnicodeDecodeError"),
        ("json/stdlib", b'{"number":' + b"9" * 5000 + b"}", "untyped library ValueError"),
        ("json/stdlib", b'{"number":"1"}', "typed codec Mistyped"),
        ("json/stdlib", b'{"raw":"/w"}', "typed codec Mistyped"),
        ("json/stdlib", b'{"number":' + b"9" * 30 + b"}", "untyped cast "),
        ("json/stdlib", DEEP, "exhausted library RecursionError"),
        ("json/orjson", b"{", "typed library orjson.JSONDecodeError"),
        ("json/orjson", b'{"level":"NO"}', "typed codec Mistyped"),
        ("json/orjson", DEEP, "typed library orjson.JSONDecodeError"),
        ("json/msgspec", b"{", "typed library msgspec.DecodeError"),
        ("json/msgspec", b'{"number":"1"}', "typed library msgspec.ValidationError"),
        ("json/msgspec", b'{"text":"\xff"}', "untyped library UnicodeDecodeError"),
        ("json/msgspec", DEEP, "exhausted library RecursionError"),
        ("pickle/stdlib", b"", "typed codec PickleError"),
        ("pickle/stdlib", PICKLE + b"\x8c\2os\x8c\6system\x93.", "typed codec PickleError"),
        ("pickle/stdlib", PICKLE + b".", "typed library _pickle.UnpicklingError"),
        ("pickle/stdlib", PICKLE + b"K\1K\2a.", "typed library AttributeError"),
        ("pickle/stdlib", PICKLE + b"X\1\0\0\0\xff.", "untyped library UnicodeDecodeError"),
        ("pickle/stdlib", PICKLE + b"K\1.", "untyped cast "),
        ("raw/struct", b"", "untyped codec struct.error"),
        ("raw/struct", b"\1" + b"\xff" * 40, "typed codec RawError"),
        ("xml/lxml", b"<a", "typed library lxml.etree.XMLSyntaxError"),
        ("xml/lxml", b"<a/>", "typed codec XmlShapeError"),
        ("xml-jaxb/lxml", b"<Implicit><raw>/w</raw></Implicit>", "typed codec XmlTextError"),
        ("xml-jaxb/lxml", b"<!DOCTYPE a><Implicit/>", "typed codec "),
        ("xml-jaxb/lxml-xsd", b"<Implicit><number>x</number></Implicit>", "typed library lxml.etree.DocumentInvalid"),
        ("hessian2/wirebed", b"", "typed library HessianError"),
        ("hessian2/python-hessian", b"E", "typed library pyhessian.parser.ParseError"),
        ("hessian2/python-hessian", b"Q\x91", "untyped library IndexError"),
        ("hessian2/python-hessian", b"I\1", "untyped library struct.error"),
        ("hessian2/python-hessian", b"N1", "typed codec "),
        ("java-serial/javaobj", JAVA + b"\x74\0", "typed library EOFError"),
        ("java-serial/javaobj", b"abcd", "untyped library ValueError"),
        ("java-serial/javaobj", JAVA + b"\x74\0\5ab", "typed codec "),
        ("java-serial/javaobj", JAVA + b"\x74\0\2ab", "untyped cast "),
        ("java-serial/javaobj-v1", JAVA + b"\x74\0", "typed library RuntimeError"),
        ("java-serial/javaobj-v1", b"abcd", "typed library OSError"),
        ("java-serial/javaobj-v1", JAVA + b"\x74\0\5ab", "typed codec "),
        ("java-serial/javaobj-v1", JAVA + b"\x74\0\1ap", "typed codec "),
        ("java-serial/javaobj-v1", JAVA + b"\x74\0\2ab", "untyped cast "),
        ("none/plain", b"r", "typed codec "),
        ("none/message", b"r", "typed codec "),
    ],
)
def test_decoding(run: Run, codec: str, data: bytes, expected: str) -> None:
    assert said(run(codec, "interop.Implicit", decode=data).decode_error) == expected


@pytest.mark.parametrize(
    ("codec", "message", "held", "expected"),
    [
        ("json/stdlib", "interop.Implicit", {"number": object()}, "typed library TypeError"),
        ("json/orjson", "interop.Implicit", {"text": "\ud800"}, "typed library TypeError"),
        ("json/msgspec", "interop.Implicit", {"text": "\ud800"}, "untyped library UnicodeEncodeError"),
        ("hessian2/wirebed", "interop.Implicit", {"number": 1 << 80}, "typed library HessianError"),
        ("hessian2/wirebed", "interop.Implicit", {"text": 5}, "untyped library AttributeError"),
        ("java-serial/javaobj", "interop.Implicit", {"number": 1 << 80}, "untyped library struct.error"),
        ("java-serial/javaobj", "interop.Implicit", {"text": "\ud800"}, "untyped library UnicodeEncodeError"),
        ("java-serial/javaobj", "interop.Implicit", {"text": 5}, "typed codec NoJavaForm"),
        ("pickle/stdlib", "interop.Implicit", {"text": lambda: 0}, "typed library _pickle.PicklingError"),
        ("raw/struct", "interop.Implicit", {"number": 1 << 80}, "untyped codec struct.error"),
        ("xml/lxml", "interop.Implicit", {"text": "\1"}, "untyped library ValueError"),
        ("xml-jaxb/lxml", "interop.Decimals", {"value": Decimal("NaN")}, "typed codec XmlTextError"),
        ("none/plain", "interop.Implicit", {"number": "x"}, "untyped cast "),
    ],
)
def test_encoding(tasks: Tasks, tree: Tree, codec: str, message: str, held: dict[str, Any], expected: str) -> None:
    value = tree.python_class(tree.plain_class(message))(**held)
    with pytest.raises(Refusal) as caught:
        tasks.codecs[codec].encode(message, value, {})
    assert said(failure_of(caught.value)) == expected


def test_a_required_field_that_is_missing(run: Run, view_of: ViewOf) -> None:
    failure = run("protobuf/upb", "interop.Required", encode=view_of("interop.Required", "number: 1")).encode_error
    assert said(failure) == "typed library google.protobuf.message.EncodeError"


def test_a_conversion_of_ours_that_exhausts_the_stack(run: Run, tree: Tree, plain: Model) -> None:
    node = tree.python_class(tree.plain_class("interop.Node"))(name="n")
    node.next = node
    failure = run("json/stdlib", "interop.Node", encode=plain.show("interop.Node", node)).encode_error
    assert said(failure) == "exhausted codec RecursionError"


def test_a_defect_says_only_whether_it_was_exhausted() -> None:
    exhausted = unfinished(MemoryError()).internal_error
    assert (exhausted.manner, exhausted.by) == (peer_pb2.EXHAUSTED, peer_pb2.BY_UNSPECIFIED)
    defect = unfinished(KeyError("a")).internal_error
    assert (defect.manner, defect.by) == (peer_pb2.MANNER_UNSPECIFIED, peer_pb2.BY_UNSPECIFIED)


class Json:
    """A library in Python and C, with a class of the language among its errors."""

    library_packages = ("json", "_json")
    typed_errors = {"json.decoder.JSONDecodeError": "", "TypeError": ""}


def caught(call: Callable[[], object]) -> Exception:
    with pytest.raises(Exception) as raised:
        call()
    return raised.value


class Ours(Exception):
    """A class of the bed, wherever this file is."""

    __module__ = "wirebed_peer.codec.some"


def as_of_bed(function: FunctionType) -> FunctionType:
    """The function as if it stood in a module of the bed."""
    return FunctionType(function.__code__, {**function.__globals__, "__name__": "wirebed_peer.codec.some"})


def _loads(data: str) -> object:
    return json.loads(data)


def _ours() -> None:
    raise Ours("no")


def _wrapped(hidden: bool) -> None:
    try:
        json.loads("{")
    except ValueError as error:
        raise Ours("no") from (None if hidden else error)


def _default(_: object) -> None:
    raise TypeError("from a callback")


def _dumps_with_callback() -> None:
    json.dumps(object(), default=as_of_bed(_default))


def _through_stdlib() -> object:
    return Decimal("x") + json.loads("{}")


@pytest.mark.parametrize(
    ("call", "manner", "by"),
    [
        (lambda: as_of_bed(_loads)("{"), peer_pb2.TYPED, peer_pb2.LIBRARY),
        (lambda: as_of_bed(_loads)(5), peer_pb2.TYPED, peer_pb2.LIBRARY),
        (as_of_bed(_ours), peer_pb2.TYPED, peer_pb2.CODEC),
        # The first error decides who refused; what the user would catch, how.
        (lambda: as_of_bed(_wrapped)(False), peer_pb2.TYPED, peer_pb2.LIBRARY),
        (lambda: as_of_bed(_wrapped)(True), peer_pb2.TYPED, peer_pb2.CODEC),
        # Our code that the library calls back, with a class that is documented for the library.
        (as_of_bed(_dumps_with_callback), peer_pb2.UNTYPED, peer_pb2.CODEC),
        (as_of_bed(_through_stdlib), peer_pb2.UNTYPED, peer_pb2.CODEC),
    ],
)
def test_the_first_frame_of_either_decides(call: Callable[[], object], manner: int, by: int) -> None:
    assert judged(peer_pb2.PARSE, caught(call), Json) == (manner, by)


def test_the_stage_decides_before_any_frame() -> None:
    error = caught(lambda: json.loads("{"))
    assert judged(peer_pb2.USE, error, Json) == (peer_pb2.UNTYPED, peer_pb2.CAST)
    assert judged(peer_pb2.BUILD, error, Json)[1] == peer_pb2.CODEC


@pytest.mark.parametrize("name", CODECS)
def test_each_library_documents_its_errors(name: str) -> None:
    codec = codec_class(name)
    assert bool(codec.typed_errors) == bool(codec.library_packages) == (name not in WITHOUT_LIBRARY)
    for type_, authority in codec.typed_errors.items():
        module, _, kind = type_.rpartition(".")
        error = getattr(importlib.import_module(module or "builtins"), kind)
        assert issubclass(error, Exception)
        assert type_name(error) == type_
        # Of a class that the language raises for much else, the authority quotes the sentence.
        assert re.search('"[^"]+"' if error.__module__ == "builtins" else ".", authority), type_
    assert not {"Exception", "BaseException"} & codec.typed_errors.keys()


def test_the_introduction_has_them(tasks: Tasks) -> None:
    for name, codec in tasks.codecs.items():
        stated = {error.type: error.authority for error in codec.introduce().typed_errors}
        assert stated == codec_class(name).typed_errors

"""The codecs of untyped JSON libraries: what they write, and what they check on the way into the dataclass."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2

Run = Callable[..., peer_pb2.Result]
ViewOf = Callable[[str, str], bytes]
UNTYPED = ["json/stdlib", "json/orjson"]


def test_the_articles_testobject(run: Run, view_of: ViewOf) -> None:
    view = view_of("interop.Testobject", "a: 'abc' b: 100 c: 42")
    assert run("json/orjson", "interop.Testobject", encode=view).encoded == b'{"a":"abc","b":100,"c":42}'
    assert run("json/stdlib", "interop.Testobject", encode=view).encoded == b'{"a": "abc", "b": 100, "c": 42}'


@pytest.mark.parametrize("codec", UNTYPED)
@pytest.mark.parametrize(
    ("message", "text", "said"),
    [
        ("interop.Implicit", '{"number": 1, "unknown": [1]}', ""),
        ("interop.Implicit", '{"real": 7, "text": "\\ud83d\\ude00"}', ""),
        ("interop.Implicit", '{"number": "1"}', "expected an integer, got str"),
        ("interop.Implicit", '{"number": 1.5}', "expected an integer, got float"),
        ("interop.Implicit", '{"number": true}', "expected an integer, got bool"),
        ("interop.Implicit", '{"real": false}', "expected a number, got bool"),
        ("interop.Implicit", '{"text": null}', "expected a text, got null"),
        ("interop.Implicit", '{"raw": "/w"}', "Incorrect padding"),
        ("interop.Implicit", '{"raw": "/w==!"}', "Excess data after padding|Only base64 data"),
        ("interop.Implicit", '{"level": "NO"}', "expected one of .*, got 'NO'"),
        ("interop.Implicit", '{"level": []}', "expected one of .*, got \\[\\]"),
        ("interop.Implicit", "[]", "expected an object, got array"),
        ("interop.Lists", '{"fInt32": {}}', "expected an array, got object"),
        ("interop.MapKeys", '{"fBool": {"1": "x"}}', "expected one of true, false, got '1'"),
        ("interop.MapKeys", '{"fInt64": {"01": "x"}}', "expected an integer as a key, got '01'"),
        ("interop.MapKeys", '{"fInt64": []}', "expected an object, got array"),
        ("interop.Dates", '{"date": "2020-01-01"}', "expected a date with its offset, got '2020-01-01'"),
        ("interop.Dates", '{"date": "2020-01-01T00:00:00.5+01:00"}', ""),
        ("interop.Dates", '{"date": 5}', "expected a text, got int"),
        ("interop.Decimals", '{"value": "1,5"}', "expected the text of a decimal, got '1,5'"),
        ("interop.Testobject", '{"a": "x", "a": "y"}', ""),
        ("interop.Testobject", "", "(?i)expecting value|empty"),
        ("interop.Testobject", "{} {}", "(?i)extra data|unexpected content after"),
    ],
)
def test_typed_and_strict(run: Run, codec: str, message: str, text: str, said: str) -> None:
    result = run(codec, message, decode=text.encode())
    assert result.WhichOneof("outcome") == ("decode_error" if said else "decoded")
    if said:
        assert result.decode_error.stage == peer_pb2.PARSE
        assert re.search(said, result.decode_error.reason), result.decode_error.reason


@pytest.mark.parametrize("codec", UNTYPED)
@pytest.mark.parametrize("digits", [20, 400, 5000])
def test_integers_that_no_view_can_hold(run: Run, codec: str, digits: int) -> None:
    failure = run(codec, "interop.Testobject", decode=b'{"c": ' + b"9" * digits + b"}").decode_error
    assert failure.stage in (peer_pb2.PARSE, peer_pb2.USE), failure


@pytest.mark.parametrize("codec", UNTYPED)
@pytest.mark.parametrize("piece", [b"[", b'{"x":'])
def test_endless_nesting_is_an_error(run: Run, codec: str, piece: bytes) -> None:
    data = b'{"unknown":' + piece * 1_000_000
    assert run(codec, "interop.Testobject", decode=data).decode_error.stage == peer_pb2.PARSE


def test_what_each_library_does_by_default(run: Run) -> None:
    """The deviations state these defaults."""

    def read(codec: str, message: str, data: bytes) -> str:
        return run(codec, message, decode=data).WhichOneof("outcome")

    for data in (b'{"real": NaN}', b'{"real": -Infinity}', b"\xef\xbb\xbf{}", b'{"text": "\\ud800"}'):
        assert read("json/stdlib", "interop.Implicit", data) == "decoded", data
        assert read("json/orjson", "interop.Implicit", data) == "decode_error", data

"""What a client asks for, as a line of text."""

from __future__ import annotations

import pytest

from wirebed_echo.request import Request
from wirebed_peer.refusal import Unsupported


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("protobuf/upb interop.Person", Request("protobuf/upb", "interop.Person")),
        (
            "hessian2/caucho interop.Person envelope=message",
            Request("hessian2/caucho", "interop.Person", {"envelope": "message"}),
        ),
        ("a/b c d=e f=", Request("a/b", "c", {"d": "e", "f": ""})),
        ("a/b c d=e=f", Request("a/b", "c", {"d": "e=f"})),
        ("a/b ", Request("a/b", "")),
    ],
)
def test_it_is_read_as_it_is_written(line: str, request_: Request) -> None:
    assert Request.parse(line) == request_
    assert str(request_) == line


@pytest.mark.parametrize("line", ["", "ab c", "a/b c d", "a/b c\n", "a/b  d=e f", "\0" * 10])
def test_a_line_that_asks_for_nothing(line: str) -> None:
    with pytest.raises(Unsupported):
        Request.parse(line)

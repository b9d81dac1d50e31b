"""xml-jaxb/lxml and lxml-xsd: the documents of JAXB, and those that the schema or both readers refuse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.codec.xsd_text import READ, WRITE
from wirebed_peer.tasks import Tasks

HEAD = "<?xml version='1.0' encoding='UTF-8'?>\n"
PLAIN, VALID = "xml-jaxb/lxml", "xml-jaxb/lxml-xsd"


def decode(tasks: Tasks, codec: str, data: bytes, message: str = "interop.Testobject") -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec=codec, message=message, decode=data))


def encode(tasks: Tasks, view: bytes, message: str = "interop.Testobject") -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec=PLAIN, message=message, encode=view))


def test_an_element_for_each_field_in_order(tasks: Tasks, view_of: Callable[[str, str], bytes]) -> None:
    view = view_of("interop.Testobject", 'a: "<&>\\r" b: -1 c: 42')
    xml = encode(tasks, view).encoded
    assert xml.decode() == HEAD + "<Testobject><a>&lt;&amp;&gt;&#13;</a><b>-1</b><c>42</c></Testobject>"
    for codec in (PLAIN, VALID):
        assert decode(tasks, codec, xml).decoded == view


def test_maps_lists_and_sets(tasks: Tasks, view_of: Callable[[str, str], bytes]) -> None:
    view = view_of("interop.Enums", 'many: [CLUBS, HEARTS] by_name { key: "x" value: CLUBS } suit_set: CLUBS')
    xml = encode(tasks, view, "interop.Enums").encoded.decode()
    assert "<many>CLUBS</many><many>HEARTS</many>" in xml
    assert "<byName><entry><key>x</key><value>CLUBS</value></entry></byName>" in xml
    for codec in (PLAIN, VALID):
        assert decode(tasks, codec, xml.encode(), "interop.Enums").decoded == view


def test_lxml_xsd_only_reads(tasks: Tasks, view_of: Callable[[str, str], bytes]) -> None:
    view = view_of("interop.Testobject", "b: 1")
    task = peer_pb2.Task(id=1, codec=VALID, message="interop.Testobject", encode=view)
    assert tasks.run(task).WhichOneof("outcome") == "unsupported"


def test_texts_of_simple_types() -> None:
    assert [WRITE[PlainType.FLOAT](x) for x in (float("inf"), -float("inf"), 1e10, -0.0)] == [
        "INF",
        "-INF",
        "1.0E10",
        "-0.0",
    ]
    assert WRITE[PlainType.UINT64](2**64 - 1) == "-1"
    assert READ[PlainType.UINT64]("-1") == 2**64 - 1
    assert READ[PlainType.BOOL](" 1 ") is True
    assert READ[PlainType.DATE]("1975-02-01T10:44:03.554-05:00").timestamp() == 160501443.554
    next_day = READ[PlainType.DATE]("1975-03-01T00:00:00+14:00")
    for text in ("1975-02-28T24:00:00+14:00", "1975-02-28T24:00:00.00+14:00"):
        assert READ[PlainType.DATE](text) == next_day
    for kind, text in (
        (PlainType.INT32, "1_0"),
        (PlainType.INT32, "٣"),
        (PlainType.BOOL, "True"),
        (PlainType.DOUBLE, "Infinity"),
        (PlainType.DECIMAL, "1E3"),
        (PlainType.DATE, "1975-02-01T10:44:03"),
        (PlainType.DATE, "1975-02-30T10:44:03Z"),
        (PlainType.DATE, "1975-02-01T24:00:01Z"),
        (PlainType.DATE, "1975-02-01T24:00:00.01Z"),
        (PlainType.DATE, "9999-12-31T24:00:00Z"),
        (PlainType.DATE, "1975-02-01T10:44:03+14:01"),
        (PlainType.DATE, "1975-02-01T10:44:03-15:00"),
        (PlainType.BYTES, "A"),
    ):
        with pytest.raises(ValueError):
            READ[kind](text)

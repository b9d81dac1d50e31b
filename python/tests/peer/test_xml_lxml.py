"""xml/lxml: the documents of XStream, the references in them, and hostile documents."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from wirebed_protocol import peer_pb2

from wirebed_peer.codec.xstream_text import READ, WRITE, PlainType
from wirebed_peer.tasks import Tasks

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
NODE = "<interop.plain.Node>%s</interop.plain.Node>"


def decode(tasks: Tasks, data: str | bytes, message: str = "interop.Stock") -> peer_pb2.Result:
    data = data.encode() if isinstance(data, str) else data
    return tasks.run(peer_pb2.Task(id=1, codec="xml/lxml", message=message, decode=data))


def encode(tasks: Tasks, view: bytes, message: str = "interop.Stock") -> peer_pb2.Result:
    return tasks.run(peer_pb2.Task(id=1, codec="xml/lxml", message=message, encode=view))


def refused(tasks: Tasks, data: str | bytes, message: str = "interop.Stock") -> str:
    result = decode(tasks, data, message)
    assert result.WhichOneof("outcome") == "decode_error", result
    return result.decode_error.reason


def test_the_articles_1837_characters(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> None:
    (view,) = [view for case, _, view in cases if case == "Stock/article_xml"]
    xml = encode(tasks, view).encoded
    assert len(xml.decode()) == 1837
    # XStream writes exactly the same; pugixml adds the end of the last line.
    goldens = [path.read_bytes() for path in FIXTURES.glob("golden/Stock/article_xml/xml/*.xml")]
    assert xml in goldens
    assert all(decode(tasks, golden).decoded == view for golden in goldens)


def test_an_entity_bomb_in_an_attribute_is_refused_at_once(tasks: Tasks) -> None:
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 12))
    bomb = f'<!DOCTYPE Stock [<!ENTITY e0 "ha">{entities}]><Stock reference="&e11;"/>'
    start = time.process_time()
    refused(tasks, bomb)
    assert time.process_time() - start < 20


def test_no_entity_is_resolved(tasks: Tasks, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("told")
    system = f'<!DOCTYPE Stock SYSTEM "{(tmp_path / "secret").as_uri()}"><Stock/>'
    assert refused(tasks, system) == "a DOCTYPE"
    entity = (
        f'<!DOCTYPE Stock [<!ENTITY e SYSTEM "{(tmp_path / "secret").as_uri()}">]><Stock><symbol>&e;</symbol></Stock>'
    )
    assert "told" not in refused(tasks, entity)


@pytest.mark.parametrize(
    ("inside", "shows"),
    [
        ('<next reference=".."/>', "next: same as the root"),
        ('<others><interop.plain.Node reference="../.."/></others>', "others[0]: same as the root"),
        (
            "<array><interop.plain.Node/><interop.plain.Node/>"
            '<interop.plain.Node reference="../interop.plain.Node[2]"/></array>',
            "array[2]: same as array[1]",
        ),
        (
            "<next><name>a</name></next><byName><entry><string>k</string>"
            '<interop.plain.Node reference="../../../next"/></entry></byName>',
            "by_name: same as next",
        ),
    ],
)
def test_references_are_kept(tasks: Tasks, inside: str, shows: str) -> None:
    result = decode(tasks, NODE % inside, "interop.Node")
    assert result.WhichOneof("outcome") == "decoded", (shows, result)
    again = encode(tasks, result.decoded, "interop.Node").encoded.decode()
    reference = inside[inside.index("reference=") : inside.index('"/>') + 1]
    assert reference in again


@pytest.mark.parametrize(
    "inside",
    [
        '<next reference="next"/>',
        '<next reference="../others"/><others/>',
        '<others/><next reference="../others"/>',
        '<next reference="/interop.plain.Node"/>',
        '<next reference="../interop.plain.Node[0]"/>',
        '<next reference="//*"/>',
        '<next reference=".." class="interop.plain.Node"/>',
    ],
)
def test_references_to_nothing_are_refused(tasks: Tasks, inside: str) -> None:
    refused(tasks, NODE % inside, "interop.Node")


def test_many_references_take_no_longer(tasks: Tasks) -> None:
    ways = "".join(f'<interop.plain.Node reference="../interop.plain.Node[{i % 50_000 + 1}]"/>' for i in range(50_000))
    start = time.process_time()
    result = decode(tasks, NODE % f"<others>{'<interop.plain.Node/>' * 50_000}{ways}</others>", "interop.Node")
    assert result.WhichOneof("outcome") == "decoded"
    assert time.process_time() - start < 20


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (PlainType.DOUBLE, 1e7, "1.0E7"),
        (PlainType.DOUBLE, 9999999.0, "9999999.0"),
        (PlainType.DOUBLE, 0.001, "0.001"),
        (PlainType.DOUBLE, 9.9e-4, "9.9E-4"),
        (PlainType.DOUBLE, -0.0, "-0.0"),
        (PlainType.DOUBLE, 5e-324, "4.9E-324"),
        (PlainType.DOUBLE, float("inf"), "Infinity"),
        (PlainType.FLOAT, 1.401298464324817e-45, "1.4E-45"),
        (PlainType.FLOAT, 17.200000762939453, "17.2"),
        (PlainType.UINT64, (1 << 64) - 1, "-1"),
        (PlainType.BOOL, True, "true"),
        (PlainType.BYTES, b"\xff\x00", "/wA="),
    ],
)
def test_scalars_are_spelled_as_by_java(kind: int, value: object, text: str) -> None:
    assert WRITE[kind](value) == text
    if kind != PlainType.FLOAT:  # Python holds a float in a double
        assert READ[kind](text) == value


def test_dates_have_bare_milliseconds_and_julian_days(view_of: Callable[[str, str], bytes], tasks: Tasks) -> None:
    for seconds, nanos, text in (
        (0, 5_000_000, "1970-01-01 00:00:00.5 UTC"),
        (0, 50_000_000, "1970-01-01 00:00:00.50 UTC"),
        (-1, 999_000_000, "1969-12-31 23:59:59.999 UTC"),
        (-12219292800, 0, "1582-10-15 00:00:00.0 UTC"),
        (-12219292801, 0, "1582-10-04 23:59:59.0 UTC"),
        (-62135596800, 0, "0001-01-03 00:00:00.0 UTC"),
    ):
        view = view_of("interop.Price", f"date {{ seconds: {seconds} nanos: {nanos} }}")
        xml = encode(tasks, view, "interop.Price").encoded
        assert f"<date>{text}</date>" in xml.decode()
        assert decode(tasks, xml, "interop.Price").decoded == view


def test_characters_that_xml_cannot_hold_are_refused(view_of: Callable[[str, str], bytes], tasks: Tasks) -> None:
    view = view_of("interop.Testobject", 'a: "\\000"')
    assert encode(tasks, view, "interop.Testobject").encode_error.stage == peer_pb2.WRITE
    refused(tasks, "<Stock><symbol>&#x0;</symbol></Stock>")


def test_no_bytes_are_a_defect_of_the_peer(tasks: Tasks, cases: list[tuple[str, str, bytes]]) -> None:
    chance = random.Random(1)
    (view,) = [view for case, _, view in cases if case == "Stock/article_xml"]
    whole = encode(tasks, view).encoded
    read = refused = 0
    for _ in range(3000):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(b'<>/&;"=x0 ' + bytes([chance.randrange(256)]))
        result = decode(tasks, bytes(data))
        assert result.WhichOneof("outcome") in ("decoded", "decode_error"), bytes(data)
        read += result.HasField("decoded")
        refused += result.HasField("decode_error")
    assert read and refused > 1000


def test_too_deep_nesting_is_refused(tasks: Tasks) -> None:
    start = time.process_time()
    refused(tasks, NODE % ("<next>" * 100_000 + "</next>" * 100_000), "interop.Node")
    assert time.process_time() - start < 20

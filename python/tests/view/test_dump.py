"""Dumps show the names and encodings that a reviewer needs, and never fail."""

from __future__ import annotations

import json
import math
import random
import struct
import time
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from google.protobuf import descriptor_pb2, descriptor_pool
from wirebed_protocol import plain_pb2

from wirebed.view import dump
from wirebed.view.dump.lines import shortest_float

VECTORS = Path(__file__).parents[3] / "fixtures" / "vectors" / "hessian2"
# protobuf's own schema of schemas: messages, enums, repeated and packed fields that are always at hand.
SCHEMA = SimpleNamespace(
    message=descriptor_pool.Default().FindMessageTypeByName, plain=SimpleNamespace(classes=[]), java_classes={}
)
FLOAT_MAX = 3.4028234663852886e38
FORMATS = ("protobuf", "hessian2", "java-serial", "java-external", "pickle", "json", "protojson", "prototext", "raw")


def file_descriptor() -> bytes:
    file = descriptor_pb2.FileDescriptorProto(name="stock.proto", public_dependency=[1, 300])
    field = file.message_type.add(name="Stock").field.add(name="symbol", number=1)
    field.type = descriptor_pb2.FieldDescriptorProto.TYPE_STRING
    return file.SerializeToString(deterministic=True)


def vectors() -> list[dict]:
    lines = [json.loads(line) for file in sorted(VECTORS.glob("*.jsonl")) for line in file.open()]
    return [v for v in lines if "name" in v and not v["hex"].endswith("...")]


def test_protobuf_names_fields_and_enum_values():
    text = dump.of("protobuf", file_descriptor(), SCHEMA, "google.protobuf.FileDescriptorProto")
    assert 'name = "stock.proto"  # 1: string, length 11' in text
    assert "public_dependency[1] = 300  # 10: int32, varint" in text
    assert "type = TYPE_STRING (9)" in text
    assert "!!" not in text


def test_protobuf_without_schema_guesses_nested_messages():
    text = dump.of("protobuf", file_descriptor())
    assert "taken for a message" in text and '?1[0] = "Stock"' in text


def test_protobuf_padded_varints_are_told():
    assert "longer than it needs to be" in dump.of("protobuf", bytes.fromhex("088100"))
    assert "longer" not in dump.of("protobuf", bytes.fromhex("088001"))


def test_raw_is_named_by_the_schema():
    field = plain_pb2.PlainField
    text, number = (plain_pb2.PlainType(kind=kind) for kind in (plain_pb2.PlainType.STRING, plain_pb2.PlainType.INT32))
    tower = plain_pb2.PlainType(kind=plain_pb2.PlainType.MESSAGE, name="T")
    fields = [
        field(name="name", type=text), field(name="numbers", type=number, container=field.LIST),
        field(name="next", type=tower, nullable=True),
    ]  # fmt: skip
    plain = plain_pb2.PlainSchema(classes=[plain_pb2.PlainClass(message="T", fields=fields)])
    data = "010000006100 02000000 0100000002000000 01 00000000 00000000"
    told = dump.of("raw", bytes.fromhex(data + "00"), SimpleNamespace(plain=plain), "T")
    assert 'name = "a"  # int, UTF-16' in told and "[1] = 2  # int" in told and "next = null  # byte" in told
    assert "!!" not in told
    cut = dump.of("raw", bytes.fromhex(data), SimpleNamespace(plain=plain), "T")
    assert "!! makes no sense from here (0 bytes left)" in cut
    assert "not known" in dump.of("raw", bytes.fromhex(data))


def test_hessian_names_classes_fields_and_refs():
    text = dump.of("hessian2", bytes.fromhex("7a430b6578616d706c652e43617291046e616d65600241425191"))
    assert 'class = "example.Car"  # class 0, 1 field' in text
    assert 'name = "AB"  # string, 2 UTF-16 units' in text
    assert "[1] = ref 1  # the same object [0]" in text


@pytest.mark.parametrize("vector", vectors(), ids=lambda v: v["name"])
def test_hessian_reads_every_vector(vector):
    text = dump.of("hessian2", bytes.fromhex(vector["hex"]))
    assert ("!!" in text) == ("reject" in vector)


def test_hessian_envelope():
    text = dump.of("hessian2", bytes.fromhex("700200917a"))
    assert "startMessage" in text and "value = 1" in text and "completeMessage" in text


def java_goldens() -> list[Path]:
    """What Java wrote: behind enums javaobj-py3 writes references that make no sense."""
    formats = ("java-serial", "java-serial-custom", "java-external", "java-external-tuned")
    return sorted(path for name in formats for path in VECTORS.parents[1].glob(f"golden/**/{name}/java-*.bin"))


@pytest.mark.parametrize("golden", java_goldens(), ids=lambda path: "/".join(path.parts[-4:-2]))
def test_java_serial_makes_sense_of_every_golden(golden):
    assert "!!" not in dump.of("java-serial", golden.read_bytes())


def test_java_serial_says_where_a_reference_makes_no_sense():
    (golden,) = VECTORS.parents[1].glob("golden/Enums/known/java-serial/python-*.bin")
    assert "!! makes no sense from here" in dump.of("java-serial", golden.read_bytes())


def test_java_serial_names_fields_handles_and_dates():
    golden = next(VECTORS.parents[1].glob("golden/Stock/article_java/java-serial/*.bin"))
    text = dump.of("java-serial", golden.read_bytes())
    assert 'class = "com.polarsparc.data.interchange.Stock"  # TC_CLASSDESC, handle 0, serialVersionUID 1' in text
    assert "targetPrice = 25.0  # float" in text
    assert "block = 1970-03-01T15:39:19.992+00:00  # TC_BLOCKDATA, 8 bytes" in text
    assert "# TC_REFERENCE, the same class com.polarsparc.data.interchange.Range" in text


def test_java_serial_of_any_bytes_raises_no_error():
    chance = random.Random(2)
    whole = next(VECTORS.parents[1].glob("golden/Stock/article_java/java-serial/*.bin")).read_bytes()
    for _ in range(500):
        data = bytearray(whole[: chance.randrange(4, len(whole))])
        data[chance.randrange(len(data))] = chance.randrange(256)
        dump.of("java-serial", bytes(data))
        dump.explain("java-serial", whole, bytes(data))
    deep = bytes.fromhex("757200135b4c6a6176612e6c616e672e4f626a6563743b90ce589f1073296c020000787000000001")
    text = dump.of("java-serial", whole[:4] + deep + bytes.fromhex("7571007e000000000001") * 100_000)
    assert "more bytes not shown" in text


def test_pickle_shows_each_instruction():
    data = bytes.fromhex("8004950b000000000000008c01619468008c026f6b942e")
    text = dump.of("pickle", data)
    assert "!!" not in text
    assert 'SHORT_BINUNICODE = "a"' in text and 'BINGET = 0  # "a"' in text
    assert "!!" in dump.of("pickle", data[:-1])
    assert "behind the value" in dump.of("pickle", data + b".")


def test_json_paths():
    text = dump.of("json", b'{"prices": [{"open": 17.25}]}')
    assert "open = 17.25" in text
    assert "!!" in dump.of("json", b'{"a": 1,}')
    assert "!!" in dump.of("json", b'{"a": 1} x')


@pytest.mark.parametrize("format", FORMATS)
def test_a_dump_of_any_bytes_raises_no_error(format):
    chance = random.Random(1)
    whole = file_descriptor()
    pieces = [chance.randbytes(chance.randrange(60)) for _ in range(1500)]
    pieces += [whole[:n] for n in range(len(whole))]
    for piece in pieces:
        dump.of(format, piece, SCHEMA, "google.protobuf.FileDescriptorProto")
        dump.explain(format, piece, piece[::-1], SCHEMA, "google.protobuf.FileDescriptorProto")


@pytest.mark.parametrize("lead", [b"\x79", b"\x0b", b"[", b"H", b"\x0a\x7f", b"C", b"R\xff\xff", b"\xac\xed\x00\x05"])
def test_hostile_bytes_do_not_take_long(lead):
    start = time.process_time()
    for format in FORMATS:
        dump.of(format, lead * 100_000)
        dump.explain(format, lead * 100_000, lead * 99_999 + b"?")
    assert time.process_time() - start < 20


def test_explain_names_field_and_encoding():
    old, new = bytes.fromhex("7a5f00002fda0161"), bytes.fromhex("7a4440288000000000000162")
    encoding, value = dump.explain("hessian2", old, new)
    assert encoding.startswith("[0]: the same 12.25, encoded otherwise") and "mills" in encoding
    assert value.startswith('[1]: "a"') and '"b"' in value


def test_explain_order_and_spelling():
    assert dump.explain("json", b'{"a":1,"b":2}', b'{"b":2,"a":1}') == ["the same pieces are in another order"]
    (spelling,) = dump.explain("json", b'{"a":1.0}', b'{"a":1.00}')
    assert spelling.startswith("a: 1.0") and "1.00" in spelling
    (unknown,) = dump.explain("unheard-of", b"abc", b"abd")
    assert "first difference at byte 2" in unknown


@pytest.mark.parametrize("bits", range(0, 1 << 32, 9_876_543))
def test_floats_have_as_few_digits_as_possible(bits):
    value = struct.unpack("<f", struct.pack("<I", bits))[0]
    shown = shortest_float(value)
    if value == value:
        assert struct.pack("<f", float(shown)) == struct.pack("<f", value)
        digits = len(Decimal(shown).normalize().as_tuple().digits) if math.isfinite(value) else 1
        shorter = float(f"{value:.{digits - 1}g}") if digits > 1 else None
        assert shorter is None or abs(shorter) > FLOAT_MAX or struct.pack("<f", shorter) != struct.pack("<f", value)


def test_floats_at_the_edges():
    edges = {b"\xff\xff\x7f\x7f": "3.4028235e+38", b"\x9a\x99\x89\x41": "17.2", b"\x01\x00\x00\x00": "1e-45"}
    for data, shown in (edges | {b"\x00\x00\x80\xff": "-inf"}).items():
        assert shortest_float(struct.unpack("<f", data)[0]) == shown

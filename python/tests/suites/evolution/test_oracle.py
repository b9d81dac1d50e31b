"""The oracle for bytes without names and types, against bytes written by hand from the layouts of proto/README.md."""

import contextlib
from types import SimpleNamespace

import pytest
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainEnumValue, PlainField, PlainSchema
from wirebed_protocol.plain_pb2 import PlainType as T

from wirebed.peers import discover
from wirebed.suites.evolution import oracle
from wirebed.view import parse, spell

OBJECTS = {spec.name: oracle.Holding(**spec.objects) for spec in discover()}
COLORS = PlainEnum(name="E", java_class="p.E", values=[PlainEnumValue(name="RED", java_name="RED", number=1)])


def schema(*fields: PlainField) -> SimpleNamespace:
    """Of one class, `T`."""
    for number, field in enumerate(fields, 1):
        field.number = field.number or number
    plain = PlainSchema(classes=[PlainClass(message="T", java_class="p.T", fields=fields)], enums=[COLORS])
    return SimpleNamespace(plain=plain)


def field(kind: int, container: int = PlainField.SINGLE, nullable: bool = False, name: str = "") -> PlainField:
    return PlainField(type=T(kind=kind, name=name), container=container, nullable=nullable)


def read(format_: str, wire: str | bytes, of, peer: str = "java") -> str:
    data = bytes.fromhex(wire) if isinstance(wire, str) else wire
    return spell.render(parse(oracle.read(format_, data, of, "T", OBJECTS[peer]).view), None)


# The Testobject of the README: "abc", 100, 42.
TESTOBJECT = schema(field(T.STRING), field(T.INT32), field(T.INT64))
HEAD = "aced0005 7372 0003 702e54 0000000000000001"
DATA = "0003 616263 00000064 000000000000002a"
BOX = "02 0001 {} 0005 76616c7565 78 7200 10 6a6176612e6c616e672e4e756d626572 86ac951d0b94e08b 020000 7870"
WIRES = {
    "raw": "03000000 610062006300 64000000 2a00000000000000",
    "cereal": "01 01000080 0300000000000000 616263 64000000 2a00000000000000",
    "java-external-direct": f"aced0005 7711 {DATA}",
    "java-external-tuned": f"{HEAD} 0c 0000 7870 7711 {DATA} 78",
    "java-serial-custom": f"{HEAD} 03 0000 7870 7705 0003 616263 770c 00000064 000000000000002a 78",
    "java-external": (
        f"{HEAD} 0c 0000 7870 74 0003 616263 "
        f"7372 0011 6a6176612e6c616e672e496e7465676572 12e2a0a4f7818738 {BOX.format('49')} 00000064 "
        "7372 000e 6a6176612e6c616e672e4c6f6e67 3b8be490cc8f23df 02 0001 4a 0005 76616c7565 78 71 007e0004 "
        "000000000000002a 78"
    ),
}


@pytest.mark.parametrize("format_", WIRES)
def test_a_value_of_every_layout(format_):
    assert read(format_, WIRES[format_], TESTOBJECT) == 'T {#1: "abc", #2: 100, #3: 42}'


@pytest.mark.parametrize("format_", WIRES)
def test_the_oracle_can_fail(format_):
    """Another value is another view; fewer bytes and more bytes are no value."""
    wire = bytes.fromhex(WIRES[format_])
    at = wire.rindex(b"*")
    assert read(format_, wire[:at] + b"+" + wire[at + 1 :], TESTOBJECT) == 'T {#1: "abc", #2: 100, #3: 43}'
    for size in range(len(wire)):
        with pytest.raises(oracle.Unreadable):
            read(format_, wire[:size], TESTOBJECT)
    with pytest.raises(oracle.Unreadable):
        read(format_, wire + b"\0", TESTOBJECT)


@pytest.mark.parametrize("format_", WIRES)
def test_any_bytes_are_a_value_or_unreadable(format_):
    wire = bytes.fromhex(WIRES[format_])
    for at in range(len(wire)):
        for byte in (0, 1, 0x70, 0x71, 0x73, 0x78, 0xFF):
            with contextlib.suppress(oracle.Unreadable):
                read(format_, wire[:at] + bytes([byte]) + wire[at + 1 :], TESTOBJECT)


def test_a_class_with_other_fields_reads_them_from_the_same_bytes():
    of = schema(field(T.INT32), field(T.INT32))
    assert read("raw", "0100000002000000", of) == "T {#1: 1, #2: 2}"
    assert read("raw", "0100000002000000", schema(field(T.INT64))) == "T {#1: 8589934593}"
    assert read("raw", "0100000002000000", schema(field(T.FLOAT), field(T.UINT32))) == "T {#1: 1e-45, #2: 2}"


def test_what_a_stream_marks_is_skipped_and_told():
    """The stream knows where the data of a class ends; a class that is called directly has to take all of it."""
    shorter = schema(field(T.STRING), field(T.INT32))
    tuned = oracle.read(
        "java-external-tuned", bytes.fromhex(WIRES["java-external-tuned"]), shorter, "T", OBJECTS["java"]
    )
    assert tuned.skipped
    assert spell.render(parse(tuned.view), None) == 'T {#1: "abc", #2: 100}'
    with pytest.raises(oracle.Unreadable, match="are left"):
        read("java-external-direct", WIRES["java-external-direct"], shorter)


REJECTED = {
    "a byte that is no bool": ("raw", "02", field(T.BOOL)),
    "a byte that is no mark of null": ("raw", "02 00000000", field(T.INT32, nullable=True)),
    "a count beyond the data": ("raw", "02000000 00000000", field(T.INT32, PlainField.LIST)),
    "a count below zero": ("raw", "feffffff", field(T.STRING)),
    "a null element": ("raw", "01000000 00", field(T.MESSAGE, PlainField.LIST, name="T")),
    "a number without a constant": ("raw", "02000000", field(T.ENUM, name="E")),
    "a text that is no decimal": ("raw", "01000000 7800", field(T.DECIMAL)),
    "a size of cereal beyond the data": ("cereal", "01 01000080 ff00000000000000", field(T.BYTES)),
    "a pointer to nothing": ("cereal", "01 01000080 07000000", field(T.MESSAGE, name="T")),
    "a key twice": (
        "cereal",
        "01 01000080 0200000000000000 01 01000000 01 02000000",
        PlainField(key=T(kind=T.BOOL), type=T(kind=T.INT32), container=PlainField.MAP),
    ),
    "modified UTF-8 of four bytes": ("java-external-direct", "aced0005 7706 0004 f09f9880", field(T.STRING)),
    "another constant": ("java-external-direct", "aced0005 7706 0004 424c5545", field(T.ENUM, name="E")),
    "a class that is not there": ("java-external", f"{HEAD.replace('54', '55')} 0c 0000 7870 78", field(T.STRING)),
    "an object of another class": ("java-external", f"{HEAD} 0c 0000 7870 74 0000 78", field(T.INT32)),
    "null for a primitive": ("java-external", f"{HEAD} 0c 0000 7870 70 78", field(T.INT32)),
}  # fmt: skip


@pytest.mark.parametrize("what", REJECTED)
def test_what_is_rejected(what):
    format_, wire, only = REJECTED[what]
    with pytest.raises(oracle.Unreadable) as raised:
        read(format_, wire, schema(only))
    assert raised.value.stage == "parse"


def test_nobody_looks_at_an_element_before_it_is_used():
    text = "73720013 6a6176612e7574696c2e41727261794c697374 7881d21d99c7619d 03 0001 49 0004 73697a65 7870 00000001"
    wire = f"{HEAD} 0c 0000 7870 {text} 7704 00000001 74 0001 78 78 78"
    assert read("java-external", wire, schema(field(T.STRING, PlainField.LIST))) == "T {#1: list of 1}"
    with pytest.raises(oracle.Unreadable) as raised:
        read("java-external", wire, schema(field(T.INT32, PlainField.LIST)))
    assert raised.value.stage == "use"


def test_what_the_objects_of_a_language_hold():
    """proto/README.md, "What the plain class holds"."""
    color, whole = schema(field(T.ENUM, name="E")), schema(field(T.UINT64))
    assert read("raw", "02000000", color, "cpp") == "T {#1: 2}"
    assert read("raw", "ff" * 8, whole, "cpp") == read("raw", "ff" * 8, whole, "python") == f"T {{#1: {2**64 - 1}}}"
    assert read("raw", "ff" * 8, whole, "java") == "T {#1: -1}"
    date = schema(PlainField(type=T(kind=T.DATE, name="google.protobuf.Timestamp"), nullable=True))
    before = parse(oracle.read("raw", b"\1" + b"\xff" * 8, date, "T", OBJECTS["java"]).view).field(1)
    assert [child.value for child in before.children] == [-1, 999_000_000]
    with pytest.raises(oracle.Unreadable):
        read("raw", f"01 {'ff' * 7}7f", date, "python")


def test_one_object_in_two_places_is_one():
    of = schema(field(T.MESSAGE, name="T", nullable=True), field(T.MESSAGE, name="T", nullable=True))
    view = oracle.read(
        "cereal", bytes.fromhex("01 01000080 02000080 00000000 00000000 02000000"), of, "T", OBJECTS["cpp"]
    ).view
    root = parse(view)
    assert root.field(2).value is root.field(1)

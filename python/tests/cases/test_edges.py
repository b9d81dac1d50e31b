"""Every edge that the bed promises has a case whose view holds it."""

import math
import struct

import pytest

from wirebed import view


class Held:
    """All that the views of some cases hold, gathered by kind of node."""

    def __init__(self, cases):
        self.integers, self.doubles, self.floats = set(), set(), set()
        self.texts, self.lengths, self.lists, self.maps = set(), {}, set(), set()
        self.byte_lengths, self.enums, self.bad_texts, self.instants = set(), set(), set(), set()
        for case in cases:
            if not case.wire:
                self.add(case.view)

    def add(self, data):
        stack = [view.parse(data)]
        while stack:
            node = stack.pop()
            getattr(self, "_" + _NAMES.get(chr(node.tag), "other"))(node)
            stack += node.children
            if chr(node.tag) == "m":
                stack += node.keys

    def _integer(self, node):
        self.integers.add(node.value)

    def _double(self, node):
        self.doubles.add(bits(node.value, ">d"))

    def _float(self, node):
        self.floats.add(bits(node.value, ">f"))

    def _text(self, node):
        if len(node.value) < 200:
            self.texts.add(node.value)
        units = len(node.value) + sum(ord(c) > 0xFFFF for c in node.value)
        self.lengths.setdefault(units, set()).update(script(c) for c in node.value[:6])

    def _bad_text(self, node):
        self.bad_texts.add(node.value)

    def _bytes(self, node):
        self.byte_lengths.add(len(node.value))

    def _enum(self, node):
        self.enums.add(node.value)

    def _list(self, node):
        self.lists.add(len(node.children))

    def _map(self, node):
        self.maps.add(len(node.children))

    def _record(self, node):
        if node.value == "google.protobuf.Timestamp":
            self.instants.add((node.field(1).value, node.field(2).value))

    def _other(self, node):
        pass


_NAMES = {
    **dict.fromkeys("iu", "integer"),
    "d": "double",
    "g": "float",
    "s": "text",
    "x": "bad_text",
    "b": "bytes",
    "e": "enum",
    "l": "list",
    "z": "list",
    "m": "map",
    "r": "record",
}


def bits(value, form):
    return struct.pack(form, value)


def script(char):
    if ord(char) > 0xFFFF:
        return "emoji"
    return "brackets" if char in "z{|}~\x7f" else "ascii" if char < "\x80" else "cjk"


@pytest.fixture(scope="module")
def held(loaded):
    return Held(loaded.values())


def folder(loaded, *names):
    return Held(case for name, case in loaded.items() if name.split("/")[0] in names)


SIGNED_32 = {0, 1, -1, -(2**31), 2**31 - 1}
SIGNED_64 = {0, 1, -1, -(2**63), 2**63 - 1, 2**53 - 1, 2**53 + 1, -(2**53) + 1, -(2**53) - 1}
HESSIAN = {-16, -17, 47, 48, -2048, -2049, 2047, 2048, -262144, -262145, 262143, 262144}
HESSIAN_LONG = {-8, -9, 15, 16, 2**31, -(2**31) - 1}
VARINT = {n for k in range(7, 63, 7) for n in (2**k - 1, 2**k)}


def numbers_of(loaded, message, number):
    """What the field of this number held, alone or as elements, in all cases of a message."""
    found = set()
    for name, case in loaded.items():
        if name.startswith(message + "/") and not case.wire:
            node = view.parse(case.view).field(number)
            found |= {child.value for child in node.children} if node.children else {node.value}
    return found


@pytest.mark.parametrize("number", [1, 5, 9])
def test_32_bits(loaded, number):
    assert numbers_of(loaded, "Scalars", number) >= SIGNED_32
    assert numbers_of(loaded, "Lists", number) >= SIGNED_32 | HESSIAN
    assert numbers_of(loaded, "Arrays", number) >= SIGNED_32 | HESSIAN


@pytest.mark.parametrize("number", [2, 6, 10])
def test_64_bits(loaded, number):
    assert numbers_of(loaded, "Scalars", number) >= {0, 1, -1, 2**63 - 1, -(2**63)}
    edges = {n for n in HESSIAN if abs(n) > 100} | HESSIAN_LONG
    assert numbers_of(loaded, "Lists", number) >= {0, 1, -1, 2**63 - 1, -(2**63)} | edges


@pytest.mark.parametrize(("number", "bits_"), [(3, 32), (7, 32), (4, 64), (8, 64)])
def test_unsigned(loaded, number, bits_):
    assert numbers_of(loaded, "Scalars", number) >= {0, 1, 2**bits_ - 1, 2 ** (bits_ - 1)}


def test_varint_lengths(loaded):
    assert numbers_of(loaded, "Lists", 4) >= VARINT
    zigzag = {
        n for k in range(7, 63, 7) for n in (2 ** (k - 1) - 1, 2 ** (k - 1), -(2 ** (k - 1)), -(2 ** (k - 1)) - 1)
    }
    assert numbers_of(loaded, "Lists", 6) >= zigzag


def test_two_to_53(loaded):
    assert folder(loaded, "Scalars").integers >= SIGNED_64


def test_doubles(loaded):
    held = folder(loaded, "Floats").doubles
    wanted = [-0.0, math.inf, -math.inf, 5e-324, 2.225073858507201e-308, 0.1, 1e300, 0.7, 65.536, 12.25]
    assert held >= {bits(n, ">d") for n in wanted}
    assert any(math.isnan(struct.unpack(">d", raw)[0]) for raw in held)


def test_floats(loaded):
    held = folder(loaded, "Floats").floats
    assert held >= {bits(n, ">f") for n in [-0.0, math.inf, -math.inf, 1.401298464324817e-45, 0.1]}
    assert any(math.isnan(struct.unpack(">f", raw)[0]) for raw in held)


@pytest.mark.parametrize("length", [31, 32, 1023, 1024, 32767, 32768, 32769, 65535, 65536, 70000])
@pytest.mark.parametrize("letters", ["ascii", "cjk", "emoji", "brackets"])
def test_text_lengths(loaded, length, letters):
    case = loaded[f"Text/{letters}_{length}"]
    assert letters in Held([case]).lengths[length]


def test_texts(held):
    assert "" in held.texts
    joined = "".join(held.texts)
    for char in map(chr, [*range(32), 0x7F, *range(0x80, 0xA0), 0x301, 0x5D0, 0x627, 0x202E, 0x1F600, 0x10FFFF]):
        assert char in joined, hex(ord(char))
    assert set("z{|}~") <= set(joined)


def test_bytes(held):
    assert held.byte_lengths >= {0, 15, 16, 1023, 1024, 8192, 32768, 65535, 65536, 1 << 20}


@pytest.mark.parametrize("message", ["Lists", "Arrays"])
def test_lists(loaded, message):
    assert folder(loaded, message).lists >= {0, 1, 7, 8, 10000}


def test_maps(loaded):
    assert folder(loaded, "MapKeys").maps >= {0, 1000}
    keys = view.parse(loaded["MapKeys/edges"].view)
    assert all(node.children for node in keys.children)
    texts = [node.value for node in view.parse(loaded["MapKeys/utf_order"].view).field(12).keys]
    assert sorted(texts, key=lambda t: t.encode()) != sorted(texts, key=lambda t: t.encode("utf-16-be"))


def test_enums(loaded):
    assert {99, -99, -1, 2**31 - 1, -(2**31)} <= folder(loaded, "Enums").enums


@pytest.mark.parametrize("depth", [60, 65, 66, 99, 100, 101, 102, 200, 255, 256])
def test_nesting(loaded, depth):
    node, found = view.parse(loaded[f"Tower/depth_{depth}"].view), 0
    while node is not None:
        found += 1
        assert node.field(1).value == found
        node = node.field(2)
    assert found == depth


@pytest.mark.parametrize("depth", [500, 1001, 10000])
def test_whole_documents_hold_their_view(loaded, depth):
    case = loaded[f"Tower/whole_{depth}"]
    assert case.view.count(b"interop.Tower") == depth
    assert case.wire["json"].count(b"{") == case.wire["json"].count(b"}") == depth
    assert case.wire["xml-jaxb"].count(b"<next>") == case.wire["xml-jaxb"].count(b"</next>") == depth - 1


@pytest.mark.parametrize("message", ["Times", "Dates"])
def test_times(loaded, message):
    held = folder(loaded, message).instants
    assert any(seconds < 0 for seconds, _ in held)
    assert any(nanos % 1000 for _, nanos in held)
    years = [-62135596800, -31536000, 0, 2147483648, 253402300799]
    assert set(years) <= {seconds for seconds, _ in held}


def test_presence_and_emptiness(loaded):
    assert view.parse(loaded["Explicit/defaults"].view).keys == list(range(1, 12))
    assert view.parse(loaded["Explicit/empty"].view).keys == []
    assert loaded["Empty/empty"].view == b"r" + b"\x0d\0interop.Empty" + bytes(4)


def test_lone_surrogates(held):
    assert any(b"\xed\xa0" in raw for raw in held.bad_texts)
    assert any(b"\xed\xb8" in raw for raw in held.bad_texts)


@pytest.mark.parametrize(
    "pattern",
    ["bad_utf8", "wire_unknown_fields", "wire_duplicate_keys", "wire_last_wins", "wire_merged", "wire_truncated"],
)
def test_bytes_from_outside(loaded, pattern):
    assert any(pattern in name and case.wire for name, case in loaded.items())


def test_closed_enum_numbers_are_given_as_bytes(loaded):
    assert loaded["Closed/wire_unknown_number"].wire["protobuf"] == b"\x08\x05"


def test_counts(loaded):
    assert len(loaded) >= 150
    assert 35 <= sum(case.golden for case in loaded.values()) <= 60
    assert all(case.about for case in loaded.values())
    assert not any(case.golden and case.wire for case in loaded.values())

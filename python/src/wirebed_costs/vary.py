"""Another value of the same message and shape, with other leaves where possible.

Benchmark programs are probed with it, and streams of many messages are made of such values. Lists keep their counts,
texts their length, numbers their digits, oneofs their member, and shared objects stay shared. Empty texts, infinities,
NaN, nulls and the contents of `Any` and `FieldMask` stay the same.
"""

import math
import re
import string

from google.protobuf.descriptor import FieldDescriptor

from wirebed.cases.prng import SplitMix64
from wirebed.view import Node, ViewWriter, parse
from wirebed.view import grammar as g

_LOWER, _UPPER = string.ascii_lowercase, string.ascii_uppercase
_NUMBER = re.compile(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?")
_UNCHANGED = ("google.protobuf.Any", "google.protobuf.FieldMask")
_TIMES = ("google.protobuf.Timestamp", "google.protobuf.Duration")
_LARGEST = {
    FieldDescriptor.CPPTYPE_INT32: (1 << 31) - 1,
    FieldDescriptor.CPPTYPE_UINT32: (1 << 32) - 1,
}
_TRIES = 20
_YEARS = 5 * 365 * 86400


def vary(data: bytes, seed: int, schema) -> bytes:
    """The view `data` with other values, the same ones for each seed. `schema`: wirebed.bed.schema.Schema."""
    return _Vary(SplitMix64(seed), schema).write(parse(data))


class _Vary:
    def __init__(self, random: SplitMix64, schema):
        self.random, self.schema = random, schema
        self.out = ViewWriter()
        self.written: dict[Node, int] = {}  # records and texts -> where they now begin
        self.leaves: dict[Node, bytes] = {}

    def write(self, root: Node) -> bytes:
        # Nodes, and bytes between them, that are still to be written, last first. Recursion would end at deep views.
        waiting: list[Node | bytes] = [root]
        while waiting:
            one = waiting.pop()
            if isinstance(one, bytes):
                self.out.data += one
            else:
                waiting += reversed(self._begin(one))
        return self.out.finish()

    def _begin(self, node: Node) -> list[Node | bytes]:
        """Writes a leaf, or returns the pieces of another node. Sorting sets and maps anew may make another reference
        to an object the first one."""
        if node.tag == g.SAME:
            node = node.value
        if node in self.written:
            self.out.same_as(self.written[node])
            return []
        if node.tag in (g.RECORD, g.TEXT):
            self.written[node] = self.out.offset
        if node.tag == g.RECORD:
            return self._record(node)
        if node.tag == g.LIST:
            return [b"l" + g.U32.pack(len(node.children)), *node.children]
        if node.tag == g.SET:
            elements = self._distinct(node.children)
            return [b"z" + g.U32.pack(len(elements)), *sorted(elements)]
        if node.tag == g.MAP:
            entries = sorted(zip(self._distinct(node.keys), node.children, strict=True), key=lambda entry: entry[0])
            return [b"m" + g.U32.pack(len(entries)), *(piece for entry in entries for piece in entry)]
        self.out.data += self.leaf(node)
        return []

    def _record(self, node: Node) -> list[Node | bytes]:
        name = node.value.encode()
        head = b"r" + g.U16.pack(len(name)) + name
        if node.value in _TIMES:
            return [head + self._time(node)]
        pieces: list[Node | bytes] = [head]
        for number, child in zip(node.keys, node.children, strict=True):
            pieces += [g.U32.pack(number), child]
        return [*pieces, g.U32.pack(0)]

    def _time(self, node: Node) -> bytes:
        """A time some years away, on the same side of zero, with the same precision."""
        seconds, nanos = (found.value if (found := node.field(number)) else 0 for number in (1, 2))
        spread = min(_YEARS, max(abs(seconds) // 2, 30))
        seconds += (1 + self.random.below(spread)) * (-1 if seconds > 0 else 1)
        unit = next(unit for unit in (10**9, 10**6, 10**3, 1) if nanos % unit == 0)
        other = self.random.below(10**9 // unit) * unit * (-1 if nanos < 0 else 1)
        out = ViewWriter()
        for number, value in ((1, seconds), (2, other)):
            if node.field(number) is not None:
                out.field(number)
                out.integer(value)
        out.end()
        return out.finish()

    def _distinct(self, nodes) -> list[bytes]:
        """Other keys or elements, all different; the old ones where there are too few others."""
        old = [_one(node, node.value) for node in nodes]
        new: dict[bytes, None] = {}
        for node in nodes:
            tries = (self.leaf(node) for _ in range(_TRIES))
            new[next((other for other in tries if other not in new), b"")] = None
        return old if b"" in new or len(set(old)) < len(old) else list(new)

    def leaf(self, node: Node) -> bytes:
        record = node.parent
        while record is not None and record.tag != g.RECORD:
            record = record.parent
        if record is not None and record.value in _UNCHANGED:
            return _one(node, node.value)
        if node.tag in (g.TRUE, g.FALSE):
            return _one(node, not node.value)
        if node.tag in (g.INT, g.UINT):
            return _one(node, self._integer(node))
        if node.tag == g.ENUM:
            return _one(node, self._enum(node))
        if node.tag in (g.FLOAT, g.DOUBLE):
            return _one(node, self._real(node.value, g.F32 if node.tag == g.FLOAT else g.F64))
        if node.tag == g.TEXT:
            return _one(node, self._text(node.value))
        if node.tag == g.BYTES:
            return _one(node, self._bytes(node.value))
        return _one(node, node.value)

    def _integer(self, node: Node) -> int:
        """Another number of as many digits, in the range of its type and with the same tag."""
        value = abs(node.value)
        digits = len(str(value))
        field = self._field(node)
        largest = _LARGEST.get(field.cpp_type, (1 << 63) - 1) if field is not None else (1 << 31) - 1
        least, most = 10 ** (digits - 1), min(10**digits - 1, max(largest, value))
        if node.tag == g.UINT:
            least, most = max(least, 1 << 63), min(10**digits, 1 << 64) - 1
        other = least + self.random.below(max(1, most - least))
        other += other >= value  # any number but `value`, with equal probability
        return (-1 if node.value < 0 else 1) * min(other, most)

    def _enum(self, node: Node) -> int:
        field = self._field(node)
        values = {one.number for one in field.enum_type.values} - {node.value} if field is not None else ()
        return self.random.choice(sorted(values)) if values else node.value

    def _real(self, value: float, form) -> float:
        """Another number of as many decimal digits at the same power of ten."""
        if not math.isfinite(value):
            return value
        for more in range(17):
            spelled = f"{value:.{more}e}"
            if _rounded(spelled, form) == value:
                break
        mantissa, _, power = spelled.partition("e")
        for _ in range(_TRIES):
            digits = "".join(str(1 + self.random.below(9)) if d in string.digits else d for d in mantissa)
            other = _rounded(f"{digits}e{power}", form)
            if other != value and math.isfinite(other):
                return other
        return value / 2

    def _text(self, value: str) -> str:
        """Other letters for letters and other digits for digits; a number stays a number."""
        if _NUMBER.fullmatch(value):
            head, power = re.match(r"([^eE]*)(.*)", value, re.DOTALL).groups()
            first = re.search("[1-9]", head)
            start = first.start() if first else len(head)
            return head[:start] + "".join(map(self._nonzero, head[start:])) + power
        return "".join(map(self._letter, value))

    def _nonzero(self, letter: str) -> str:
        return self._other("123456789", letter) if letter in string.digits else letter

    def _letter(self, letter: str) -> str:
        for alphabet in (_LOWER, _UPPER, string.digits):
            if letter in alphabet:
                return self._other(alphabet, letter)
        near = chr(ord(letter) ^ 1)
        return near if ord(letter) > 127 and letter.isalpha() and near.isalpha() else letter

    def _other(self, alphabet: str, letter: str) -> str:
        return alphabet[(alphabet.find(letter) + 1 + self.random.below(len(alphabet) - 1)) % len(alphabet)]

    def _bytes(self, value: bytes) -> bytes:
        return bytes((one + 1 + self.random.below(255)) & 0xFF for one in value)

    def _field(self, node: Node) -> FieldDescriptor | None:
        """The field of a leaf; for a key or a value of a map the field of the entry."""
        at = node
        while at.parent.tag != g.RECORD:
            at = at.parent
        message = self.schema.message(at.parent.value)
        field = message.fields_by_number.get(at.step)
        if field is None:
            return next((f for f in self.schema.pool.FindAllExtensions(message) if f.number == at.step), None)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return field.message_type.fields_by_name["key" if node.step is None else "value"]
        return field


def _rounded(spelled: str, form) -> float:
    """The number as the type holds it; infinite when it cannot."""
    try:
        return form.unpack(form.pack(float(spelled)))[0]
    except OverflowError:
        return math.inf


def _one(node: Node, value) -> bytes:
    """A scalar node with the tag of `node` and another value."""
    out = ViewWriter()
    if node.tag in (g.TRUE, g.FALSE):
        out.boolean(value)
    elif node.tag in (g.INT, g.UINT):
        out.integer(value)
    elif node.tag == g.ENUM:
        out.enum(value)
    elif node.tag == g.FLOAT:
        out.float32(value)
    elif node.tag == g.DOUBLE:
        out.float64(value)
    elif node.tag == g.TEXT:
        out.text(value)
    elif node.tag == g.BAD_TEXT:
        out.invalid_text(value)
    elif node.tag == g.BYTES:
        out.binary(value)
    else:
        out.null()
    return out.finish()

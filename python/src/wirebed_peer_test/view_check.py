"""Checks whether bytes are a view of a message, by its descriptor (proto/wirebed/README.md).

`InvalidView` is for bytes that every reader of views has to refuse. Violations of the canonical form are listed: a
reader may take such a view, but no writer may write it.
"""

from functools import cached_property

from google.protobuf.descriptor import FieldDescriptor as F

from wirebed.cases.place import entry_fields
from wirebed.view import grammar as g
from wirebed.view.of_message import is_map, is_set
from wirebed_peer_test.contract import Clause
from wirebed_peer_test.question import Violation

_RANGES = {
    F.CPPTYPE_INT32: range(-(1 << 31), 1 << 31),
    F.CPPTYPE_UINT32: range(1 << 32),
    # A 64-bit integer of the other signedness may keep its bits (proto/README.md).
    F.CPPTYPE_INT64: range(-(1 << 63), 1 << 64),
    F.CPPTYPE_UINT64: range(-(1 << 63), 1 << 64),
}
_SIMPLE = {F.CPPTYPE_FLOAT: (g.FLOAT, g.F32), F.CPPTYPE_DOUBLE: (g.DOUBLE, g.F64), F.CPPTYPE_ENUM: (g.ENUM, g.I32)}


class InvalidView(Exception):
    """The bytes are no view of the message."""


class Views:
    """The messages of one schema."""

    def __init__(self, schema):
        self.schema = schema
        self._fields: dict[str, _Fields] = {}

    def check(self, view: bytes, message: str, seen: bool = False, complete: bool = False) -> list[str]:
        """The violations of the canonical form in `view`; InvalidView when it is no view of the message.

        `seen`: a reader wrote the view, whose integers may be wider than the declared type. `complete`: the view must
        have the fields that a protobuf message always has.
        """
        reader = _Reader(self, view, seen, complete)
        reader.record(message)
        if reader.at != len(view):
            raise InvalidView(f"{len(view) - reader.at} bytes after the view")
        return reader.violations

    def broken(self, view: bytes, message: str, complete: bool) -> Violation | None:
        """The violation in a view that a peer has written."""
        try:
            violations = self.check(view, message, seen=True, complete=complete)
        except InvalidView as why:
            return Violation(Clause.VIEW, str(why))
        return Violation(Clause.VIEW, f"not: {violations[0]}") if violations else None

    def fields(self, message: str) -> "_Fields":
        if message not in self._fields:
            self._fields[message] = _Fields(self.schema, message)
        return self._fields[message]


class _Fields:
    """The fields of a message by number, with their place in the order of a view."""

    def __init__(self, schema, message: str):
        self.schema, self.message = schema, message
        self.descriptor = schema.message(message)

    @cached_property
    def known(self) -> dict[int, tuple[int, F]]:
        """number -> (place, field); extensions come after all fields, by number."""
        fields = {field.number: (index, field) for index, field in enumerate(self.descriptor.fields)}
        extensions = self.schema.pool.FindAllExtensions(self.descriptor)
        return fields | {field.number: (len(fields) + field.number, field) for field in extensions}

    @cached_property
    def always(self) -> frozenset[int]:
        """The numbers of the fields without presence."""
        return frozenset(field.number for field in self.descriptor.fields if not field.has_presence)


class _Reader:
    def __init__(self, views: Views, view: bytes, seen: bool, complete: bool):
        self.views, self.view, self.seen, self.complete = views, view, seen, complete
        self.at = 0
        self.violations: list[str] = []
        self.targets: dict[int, str] = {}  # where a record starts -> its message

    def take(self, form):
        return form.unpack(self.run(form.size))[0]

    def run(self, size: int) -> bytes:
        if self.at + size > len(self.view):
            raise InvalidView(f"byte {self.at}: the view ends inside a node")
        self.at += size
        return self.view[self.at - size : self.at]

    def peek(self) -> int:
        if self.at >= len(self.view):
            raise InvalidView(f"byte {self.at}: the view ends where a node is expected")
        return self.view[self.at]

    def tag(self, *wanted: int) -> int:
        tag = self.peek()
        if tag not in wanted:
            raise InvalidView(f"byte {self.at}: the tag 0x{tag:02x} instead of {' or '.join(map(chr, wanted))}")
        self.at += 1
        return tag

    def record(self, message: str):
        start = self.at
        if self.tag(g.RECORD, g.SAME) == g.SAME:
            if self.targets.get(self.take(g.U32)) != message:
                raise InvalidView(f"byte {start}: no earlier {message}")
            return
        if self.run(self.take(g.U16)) != message.encode():
            raise InvalidView(f"byte {start}: a record of another message than {message}")
        self.targets[start] = message
        known = self.views.fields(message).known
        missing = set(self.views.fields(message).always) if self.complete else set()
        last = -1
        while number := self.take(g.U32):
            missing.discard(number)
            if number not in known:
                raise InvalidView(f"byte {self.at - 4}: {message} has no field {number}")
            place, field = known[number]
            if place <= last:
                self.violations.append(f"field {number} of {message} stands twice, or after a later one")
            last = place
            self.field(field)
        if missing:
            self.violations.append(f"{message} has no field {min(missing)}, which has no presence")

    def field(self, field: F):
        if is_map(field):
            self.map(field)
        elif field.is_repeated:
            self.tag(g.SET if is_set(field) else g.LIST)
            keys = [self.element(field) for _ in range(self.count(1))]
            if is_set(field) and keys != sorted(keys):
                self.violations.append("the elements of a set are out of order")
            if field.is_extension and not keys:
                self.violations.append("a repeated extension without elements")
        elif self.element(field) == bytes([g.NULL]):
            self.violations.append("a field that is null")

    def map(self, field: F):
        self.tag(g.MAP)
        key, value = entry_fields(field)
        keys = []
        for _ in range(self.count(2)):
            keys.append(self.element(key))
            self.element(value)
        if keys != sorted(set(keys)):
            self.violations.append("the keys of a map are out of order, or one stands twice")

    def count(self, least: int) -> int:
        count = self.take(g.U32)
        if count * least > len(self.view) - self.at:
            raise InvalidView(f"byte {self.at}: {count} elements in {len(self.view) - self.at} bytes")
        return count

    def element(self, field: F) -> bytes:
        start = self.at
        if self.peek() == g.NULL:
            self.at += 1
        else:
            self.value(field)
        return self.view[start : self.at]

    def value(self, field: F):
        if field.message_type is not None:
            self.record(field.message_type.full_name)
        elif field.cpp_type in _RANGES:
            self.integer(_RANGES[field.cpp_type])
        elif field.cpp_type == F.CPPTYPE_BOOL:
            self.tag(g.TRUE, g.FALSE)
        elif field.type == F.TYPE_STRING:
            self.text()
        elif field.type == F.TYPE_BYTES:
            self.tag(g.BYTES)
            self.run(self.take(g.U32))
        else:
            tag, form = _SIMPLE[field.cpp_type]
            self.tag(tag)
            self.take(form)

    def integer(self, wanted: range):
        unsigned = self.tag(g.INT, g.UINT) == g.UINT
        value = self.take(g.U64 if unsigned else g.I64)
        if unsigned and value < 1 << 63:
            self.violations.append(f"{value} in a node `u`")
        if value not in wanted and not self.seen:
            raise InvalidView(f"byte {self.at}: {value} is out of range")

    def text(self):
        start = self.at
        tag = self.tag(g.TEXT, g.BAD_TEXT, g.SAME)
        if tag == g.SAME:
            if self.take(g.U32) >= start:
                raise InvalidView(f"byte {start}: no earlier text")
            self.violations.append("a text that is the same as an earlier one")
            return
        text = self.run(self.take(g.U32))
        if _valid(text) != (tag == g.TEXT):
            if tag == g.TEXT:
                raise InvalidView(f"byte {start}: what is not UTF-8 in a node `s`")
            self.violations.append("valid text in a node `x`")


def _valid(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True

"""Annotates protobuf bytes: tag, wire type, field name and value. It guesses messages in unknown fields."""

import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.bed.schema import Schema
from wirebed.view.dump.lines import MOST_DEPTH, Line, child, preview, quote, shortest_float, stop, too_deep

_WIRE = {0: "varint", 1: "fixed64", 2: "length", 3: "group", 4: "end of group", 5: "fixed32"}
_F = FieldDescriptor
_ZIGZAG = {_F.TYPE_SINT32, _F.TYPE_SINT64}
_SIGNED = {_F.TYPE_INT32, _F.TYPE_INT64}
_FIXED = {
    _F.TYPE_FLOAT: "<f",
    _F.TYPE_DOUBLE: "<d",
    _F.TYPE_FIXED32: "<I",
    _F.TYPE_SFIXED32: "<i",
    _F.TYPE_FIXED64: "<Q",
    _F.TYPE_SFIXED64: "<q",
}
_TYPE_NAMES = {number: name[5:].lower() for name, number in vars(_F).items() if name.startswith("TYPE_")}
_GUESS_UP_TO = 4096  # the most bytes of an unknown field that are tried as a message
_GUESS_DEPTH = 40


class _Malformed(Exception):
    pass


@dataclass
class _Frame:
    end: int
    descriptor: Descriptor | None
    path: str
    depth: int
    group: int = 0  # number of the field whose end-of-group tag ends this frame
    seen: Counter[int] = field(default_factory=Counter)
    packed: FieldDescriptor | None = None  # the frame holds the elements of a packed field


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """Lines in the order of the bytes. It has a stack of its own, so nesting cannot exhaust Python's."""
    stack = [_Frame(len(data), schema.message(message) if schema and message else None, "", 0)]
    at = 0
    while stack:
        frame = stack[-1]
        if at >= frame.end and not frame.group:
            stack.pop()
            continue
        try:
            line, inner = _element(data, at, frame, frame.packed) if frame.packed else _field(data, at, frame)
        except _Malformed as problem:
            yield stop(data, at, frame.depth, frame.path, str(problem))
            return
        yield line
        at = line.offset + line.size
        if inner is _END:
            stack.pop()
        elif inner is not None:
            stack.append(inner)
            if len(stack) > MOST_DEPTH:
                yield too_deep(data, at, inner.path)
                return


_END = _Frame(0, None, "", 0)


def _field(data: bytes, at: int, frame: _Frame) -> tuple[Line, _Frame | None]:
    if at >= frame.end:
        raise _Malformed(f"the end of group {frame.group} is missing")
    tag, value_at = _varint(data, at, frame.end)
    number, wire = tag >> 3, tag & 7
    if number == 0 or number > 0x1FFFFFFF or wire not in _WIRE:
        raise _Malformed(f"tag {tag} has field number {number} and wire type {wire}")
    if wire == 4:
        if number != frame.group:
            raise _Malformed(f"end of group {number}" + (f" inside group {frame.group}" if frame.group else ""))
        return Line(at, value_at - at, frame.depth - 1, frame.path, "end of group", "", str(number)), _END
    declared = _declared(frame.descriptor, number)
    name = declared.name if declared else f"?{number}"
    if declared is None or declared.is_repeated:
        name += f"[{frame.seen[number]}]"
    frame.seen[number] += 1
    path = child(frame.path, name)
    how = f"{number}: {_type(declared) if declared else 'unknown field'}"
    start = Line(at, value_at - at, frame.depth, path, name, "", how)
    if wire == 3:
        return start, _Frame(frame.end, _message_type(declared), path, frame.depth + 1, number)
    if wire == 2:
        return _length_delimited(data, start, value_at, frame, declared)
    text, end = _scalar(data, value_at, frame.end, wire, declared)
    padded = ", longer than it needs to be" if wire == 0 and data[end - 1] == 0 and end - value_at > 1 else ""
    return Line(at, end - at, frame.depth, path, name, text, f"{how}, {_WIRE[wire]}{padded}"), None


def _length_delimited(
    data: bytes, start: Line, at: int, frame: _Frame, declared: FieldDescriptor | None
) -> tuple[Line, _Frame | None]:
    size, body = _varint(data, at, frame.end)
    end = body + size
    if end > frame.end:
        raise _Malformed(f"{start.path}: length {size:,}, but {frame.end - body:,} bytes are left")
    how = f"{start.how}, length {size:,}"
    if declared is not None and declared.type in (_F.TYPE_STRING, _F.TYPE_BYTES):
        return _line(start, end, _text(data[body:end], declared.type == _F.TYPE_STRING), how), None
    if declared is not None and declared.type == _F.TYPE_MESSAGE:
        return _line(start, body, "", how), _Frame(end, declared.message_type, start.path, frame.depth + 1)
    if declared is not None and declared.is_repeated and declared.type != _F.TYPE_GROUP:
        inner = _Frame(end, None, start.path.rpartition("[")[0], frame.depth + 1, packed=declared)
        inner.seen[0] = frame.seen[declared.number] - 1
        return _line(start, body, "", f"{how}, packed"), inner
    if declared is None and _looks_like_message(data, body, end, frame.depth):
        return _line(start, body, "", f"{how}, taken for a message"), _Frame(end, None, start.path, frame.depth + 1)
    return _line(start, end, _text(data[body:end], True), how), None


def _line(start: Line, end: int, value: str, how: str) -> Line:
    return Line(start.offset, end - start.offset, start.depth, start.path, start.label, value, how)


def _element(data: bytes, at: int, frame: _Frame, declared: FieldDescriptor) -> tuple[Line, None]:
    wire = 0 if declared.type not in _FIXED else 5 if _FIXED[declared.type][1] in "fiI" else 1
    index = f"[{frame.seen[0]}]"
    frame.seen[0] += 1
    text, end = _scalar(data, at, frame.end, wire, declared)
    return Line(at, end - at, frame.depth, child(frame.path, index), index, text, _WIRE[wire]), None


def _declared(descriptor: Descriptor | None, number: int) -> FieldDescriptor | None:
    if descriptor is None:
        return None
    declared = descriptor.fields_by_number.get(number)
    if declared is None and descriptor.is_extendable:
        try:
            declared = descriptor.file.pool.FindExtensionByNumber(descriptor, number)
        except KeyError:
            return None
    return declared


def _message_type(declared: FieldDescriptor | None) -> Descriptor | None:
    return declared.message_type if declared is not None else None


def _type(declared: FieldDescriptor) -> str:
    named = declared.message_type or declared.enum_type
    return named.full_name if named is not None else _TYPE_NAMES[declared.type]


def _varint(data: bytes, at: int, end: int) -> tuple[int, int]:
    value = 0
    for i in range(10):
        if at + i >= end:
            raise _Malformed("the bytes end inside a varint")
        value |= (data[at + i] & 0x7F) << 7 * i
        if data[at + i] < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, at + i + 1
    raise _Malformed("a varint of more than 10 bytes")


def _scalar(data: bytes, at: int, end: int, wire: int, declared: FieldDescriptor | None) -> tuple[str, int]:
    if wire == 0:
        raw, stop_at = _varint(data, at, end)
        return _integer(raw, declared), stop_at
    size = 8 if wire == 1 else 4
    if at + size > end:
        raise _Malformed(f"{end - at} bytes are left of {size}")
    form = _FIXED.get(declared.type) if declared is not None else None
    if form is None or struct.calcsize(form) != size:
        form = "<Q" if size == 8 else "<I"
    value = struct.unpack_from(form, data, at)[0]
    return shortest_float(value) if form == "<f" else repr(value), at + size


def _integer(raw: int, declared: FieldDescriptor | None) -> str:
    if declared is None or declared.type not in _SIGNED | _ZIGZAG | {_F.TYPE_ENUM, _F.TYPE_BOOL}:
        return str(raw)
    if declared.type == _F.TYPE_BOOL:
        return {0: "false", 1: "true"}.get(raw, f"true ({raw})")
    if declared.type in _ZIGZAG:
        return str((raw >> 1) ^ -(raw & 1))
    signed = raw - (1 << 64) if raw >> 63 else raw
    if declared.enum_type is None:
        return str(signed)
    known = declared.enum_type.values_by_number.get(signed)
    return f"{known.name} ({signed})" if known else f"{signed}, no such value"


def _text(data: bytes, prefer_text: bool) -> str:
    try:
        if prefer_text:
            return quote(data.decode())
    except UnicodeDecodeError:
        return preview(data) + " (not UTF-8)"
    return preview(data)


def _looks_like_message(data: bytes, at: int, end: int, depth: int) -> bool:
    """Whether an unknown field may be a message: it consists of valid fields, and is not plain text."""
    if not 0 < end - at <= _GUESS_UP_TO or depth > _GUESS_DEPTH or data[at:end].isascii() and _printable(data[at:end]):
        return False
    try:
        while at < end:
            tag, at = _varint(data, at, end)
            if tag >> 3 == 0 or tag & 7 not in (0, 1, 2, 5):
                return False
            if tag & 7 == 0:
                _, at = _varint(data, at, end)
            else:
                size, at = _varint(data, at, end) if tag & 7 == 2 else (8 if tag & 7 == 1 else 4, at)
                at += size
    except _Malformed:
        return False
    return at == end


def _printable(data: bytes) -> bool:
    return all(0x20 <= b < 0x7F or b in b"\t\r\n" for b in data)

"""Annotates Java's object streams: every record, fields by the names of the class descriptions, targets of references.

It follows the grammar of the Java Object Serialization Specification, chapter 6, not any reader under test. It has a
stack of its own, so nesting cannot exhaust Python's, and reserves no memory for a claimed length.
"""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from wirebed.bed.schema import Schema
from wirebed.view.dump.java_serial_scalars import PRIMITIVES, date, integer, primitive, utf
from wirebed.view.dump.lines import MOST_DEPTH, Line, Malformed, child, preview, quote, stop, too_deep

_FLAGS = {0x01: "writeObject", 0x02: "Serializable", 0x04: "Externalizable", 0x08: "block data", 0x10: "enum"}
_WRITE_METHOD, _SERIALIZABLE, _EXTERNALIZABLE, _BLOCK_DATA = 0x01, 0x02, 0x04, 0x08
_FIRST_HANDLE = 0x7E0000
_MOST_LEVELS = 100

# A part of the stream yields its lines and the parts within it, whose results it gets back.
Result = Any  # of a part, as it is asked for
Part = Generator["Line | Part", Result, Result]


@dataclass
class _Class:
    name: str
    flags: int = 0
    fields: list[tuple[str, str]] = field(default_factory=list)  # code of the type, name
    parent: "_Class | None" = None

    def lineage(self) -> list["_Class"]:
        """The class and its parents, the topmost first, in the order in which their fields are written."""
        classes: list[_Class] = []
        part: _Class | None = self
        while part is not None and len(classes) < _MOST_LEVELS:
            classes.insert(0, part)
            part = part.parent
        return classes


def annotate(data: bytes, schema: Schema | None = None, message: str = "") -> Iterator[Line]:
    """Lines in the order of the bytes. When the bytes make no sense, the last line says so."""
    yield from _Annotator(data, schema).lines()


class _Annotator:
    def __init__(self, data: bytes, schema: Schema | None) -> None:
        self.data = data
        self.at = 0
        self.handles: list[tuple[str, _Class | None]] = []  # the description, and for a class the class
        self.messages = schema.java_classes if schema else {}

    def lines(self) -> Iterator[Line]:
        stack: list[Part] = [self._stream()]
        result, depth = None, 0
        while stack:
            try:
                item = stack[-1].send(result)
                result = None
            except StopIteration as end:
                stack.pop()
                result = end.value
                continue
            except Malformed as problem:
                yield stop(self.data, problem.offset, depth, "", str(problem))
                return
            except IndexError:
                yield stop(self.data, self.at, depth, "", "the bytes end inside a record")
                return
            if isinstance(item, Line):
                yield item
                self.at, depth = item.offset + item.size, item.depth
            else:
                stack.append(item)
            if depth > MOST_DEPTH:
                yield too_deep(self.data, self.at, "")
                return
        if self.at < len(self.data):
            yield stop(self.data, self.at, 0, "", "trailing bytes: the value has ended")

    def _stream(self) -> Part:
        if self.data[:4] != b"\xac\xed\x00\x05":
            raise Malformed(0, "an object stream starts with ac ed 00 05")
        yield Line(0, 4, 0, "", "stream", "", "magic, version 5")
        yield self._content("", "value", 0)

    def _handle(self, what: str, of: _Class | None = None) -> str:
        self.handles.append((what, of))
        return f"handle {len(self.handles) - 1}"

    def _content(self, path: str, label: str, depth: int) -> Part:
        """One record of any type."""
        code = self.data[self.at]
        while code == 0x79:
            self.handles.clear()
            yield Line(self.at, 1, depth, path, "reset", "", "TC_RESET, handles start anew")
            code = self.data[self.at]
        if code == 0x70:
            yield Line(self.at, 1, depth, path, label, "null", "TC_NULL")
        elif code == 0x71:
            yield self._reference(path, label, depth)[0]
        elif code in (0x74, 0x7C):
            yield self._string(path, label, depth)
        elif code in (0x72, 0x7D):
            yield self._description("class", depth)
        elif code in (0x73, 0x75, 0x76, 0x7E):
            yield Line(self.at, 1, depth, path, label, "", _KINDS[code][0])
            of = yield self._description("class", depth + 1)
            if of is None:
                raise Malformed(self.at, "an object without a class")
            yield _KINDS[code][1](self, of, path, depth + 1)
        else:
            raise Malformed(self.at, f"x{code:02x} begins no record")

    def _reference(self, path: str, label: str, depth: int) -> tuple[Line, _Class | None]:
        number = integer(self.data, self.at + 1, ">I") - _FIRST_HANDLE
        if not 0 <= number < len(self.handles):
            raise Malformed(self.at, f"handle {number}, but {len(self.handles)} were given so far")
        what, of = self.handles[number]
        return Line(self.at, 5, depth, path, label, f"handle {number}", f"TC_REFERENCE, the same {what}"), of

    def _string(self, path: str, label: str, depth: int) -> Line:
        long = self.data[self.at] == 0x7C
        text, end = utf(self.data, self.at + 1, ">Q" if long else ">H")
        handle = self._handle(f"string {quote(text, 30)}")
        code = "TC_LONGSTRING" if long else "TC_STRING"
        return Line(self.at, end - self.at, depth, path, label, quote(text), f"{code}, {handle}")

    def _object(self, of: _Class, path: str, depth: int) -> Part:
        self._handle(f"object {path or '(top)'}")
        for part in of.lineage():
            if part.flags & _SERIALIZABLE:
                for code, name in part.fields:
                    yield self._value(code, child(path, name), name, depth)
            elif part.flags & _EXTERNALIZABLE and not part.flags & _BLOCK_DATA:
                raise Malformed(self.at, f"only {part.name} knows where what it wrote ends (protocol version 1)")
            if part.flags & (_WRITE_METHOD | _EXTERNALIZABLE):
                yield self._written(part, path, depth)

    def _array(self, of: _Class, path: str, depth: int) -> Part:
        self._handle(f"array {path or '(top)'}")
        count = integer(self.data, self.at, ">i")
        if not 0 <= count <= len(self.data) - self.at - 4:
            raise Malformed(self.at, f"an array of {count:,}, {len(self.data) - self.at - 4:,} bytes are left")
        yield Line(self.at, 4, depth, path, "length", f"{count:,}")
        code = of.name[1:2]
        if code == "B":
            held = preview(self.data[self.at : self.at + count])
            yield Line(self.at, count, depth, path, "bytes", held)
            return
        for i in range(count):
            yield self._value(code, child(path, f"[{i}]"), f"[{i}]", depth)

    def _enum(self, of: _Class, path: str, depth: int) -> Part:
        self._handle(f"enum {path or '(top)'}")
        yield self._content(path, "constant", depth)

    def _class(self, of: _Class, path: str, depth: int) -> Part:
        self._handle(f"class object {path or '(top)'}")
        yield from ()

    def _value(self, code: str, path: str, label: str, depth: int) -> Part:
        """A field or element of the declared type."""
        if code in PRIMITIVES:
            value, end = primitive(self.data, self.at, code)
            yield Line(self.at, end - self.at, depth, path, label, value, PRIMITIVES[code][0])
        elif code in ("[", "L"):
            yield self._content(path, label, depth)
        else:
            raise Malformed(self.at, f"{code!r} is the code of no type")

    def _written(self, of: _Class | None, path: str, depth: int) -> Part:
        """The data that a method of the class has written, up to its end."""
        number = 0
        while self.data[self.at] != 0x78:
            if self.data[self.at] in (0x77, 0x7A):
                yield self._block(of, path, depth)
            else:
                yield self._content(child(path, f"<{number}>"), f"<{number}>", depth)
                number += 1
        yield Line(self.at, 1, depth, path, "end", "", "TC_ENDBLOCKDATA")

    def _block(self, of: _Class | None, path: str, depth: int) -> Line:
        long = self.data[self.at] == 0x7A
        size = integer(self.data, self.at + 1, ">i") if long else self.data[self.at + 1]
        start = self.at + (5 if long else 2)
        if not 0 <= size <= len(self.data) - start:
            raise Malformed(self.at, f"block data of {size:,} bytes, {len(self.data) - start:,} are left")
        held = self.data[start : start + size]
        how = f"{'TC_BLOCKDATALONG' if long else 'TC_BLOCKDATA'}, {size:,} bytes"
        value = date(held) if of is not None and of.name == "java.util.Date" and size == 8 else preview(held)
        return Line(self.at, start + size - self.at, depth, path, "block", value, how)

    def _description(self, label: str, depth: int) -> Part:
        """The class of what comes next, or None."""
        code = self.data[self.at]
        if code == 0x70:
            yield Line(self.at, 1, depth, "", label, "none", "TC_NULL")
            return None
        if code == 0x71:
            line, of = self._reference("", label, depth)
            if of is None:
                raise Malformed(self.at, f"{line.value} is no class")
            yield line
            return of
        if code == 0x72:
            of = yield self._new_class(label, depth)
        elif code == 0x7D:
            of = yield self._proxy(label, depth)
        else:
            raise Malformed(self.at, f"x{code:02x} where a class description must stand")
        yield self._written(None, "", depth + 1)
        of.parent = yield self._description("parent", depth + 1)
        return of

    def _new_class(self, label: str, depth: int) -> Part:
        name, at = utf(self.data, self.at + 1)
        version, flags = integer(self.data, at, ">q"), self.data[at + 8]
        count = integer(self.data, at + 9, ">H")
        of = _Class(name, flags)
        named = [word for bit, word in _FLAGS.items() if flags & bit]
        how = ["TC_CLASSDESC", self._handle(f"class {name}", of), f"serialVersionUID {version}", *named]
        if name in self.messages:
            how.append(self.messages[name])
        yield Line(self.at, at + 11 - self.at, depth, f"class {name}", label, quote(name), ", ".join(how))
        for i in range(count):
            code = chr(self.data[self.at])
            field_name, end = utf(self.data, self.at + 1)
            of.fields.append((code, field_name))
            how_field = PRIMITIVES[code][0] if code in PRIMITIVES else "array" if code == "[" else "object"
            yield Line(self.at, end - self.at, depth + 1, f"class {name}", f"field {i}", quote(field_name), how_field)
            if code not in PRIMITIVES:
                yield self._content(f"class {name}", "of type", depth + 2)
        return of

    def _proxy(self, label: str, depth: int) -> Part:
        count, at = integer(self.data, self.at + 1, ">i"), self.at + 5
        names = []
        for _ in range(count):
            name, at = utf(self.data, at)
            names.append(name)
        of = _Class("a proxy", _SERIALIZABLE)
        how = f"TC_PROXYCLASSDESC, {self._handle('proxy class', of)}"
        yield Line(self.at, at - self.at, depth, "", label, quote(" ".join(names)), how)
        return of


_KINDS = {
    0x73: ("TC_OBJECT", _Annotator._object),
    0x75: ("TC_ARRAY", _Annotator._array),
    0x76: ("TC_CLASS", _Annotator._class),
    0x7E: ("TC_ENUM", _Annotator._enum),
}

"""Parses a Java object stream by the grammar of the Java Object Serialization Specification, chapter 6.

An object has the values of its fields, and what its class wrote by hand: runs of bytes, and objects.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from wirebed.suites.evolution.oracle.fields import Unreadable

_FIRST_HANDLE = 0x7E0000
_PRIMITIVES = {
    "B": ">b", "C": ">H", "D": ">Q", "F": ">I", "I": ">i", "J": ">q", "S": ">h", "Z": ">?",
}  # fmt: skip
_WRITE_METHOD, _SERIALIZABLE, _EXTERNALIZABLE = 0x01, 0x02, 0x04


@dataclass(eq=False)
class Class:
    name: str
    flags: int = 0
    fields: list[tuple[str, str]] = field(default_factory=list)  # code of the type, name
    parent: "Class | None" = None

    def lineage(self) -> "list[Class]":
        """Its parents and itself, the first parent first, as their fields are written."""
        return [*(self.parent.lineage() if self.parent is not None else ()), self]


@dataclass(eq=False)
class Object:
    of: Class
    fields: dict[str, "Content | int"] = field(default_factory=dict)
    written: "Written" = field(default_factory=list)  # by hand


@dataclass(eq=False)
class Array:
    of: Class
    elements: list["Content | int"]


@dataclass(eq=False)
class Constant:
    of: Class
    name: str


# What a stream holds: a text is a string of Java.
Content = Object | Array | Constant | Class | str | None
Written = list[bytes | Content]  # runs of bytes, and objects
T = TypeVar("T", bound=Content)


class Stream:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0
        self.handles: list[Content] = []

    def contents(self) -> Written:
        """All that is there."""
        if self.take(4) != b"\xac\xed\x00\x05":
            raise Unreadable("an object stream starts with ac ed 00 05")
        return self.annotation(lambda: self.at == len(self.data))

    def take(self, size: int) -> bytes:
        if size > len(self.data) - self.at:
            raise Unreadable("the stream ends within a record")
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, form: str) -> int:
        number: int = struct.unpack(form, self.take(struct.calcsize(form)))[0]
        return number

    def utf(self, form: str = ">H") -> str:
        return modified_utf8(self.take(self.number(form)))

    def handle(self, content: T) -> T:
        self.handles.append(content)
        return content

    def annotation(self, ends: Callable[[], bool] = lambda: False) -> Written:
        """Objects and runs of bytes up to the end of a block, or of the stream."""
        written: Written = []
        while not ends():
            code = self.take(1)[0]
            if code in (0x77, 0x7A):
                run = self.take(self.number(">B" if code == 0x77 else ">I"))
                last = written[-1] if written else None
                if isinstance(last, bytes):
                    written[-1] = last + run
                else:
                    written.append(run)
            elif code == 0x78:
                break
            else:
                written.append(self.content(code))
        return written

    def content(self, code: int | None = None) -> "Content":
        """One object."""
        code = self.take(1)[0] if code is None else code
        if code == 0x70:
            return None
        if code == 0x71:
            number = self.number(">I") - _FIRST_HANDLE
            if not 0 <= number < len(self.handles):
                raise Unreadable(f"handle {number} was not given")
            return self.handles[number]
        if code in (0x74, 0x7C):
            return self.handle(self.utf(">H" if code == 0x74 else ">Q"))
        if code == 0x72:
            return self.description()
        if code == 0x73:
            return self.object()
        if code == 0x75:
            made = self.handle(Array(self.described(), []))
            form = made.of.name[1:2]
            made.elements = [self.value(form) for _ in range(self.number(">i"))]
            return made
        if code == 0x7E:
            constant = self.handle(Constant(self.described(), ""))
            name = self.content()
            if not isinstance(name, str):
                raise Unreadable("a constant without a name")
            constant.name = name
            return constant
        raise Unreadable(f"x{code:02x} begins no record")

    def described(self) -> Class:
        """The class of an object, as it is described here or was before."""
        class_ = self.content()
        if not isinstance(class_, Class):
            raise Unreadable("an object without a class")
        return class_

    def description(self) -> Class:
        made = self.handle(Class(self.utf()))
        self.take(8)
        made.flags = self.number(">B")
        for _ in range(self.number(">H")):
            code, name = chr(self.take(1)[0]), self.utf()
            if code in ("[", "L"):
                self.content()
            made.fields.append((code, name))
        self.annotation()
        parent = self.content()
        made.parent = parent if isinstance(parent, Class) else None
        return made

    def value(self, code: str) -> "Content | int":
        if code in ("[", "L"):
            return self.content()
        if code not in _PRIMITIVES:
            raise Unreadable(f"{code} is no type")
        return self.number(_PRIMITIVES[code])

    def object(self) -> Object:
        made = self.handle(Object(self.described()))
        for part in made.of.lineage():
            if part.flags & _SERIALIZABLE:
                made.fields.update({name: self.value(code) for code, name in part.fields})
            if part.flags & (_WRITE_METHOD | _EXTERNALIZABLE):
                made.written += self.annotation()
        return made


def modified_utf8(raw: bytes) -> str:
    """java.io.DataInput.readUTF: each group of one to three bytes is a UTF-16 unit."""
    units, at = bytearray(), 0
    while at < len(raw):
        first = raw[at]
        size = 1 if first < 0x80 else 2 if first >> 5 == 0b110 else 3 if first >> 4 == 0b1110 else 0
        rest = raw[at + 1 : at + size]
        if not size or len(rest) < size - 1 or any(byte >> 6 != 0b10 for byte in rest):
            raise Unreadable("a text that is not modified UTF-8")
        unit = first & (0x7F, 0x1F, 0x0F)[size - 1]
        for byte in rest:
            unit = unit << 6 | byte & 0x3F
        units += unit.to_bytes(2, "little")
        at += size
    return units.decode("utf-16-le", "surrogatepass")

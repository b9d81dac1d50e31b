"""raw/struct: the hand-made layout of proto/README.md, with the standard library's struct.

For each plain class a function that writes it and one that reads it are compiled from source text. Fields of a fixed
size that follow each other are one Struct, as one would write it by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct, error, pack, pack_into, unpack_from
from typing import Any

from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainField, PlainType

from wirebed_peer.codec import Bound, Codec, Options, raw_values
from wirebed_peer.codec.raw_styles import Appending, Placing
from wirebed_peer.codec.raw_values import MOST_DEPTH, RawError
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType
# What has a fixed size: its letter for struct, and its size.
_FIXED = {
    _T.INT32: ("i", 4), _T.UINT32: ("I", 4), _T.INT64: ("q", 8), _T.UINT64: ("Q", 8), _T.BOOL: ("B", 1),
    _T.FLOAT: ("f", 4), _T.DOUBLE: ("d", 8), _T.ENUM: ("i", 4), _T.DATE: ("q", 8),
}  # fmt: skip
_COUNTED = {_T.STRING: "text", _T.BYTES: "bytes", _T.DECIMAL: "decimal"}


class RawStruct(Codec):
    format = "raw"
    library = "struct"
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._forms = _Forms(tree, Appending)

    def encoder(self, message: str, options: Options) -> Bound:
        write = self._forms.writer(message)

        def encode(value: Any) -> bytes:
            out = bytearray()
            write(value, out, 1)
            return bytes(out)

        return Bound(encode, "each Struct is kept; the buffer is new, and the bytes are a copy of it")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        write, encode_anew = _Forms(self.tree, Placing).writer(message), self.encoder(message, options).call
        kept = bytearray(64)

        def encode(value: Any) -> memoryview:
            try:
                end = write(value, kept, 0, 1)
            except error:
                # There was no room, or the value is one that struct refuses: then it does so here.
                kept.extend(bytes(max(len(encode_anew(value)) - len(kept), 0)))
                end = write(value, kept, 0, 1)
            return memoryview(kept)[:end]

        return Bound(encode, "each Struct is kept, and the bytearray that it packs into, which grows when it has to")

    def decoder(self, message: str, options: Options) -> Bound:
        read = self._forms.reader(message)

        def decode(data: bytes) -> Any:
            value, end = read(data, 0, 1)
            if end != len(data):
                raise RawError(f"{len(data) - end} trailing bytes after the value")
            return value

        return Bound(decode, "each Struct is kept; the objects are new")


class _Forms:
    """`write<n>`, in one of two styles, and `read<n>(data, p, depth)` for each plain class."""

    def __init__(self, tree: Tree, style: type[Appending | Placing]) -> None:
        self._tree = tree
        self._style = style
        self._numbers: dict[str, int] = {}
        self._namespace: dict[str, Any] = {
            **vars(raw_values),
            "pack": pack,
            "pack_into": pack_into,
            "unpack_from": unpack_from,
        }

    def writer(self, message: str) -> Callable[..., Any]:
        return self._namespace[f"write{self._number(message)}"]

    def reader(self, message: str) -> Callable[[bytes, int, int], tuple[Any, int]]:
        return self._namespace[f"read{self._number(message)}"]

    def _number(self, message: str) -> int:
        """That of a class, whose functions are compiled here together with those of what it holds."""
        if message in self._numbers:
            return self._numbers[message]
        number = self._numbers[message] = len(self._numbers)
        entry = self._tree.plain_class(message)
        self._namespace[f"Class{number}"] = self._tree.python_class(entry)
        names = ", ".join(f"x{index}" for index in range(len(entry.fields)))
        guard = f"    if depth > {MOST_DEPTH}: too_deep()"
        lines = [self._style.head.format(number=number), guard]
        lines += self._body(entry.fields, self._write_run, self._write) + _indented(list(self._style.end))
        lines += [f"def read{number}(data, p, depth):", guard, *self._body(entry.fields, self._read_run, self._read)]
        lines.append(f"    return Class{number}({names}), p")
        exec(compile("\n".join(lines), f"<raw form of {message}>", "exec"), self._namespace)
        return number

    def _body(self, fields: Any, run: Callable[..., list[str]], one: Callable[..., list[str]]) -> list[str]:
        lines: list[str] = []
        together: list[tuple[int, PlainField]] = []
        for index, field in enumerate(fields):
            if field.container == PlainField.SINGLE and field.type.kind in _FIXED and not may_be_none(field):
                together.append((index, field))
                continue
            lines += run(together) + one(index, field)
            together = []
        return ["    " + line for line in lines + run(together)]

    def _struct(self, letters: str) -> str:
        name = f"struct_{letters}"
        self._namespace.setdefault(name, Struct(f"<{letters}"))
        return name

    def _write_run(self, fields: list[tuple[int, PlainField]]) -> list[str]:
        if not fields:
            return []
        name = self._struct("".join(_FIXED[field.type.kind][0] for _, field in fields))
        values = ", ".join(_to_fixed(field.type.kind, f"v.{field.python_name}") for _, field in fields)
        return self._style.packed(name, self._namespace[name].size, values)

    def _read_run(self, fields: list[tuple[int, PlainField]]) -> list[str]:
        if not fields:
            return []
        name = self._struct("".join(_FIXED[field.type.kind][0] for _, field in fields))
        places = ", ".join(f"x{index}" for index, _ in fields)
        lines = [f"({places},) = {name}.unpack_from(data, p)", f"p += {self._namespace[name].size}"]
        for index, field in fields:
            value = self._from_fixed(field.type, f"x{index}")
            lines += [f"x{index} = {value}"] if value != f"x{index}" else []
        return lines

    def _write(self, _: int, field: PlainField) -> list[str]:
        value = f"v.{field.python_name}"
        type_ = _bare(field.type)
        if field.container == PlainField.MAP:
            each = [*self._write_value(field.key, "k"), *self._write_value(type_, "x", element=True)]
            return [*self._style.counted("count", value), f"for k, x in {value}.items():", *_indented(each)]
        if field.container != PlainField.SINGLE:
            # A set in order, since a set of texts has another one in every process.
            items = f"sorted({value})" if field.container == PlainField.SET else value
            each = self._write_many(type_) or [
                "for x in items:",
                *_indented(self._write_value(type_, "x", element=True)),
            ]
            return [f"items = {items}", *self._style.counted("count", "items"), *each]
        if not may_be_none(field):
            return self._write_value(type_, value)
        none = self._style.constant(b"\xff\xff\xff\xff" if type_.kind in _COUNTED else b"\0")
        there = [] if type_.kind in _COUNTED else self._style.constant(b"\1")
        written = _indented(there + self._write_value(type_, value))
        return [f"if {value} is None:", *_indented(none), "else:", *written]

    def _write_many(self, type_: PlainType) -> list[str]:
        """All elements of a fixed size at once."""
        if type_.kind not in _FIXED:
            return []
        value = _to_fixed(type_.kind, "x")
        values = "items" if value == "x" else f"[{value} for x in items]"
        return self._style.many(*_FIXED[type_.kind], values)

    def _write_value(self, type_: PlainType, value: str, element: bool = False) -> list[str]:
        if type_.kind == _T.MESSAGE:
            lines = [f"element({value})", *self._style.constant(b"\1")] if element else []
            return [*lines, *self._style.nested(self._number(type_.name), value)]
        if type_.kind in _COUNTED:
            return self._style.counted(_COUNTED[type_.kind], value)
        letter, size = _FIXED[type_.kind]
        return self._style.packed(self._struct(letter), size, _to_fixed(type_.kind, value))

    def _read(self, index: int, field: PlainField) -> list[str]:
        name = f"x{index}"
        type_ = _bare(field.type)
        least = _least(type_)
        if field.container == PlainField.MAP:
            each = [*self._read_value(field.key, "k"), *self._read_value(type_, "x", element=True), f"{name}[k] = x"]
            start = [f"n, p = count(data, p, {_least(field.key) + least})", f"{name} = {{}}"]
            return [*start, "for _ in range(n):", *_indented(each)]
        if field.container != PlainField.SINGLE:
            start = [f"n, p = count(data, p, {least})"]
            wrap = "set" if field.container == PlainField.SET else "list"
            if type_.kind in _FIXED:
                value = self._from_fixed(type_, "x")
                all_ = f"unpack_from(f'<{{n}}{_FIXED[type_.kind][0]}', data, p)"
                all_ = all_ if value == "x" else f"[{value} for x in {all_}]"
                return [*start, f"{name} = {wrap}({all_})", f"p += {least} * n"]
            each = [*self._read_value(type_, "x", element=True), f"{name}.{'add' if wrap == 'set' else 'append'}(x)"]
            return [*start, f"{name} = {wrap}()", "for _ in range(n):", *_indented(each)]
        if not may_be_none(field):
            return self._read_value(type_, name)
        if type_.kind in _COUNTED:
            return [f"{name}, p = get_{_COUNTED[type_.kind]}(data, p, True)"]
        there = self._read_value(type_, name)
        return [f"{name} = None", "p += 1", "if flag(data[p - 1]):", *_indented(there)]

    def _read_value(self, type_: PlainType, name: str, element: bool = False) -> list[str]:
        if type_.kind == _T.MESSAGE:
            lines = ["element(flag(data[p]) or None)", "p += 1"] if element else []
            return [*lines, f"{name}, p = read{self._number(type_.name)}(data, p, depth + 1)"]
        if type_.kind in _COUNTED:
            return [f"{name}, p = get_{_COUNTED[type_.kind]}(data, p, False)"]
        letter, size = _FIXED[type_.kind]
        lines = [f"({name},) = {self._struct(letter)}.unpack_from(data, p)", f"p += {size}"]
        value = self._from_fixed(type_, name)
        return lines if value == name else [*lines, f"{name} = {value}"]

    def _from_fixed(self, type_: PlainType, value: str) -> str:
        if type_.kind == _T.ENUM:
            name = "Enum_" + type_.name.replace("_", "__").replace(".", "_")
            self._namespace.setdefault(name, self._tree.python_class(self._tree.plain_enums[type_.name]))
            return f"{name}({value})"
        return {_T.BOOL: f"flag({value})", _T.DATE: f"moment({value})"}.get(type_.kind, value)


def _to_fixed(kind: int, value: str) -> str:
    return f"millis({value})" if kind == _T.DATE else value


def _bare(type_: PlainType) -> PlainType:
    """Of a wrapper the scalar inside."""
    return PlainType(kind=type_.wrapped) if type_.kind == _T.WRAPPER else type_


def _least(type_: PlainType) -> int:
    """The least bytes of an element: a count of more than there can be is refused before anything is made."""
    kind = _bare(type_).kind
    return _FIXED[kind][1] if kind in _FIXED else 1 if kind == _T.MESSAGE else 4


def _indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]

"""Hessian 2 -> plain objects: source text for the fields of each known Java class, compiled where it pays."""

from __future__ import annotations

import datetime
import decimal
import itertools
from collections.abc import Callable
from typing import Any

from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainField, PlainType

from wirebed_peer.decimal_text import DECIMAL
from wirebed_peer.hessian2 import DEPTH_LIMIT, HessianError, layout, reader
from wirebed_peer.hessian2 import read_scalars as scalars
from wirebed_peer.hessian2 import typed_forms as forms
from wirebed_peer.hessian2.reader import Read, decode_with, deeper
from wirebed_peer.hessian2.typed_state import TypedState, earlier, read_object, skip
from wirebed_peer.tree import Tree, may_be_none

_T = PlainType

_CONTAINER = {
    PlainField.LIST: "list",
    PlainField.ARRAY: "list",
    PlainField.SET: "set",
    PlainField.MAP: "dict",
}
_EMPTY = {
    **dict.fromkeys(layout.INTEGERS, "0"),
    _T.BOOL: "False",
    _T.FLOAT: "0.0",
    _T.DOUBLE: "0.0",
    _T.STRING: '""',
    _T.BYTES: 'b""',
}

# A null has a place among them.
_NULLABLE = (_T.MESSAGE, _T.DATE, _T.DECIMAL, _T.WRAPPER)

# Class-defs for which a reader is kept: a schema has few, but nothing stops the other side from sending more.
REMEMBERED = 1000
LONGEST_REMEMBERED = 1000
# So many objects of one class-def pay for its code. Those before are read field by field.
WORTH_COMPILING = 64


class TypedReader:
    """Reads plain objects of one tree. It is the registry of its own streams."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._classes = {entry.java_class: entry for entry in tree.plain.classes}
        self._enums = {entry.java_class: entry for entry in tree.plain.enums}
        self._readers: dict[tuple[str, tuple[str, ...]], Read] = {}
        # Functions for lists, sets and maps by their source text, and for single fields by class and field.
        self._containers: dict[str, str] = {}
        self._steps: dict[tuple[str, str], Any] = {}
        self._made = 0
        self._namespace: dict[str, Any] = {
            **{name: getattr(scalars, name) for name in dir(scalars) if not name.startswith("_")},
            **{name: getattr(reader, name) for name in ("list_head", "read_type", "deeper")},
            "EPOCH": datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC),
            "forever": itertools.repeat,
            "timedelta": datetime.timedelta,
            "HessianError": HessianError,
            "DEPTH_LIMIT": DEPTH_LIMIT,
            "OBJECT_CODES": bytes([0x4F, 0x51, *range(0x60, 0x70)]),
            "LIST_CODES": bytes([*range(0x55, 0x59), *range(0x70, 0x80)]),
            "new": object.__new__,
            "decimal_type": decimal.Decimal,
            "other_class": _other_class,
            "read_object": read_object,
            "earlier": earlier,
            "skip": skip,
        }

    def decode(self, message: str, data: bytes, envelope: bool = False) -> Any:
        return self.decoder(message, envelope)(data)

    def decoder(self, message: str, envelope: bool = False) -> Callable[[bytes], Any]:
        entry = self._tree.plain_class(message)
        expected = self._tree.python_class(entry)

        def decode(data: bytes) -> Any:
            def read(at: int) -> tuple[Any, int]:
                state = TypedState(self.reader_of)
                at = state.define(data, at)
                value, end = read_object(data, at, state, 0, entry.java_class)
                if value.__class__ is not expected:
                    raise _other_class(data, at, value, entry.java_class)
                return value, end

            return decode_with(read, data, envelope)

        return decode

    def reader_of(self, java_class: str, names: tuple[str, ...]) -> Read:
        """What reads the fields of an object of this class-def."""
        if len(names) > LONGEST_REMEMBERED:
            return self._make(java_class, names)
        key = java_class, names
        if key not in self._readers:
            if len(self._readers) >= REMEMBERED:
                self._readers.clear()
            self._readers[key] = self._make(java_class, names)
        return self._readers[key]

    def _make(self, java_class: str, names: tuple[str, ...]) -> Read:
        if entry := self._classes.get(java_class):
            if names == tuple(field.java_name for field in layout.caucho_order(entry)):
                return self._object(entry, names)
            return self._object_in_steps(entry, names)
        if entry := self._enums.get(java_class):
            return self._enum(entry, names)
        if java_class == layout.BIG_DECIMAL:
            return _made_of("value", names, scalars.read_string, _to_decimal)
        if java_class == layout.FLOAT_HANDLE:
            return _made_of("_value", names, scalars.read_float, lambda value, position: value)
        return _Foreign(java_class).read

    def _object_in_steps(self, entry: PlainClass, names: tuple[str, ...]) -> Read:
        """Reads objects field by field, and compiles the whole when there are many of them.

        A class-def costs no more than its length, so an input of thousands of them takes no more time than others.
        """
        python_class = self._tree.python_class(entry)
        steps: list[Any] = []
        compiled: Read | None = None
        read_before = 0

        def read(data: bytes, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
            nonlocal compiled, read_before
            if compiled is not None:
                return compiled(data, position, state, depth)
            if read_before == 0:
                steps.extend(self._step(entry, field) if field else None for field in _known_fields(entry, names))
            elif read_before == WORTH_COMPILING:
                compiled = self._object(entry, names)
            read_before += 1
            depth = deeper(position - 1, depth)
            value = python_class()
            state.objects.append(value)
            for step in steps:
                position = step(data, position, state, depth, value) if step else skip(data, position, state, depth)
            return value, position

        return read

    def _step(self, entry: PlainClass, field: PlainField) -> Any:
        """A function that reads one field into an object."""
        key = entry.message, field.name
        if key not in self._steps:
            source = forms.STEP.format(read=forms.indented(self._field(field), 4), attribute=field.python_name)
            self._steps[key] = self._compiled(source, f"{entry.java_class}.{field.java_name}", keep=False)
        return self._steps[key]

    def _object(self, entry: PlainClass, names: tuple[str, ...]) -> Read:
        new = self._bind(self._tree.python_class(entry))
        # What the wire leaves out keeps the value of an empty object.
        complete = {field.java_name for field in entry.fields} <= set(names)
        lines = [
            "if d >= DEPTH_LIMIT: deeper(p - 1, d)",
            "d += 1",
            f"v = new({new})" if complete else f"v = {new}()",
            "s.objects.append(v)",
        ]
        # Fields that are skipped in a row are skipped by one loop: the code grows with the class, not the class-def.
        runs = itertools.groupby(enumerate(_known_fields(entry, names)), lambda one: one[0] if one[1] else None)
        for known, run in runs:
            fields = [field for _, field in run]
            if known is None:
                lines += [f"for _ in range({len(fields)}):", "    p = skip(b, p, s, d)"]
            else:
                lines += [*self._field(fields[0]).split("\n"), f"v.{fields[0].python_name} = x"]
        lines.append("return v, p")
        body = "\n".join(f"    {line}" for line in lines)
        return self._compiled(f"def {{name}}(b, p, s, d):\n{body}\n", entry.java_class, keep=False)

    def _field(self, field: PlainField) -> str:
        """Source that reads one field. A null for what cannot be null leaves it empty."""
        if field.container != PlainField.SINGLE:
            read = f"x, p = {self._container(field)}(b, p, s, d)"
            return forms.BEFORE + forms.or_empty(read, f"{_CONTAINER[field.container]}()")
        read = self._value(field)
        if may_be_none(field):
            return forms.BEFORE + forms.or_none(read)
        if field.type.kind == _T.ENUM:
            enum = self._tree.plain_enums[field.type.name]
            empty = f"{self._bind(self._tree.python_class(enum))}({enum.values[0].number})"
            return forms.BEFORE + forms.or_empty(read, empty)
        return forms.BEFORE + forms.or_empty(read, _EMPTY[field.type.kind])

    def _value(self, field: PlainField) -> str:
        """Source that reads one value, element or map value."""
        type_ = field.type
        if layout.boxed_float(field):
            return forms.BOXED_FLOAT
        kind = layout.value_kind(type_)
        if kind == _T.MESSAGE:
            entry = self._tree.plain_class(type_.name)
            return forms.OBJECT.format(expected=self._bind(self._tree.python_class(entry)), name=entry.java_class)
        if kind == _T.ENUM:
            enum = self._tree.plain_enums[type_.name]
            return forms.OBJECT.format(expected=self._bind(self._tree.python_class(enum)), name=enum.java_class)
        if kind == _T.DECIMAL:
            return forms.OBJECT.format(expected="decimal_type", name=layout.BIG_DECIMAL)
        return forms.PLAIN[kind]

    def _container(self, field: PlainField) -> str:
        """The name of a function that reads a list, set or map of this kind."""
        item = self._value(field)
        item = forms.BEFORE + (forms.or_none(item) if field.type.kind in _NULLABLE else item)
        item = forms.indented(item, 8)
        if field.container == PlainField.SET:
            source = forms.LIST.format(container="set", add="add", item=item)
        elif field.container == PlainField.MAP:
            key = forms.indented(forms.BEFORE + forms.PLAIN[field.key.kind], 8)
            source = forms.MAP.format(key=key, item=item)
        else:
            source = forms.LIST.format(container="list", add="append", item=item)
        if source not in self._containers:
            self._containers[source] = self._compiled(source, field.name).__name__
        return self._containers[source]

    def _bind(self, value: Any) -> str:
        name = f"class_{value.__name__}_{id(value)}"
        self._namespace[name] = value
        return name

    def _compiled(self, source: str, what: str, keep: bool = True) -> Any:
        """The function that `source` defines; others can call it by its name when it is kept."""
        self._made += 1
        name = f"read{self._made}"
        exec(compile(source.replace("{name}", name), f"<hessian2 reader of {what}>", "exec"), self._namespace)
        return self._namespace[name] if keep else self._namespace.pop(name)

    def _enum(self, entry: PlainEnum, names: tuple[str, ...]) -> Read:
        members = self._tree.python_class(entry)
        of_name = {value.java_name: members(value.number) for value in entry.values if not value.alias}

        def member(name: str, position: int) -> Any:
            if name not in of_name:
                raise HessianError(position, f"{entry.java_class} has no value {name!r}")
            return of_name[name]

        return _made_of("name", names, scalars.read_string, member)


def _known_fields(entry: PlainClass, names: tuple[str, ...]) -> list[PlainField | None]:
    """For each field of a class-def that of the class, or None for one that is skipped.

    A field that comes twice has its last value; what comes before that is skipped like an unknown field.
    """
    fields = {field.java_name: field for field in entry.fields}
    last = {name: index for index, name in enumerate(names)}
    return [fields.get(name) if last[name] == index else None for index, name in enumerate(names)]


class _Foreign:
    """Stands for an object of a class that the tree does not have: no field takes one."""

    def __init__(self, java_class: str) -> None:
        self.java_class = java_class

    def read(self, data: bytes, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        return self, position


def _made_of(field: str, names: tuple[str, ...], read: Any, make: Any) -> Read:
    """Objects that stand for a value of the standard library, made of one of their fields."""

    # Of two of one name the last one counts.
    last = max((index for index, name in enumerate(names) if name == field), default=None)

    def read_fields(data: bytes, position: int, state: TypedState, depth: int) -> tuple[Any, int]:
        if last is None:
            raise HessianError(position, f"an object without its field {field!r}")
        depth = deeper(position - 1, depth)
        number = len(state.objects)
        state.objects.append(None)
        for index in range(len(names)):
            if index == last:
                position = at = state.define(data, position)
                content, position = read(data, position)
                value = make(content, at)
            else:
                position = skip(data, position, state, depth)
        state.objects[number] = value
        return value, position

    return read_fields


def _to_decimal(text: str, position: int) -> decimal.Decimal:
    parts = DECIMAL.fullmatch(text)
    if not parts:
        raise HessianError(position, f"{text!r} is not a decimal")
    after_point, only_after_point, exponent = parts.groups()
    digits = (exponent or "").lstrip("+-0")
    # Twenty digits are beyond 32 bits, and int() takes no more than some thousands.
    shift = int(digits[:20] or "0") * (-1 if exponent and exponent.startswith("-") else 1)
    scale = len(after_point or only_after_point or "") - shift
    if not (-0x80000000 <= shift <= 0x7FFFFFFF and -0x80000000 <= scale <= 0x7FFFFFFF):
        raise HessianError(position, f"{text[:40]!r} has an exponent or a scale that a BigDecimal does not hold")
    return decimal.Decimal(text)


def _other_class(data: bytes, position: int, value: Any, expected: str) -> HessianError:
    found = f"an object of {value.java_class}" if isinstance(value, _Foreign) else f"a {type(value).__name__}"
    return HessianError(position, f"{data[position]:#04x} gives {found} where {expected} is expected")

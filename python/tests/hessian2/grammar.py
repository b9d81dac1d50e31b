"""Makes random Hessian 2 by its grammar: values without a schema, and objects of the classes of a plain schema.

Most of it is valid. It often makes what requires a decision of a reader: a number in another form, a missing or extra
field, a null, a reference, a class definition before a value, a map for an object.
"""

from __future__ import annotations

import random

from scalars import Scalars
from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainSchema, PlainType

from wirebed_peer.hessian2 import layout

_T = PlainType
TYPES = ["", "[int", "java.util.HashSet", "t", "[string"]
DEEPEST = 4


def caucho_order(entry: PlainClass) -> list[PlainField]:
    """Primitives and java.lang types first, then all others, each in order of declaration."""
    return sorted(entry.fields, key=lambda field: not _in_java_lang(field))


def _in_java_lang(field: PlainField) -> bool:
    scalar = layout.value_kind(field.type) in (*layout.INTEGERS, _T.BOOL, _T.FLOAT, _T.DOUBLE, _T.STRING)
    return field.container == PlainField.SINGLE and scalar


class Grammar(Scalars):
    """Makes one input after another. `schema` has the classes and enums."""

    def __init__(self, dice: random.Random, schema: PlainSchema) -> None:
        super().__init__(dice)
        self.classes = {entry.message: entry for entry in schema.classes}
        self.enums = {entry.name: entry for entry in schema.enums}
        self._all = list(schema.classes)
        self._start()

    def _start(self) -> None:
        self.objects = 0
        self.types: list[str] = []
        self.definitions: list[tuple[str, tuple[str, ...]]] = []

    def bare(self) -> bytes:
        """A value without a schema."""
        self._start()
        if self.dice.random() < 0.003:
            return self._deep()
        return self.before() + self.value(0)

    def typed(self, message: str) -> bytes:
        """An object of the class of a message."""
        self._start()
        return self.before() + self.object_of(self.classes[message], 0)

    def _deep(self) -> bytes:
        """A value with about as many levels as readers accept."""
        opening = self.dice.choice([b"y", b"H\x90", b"W", b"p\x90", b"X\x91"])
        start = b"C\x01a\x91\x01b" if self.dice.random() < 0.3 else b""
        opening = b"\x60" if start else opening
        levels = self.dice.randint(505, 517)
        closing = b"Z" if opening in (b"H\x90", b"W") else b""
        return start + opening * levels + b"N" + closing * levels

    def before(self) -> bytes:
        """Class definitions, which may precede any value."""
        out = b""
        while self.dice.random() < 0.04:
            out += self.definition(*self._some_class())
        return out

    def _some_class(self) -> tuple[str, tuple[str, ...]]:
        if self.dice.random() < 0.5:
            return self.dice.choice(["A", "B"]), tuple(self.dice.choices("xyz", k=self.dice.randint(0, 2)))
        entry = self.dice.choice(self._all)
        return entry.java_class, self._names(entry)

    def definition(self, java_class: str, names: tuple[str, ...]) -> bytes:
        self.definitions.append((java_class, names))
        return b"C" + self.string(java_class) + self.int_(len(names)) + b"".join(map(self.string, names))

    def _names(self, entry: PlainClass) -> tuple[str, ...]:
        """The fields of a class: all of them, some of them, reordered, or with unknown ones in between."""
        names = [field.java_name for field in caucho_order(entry)]
        if self.dice.random() < 0.4 and len(names) < 12:
            return tuple(names)
        names = self.dice.sample(names, k=min(len(names), self.dice.randint(0, 4)))
        for _ in range(self.dice.choice([0, 0, 1, 2])):
            other = self.dice.choice(["x", *names])
            names.insert(self.dice.randint(0, len(names)), other)
        return tuple(names)

    def value(self, depth: int) -> bytes:
        """Any value."""
        make = self.one_of(
            (3, self.int_), (3, self.long_), (3, self.double), (1, self.date), (4, self.string), (2, self.binary),
            (1, self.bool_), (2, lambda: b"N"), (3, self.reference),
            *([] if depth >= DEEPEST else [(3, self.list_), (2, self.map_), (3, self.any_object)]),
        )  # fmt: skip
        if make in (self.list_, self.map_, self.any_object):
            return make(depth)
        return make()

    def reference(self) -> bytes:
        index = self.dice.randint(0, max(0, self.objects - 1)) if self.dice.random() < 0.9 else self.objects + 1
        return b"Q" + (self.int_(index) if self.dice.random() < 0.98 else self.long_(index))

    def type_(self, name: str | None = None) -> bytes:
        if self.types and self.dice.random() < 0.4:
            return self.int_(self.dice.randrange(len(self.types) + (self.dice.random() < 0.05)))
        self.types.append(name or self.dice.choice(TYPES))
        return self.string(self.types[-1])

    def list_(self, depth: int) -> bytes:
        return self.list_of(lambda: self.before() + self.value(depth + 1))

    def list_of(self, item) -> bytes:
        self.objects += 1
        count = self.dice.choice([0, 1, 1, 2, 3, 8])
        head, end = self._list_head(count)
        items = b"".join(item() for _ in range(count))
        return head + items + end

    def _list_head(self, count: int) -> tuple[bytes, bytes]:
        form = self.dice.choice("xxxXVWU7")
        if form == "W":
            return b"W", b"Z"
        if form == "U":
            return b"U" + self.type_(), b"Z"
        if form == "V":
            return b"V" + self.type_() + self.int_(count), b""
        if form == "X" or count > 7:
            return b"X" + (self.int_(count) if self.dice.random() < 0.97 else self.long_(count)), b""
        return (bytes((0x70 + count,)) + self.type_() if form == "7" else bytes((0x78 + count,))), b""

    def map_(self, depth: int) -> bytes:
        return self.map_of(lambda: self.before() + self.value(depth + 1), lambda: self.value(depth + 1))

    def map_of(self, key, item) -> bytes:
        self.objects += 1
        head = b"H" if self.dice.random() < 0.7 else b"M" + self.type_()
        return head + b"".join(key() + item() for _ in range(self.dice.choice([0, 1, 1, 2, 3]))) + b"Z"

    def any_object(self, depth: int) -> bytes:
        if self.dice.random() < 0.6:
            return self._object(*self._some_class(), lambda name: self.value(depth + 1))
        return self.object_of(self.dice.choice(self._all), depth)

    def object_of(self, entry: PlainClass, depth: int) -> bytes:
        """An object of a plain class. Most of its fields have their declared type."""
        fields = {field.java_name: field for field in entry.fields}
        # An unknown field has any value, and so has a known one sometimes.
        return self._object(
            entry.java_class,
            self._names(entry),
            lambda name: (
                self.field(fields[name], depth + 1)
                if name in fields and self.dice.random() < 0.97
                else self.value(depth + 2)
            ),
        )

    def _object(self, java_class: str, names: tuple[str, ...], value_of) -> bytes:
        if self.dice.random() < 0.15:
            return self._typed_map(java_class, names, value_of)
        known = [index for index, (name, _) in enumerate(self.definitions) if name == java_class]
        out = b""
        if known and self.dice.random() < 0.7:
            index = self.dice.choice(known)
            names = self.definitions[index][1]
        else:
            out = self.definition(java_class, names)
            index = len(self.definitions) - 1
        self.objects += 1
        short = index <= 15 and self.dice.random() < 0.9
        out += bytes((0x60 + index,)) if short else b"O" + self.int_(index)
        return out + b"".join(self.before() + value_of(name) for name in names)

    def _typed_map(self, java_class: str, names: tuple[str, ...], value_of) -> bytes:
        """An object as a map of its fields, sometimes with a key that can be no name."""
        self.objects += 1
        if java_class in self.types and self.dice.random() < 0.7:
            out = b"M" + self.int_(self.types.index(java_class))
        else:
            self.types.append(java_class)
            out = b"M" + self.string(java_class)
        for name in names:
            if self.dice.random() < 0.05:
                out += self.value(DEEPEST) + self.value(DEEPEST)
            out += self.before() + self.string(name) + self.before() + value_of(name)
        return out + b"Z"

    def field(self, field: PlainField, depth: int) -> bytes:
        """A value of a field, or one that is also allowed in its place."""
        roll = self.dice.random()
        if roll < 0.05:
            return b"N"
        if roll < 0.1 and self.objects:
            return self.reference()
        if field.container == PlainField.SINGLE:
            return self.of_type(field.type, depth)
        if field.container == PlainField.MAP:
            return self.map_of(
                lambda: self.before() + self.of_type(field.key, depth),
                lambda: self.before() + self._element(field.type, depth),
            )
        return self.list_of(lambda: self.before() + self._element(field.type, depth))

    def _element(self, type_: PlainType, depth: int) -> bytes:
        return b"N" if self.dice.random() < 0.05 else self.of_type(type_, depth)

    def of_type(self, type_: PlainType, depth: int) -> bytes:
        kind = layout.value_kind(type_)
        if kind in layout.INTEGERS:
            return self.int_() if self.dice.random() < 0.4 else self.long_()
        if kind in (_T.FLOAT, _T.DOUBLE):
            return self._real(depth)
        if kind == _T.ENUM:
            entry = self.enums[type_.name]
            value = self.dice.choice(entry.values)
            name = value.java_name if self.dice.random() < 0.95 else value.name
            return self._handle(entry.java_class, "name", lambda: self.string(name), depth)
        if kind == _T.DECIMAL:
            return self._handle(layout.BIG_DECIMAL, "value", self.decimal_text, depth)
        if kind == _T.MESSAGE:
            return self.object_of(self.classes[type_.name], depth) if depth < DEEPEST else b"N"
        return {_T.BOOL: self.bool_, _T.STRING: self.string, _T.BYTES: self.binary, _T.DATE: self.date}[kind]()

    def _real(self, depth: int) -> bytes:
        roll = self.dice.random()
        if roll < 0.6:
            return self.double()
        if roll < 0.8:
            return self.int_() if roll < 0.7 else self.long_()
        return self._handle(layout.FLOAT_HANDLE, "_value", self.double, depth)

    def _handle(self, java_class: str, name: str, content, depth: int) -> bytes:
        """An object of one field that represents a value."""
        names = self.one_of((20, (name,)), (1, ()), (1, (name, name)), (1, ("x", name)), (1, ("x",)))
        return self._object(java_class, names, lambda each: content() if each == name else self.value(depth + 1))

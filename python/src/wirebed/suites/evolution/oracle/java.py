"""The layouts on Java's object streams of classes that write themselves (proto/README.md, "Externalizable")."""

from wirebed_protocol.plain_pb2 import PlainField
from wirebed_protocol.plain_pb2 import PlainType as T

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.oracle import object_stream
from wirebed.suites.evolution.oracle.fields import (
    Holding,
    Many,
    Positions,
    Record,
    Unreadable,
    Value,
    held_decimal,
    node,
    scalar,
    wrapped,
)
from wirebed.suites.evolution.oracle.object_stream import Array, Constant, Content, Object, Stream, modified_utf8
from wirebed.view.writer import ViewWriter


class Written(Positions):
    """Reads runs of bytes, and objects between them, which a class wrote by hand."""

    order = "big"
    sizes = Positions.sizes | {T.UINT32: 8}

    def __init__(self, data: bytes, schema: Schema, holding: Holding) -> None:
        super().__init__(data, schema, holding)
        self.written: object_stream.Written = []  # what follows `data`
        self.made: dict[Object, Record] = {}

    def root(self, message: str) -> Record | None:
        contents = Stream(self.data).contents()
        first = contents[0] if len(contents) == 1 else b""
        if isinstance(first, bytes):
            raise Unreadable("one object is wanted")
        return self.instance(first, message)

    def read_from(self, written: object_stream.Written, message: str, into: Record) -> bool:
        """Reads an object from the data of its class, and returns whether some is left."""
        outer = self.data, self.at, self.written
        self.data, self.at, self.written = b"", 0, list(written)
        self.record(message, into)
        rest = self.at < len(self.data) or bool(self.written)
        self.data, self.at, self.written = outer
        return rest

    def take(self, size: int) -> bytes:
        first = self.written[0] if self.at == len(self.data) and self.written else None
        if isinstance(first, bytes):
            self.data, self.at, self.written = first, 0, self.written[1:]
        return super().take(size)

    def next_object(self) -> Content:
        first = self.written[0] if self.at == len(self.data) and self.written else b""
        if isinstance(first, bytes):
            raise Unreadable("no object follows")
        del self.written[0]
        return first

    def flag(self) -> bool:
        return self.number(1) != 0

    def count(self) -> int:
        count = self.number(4, True)
        if count < 0:
            raise Unreadable(f"a size of {count}")
        return count

    def there(self, type_: T, nullable: bool) -> bool:
        said = nullable or type_.kind in (T.DATE, T.DECIMAL, T.WRAPPER, T.MESSAGE)
        return not said or self.flag()

    def text(self) -> str:
        return modified_utf8(self.take(self.number(2)))

    def enum(self, type_: T) -> int:
        return self.constant(type_, self.text())

    def constant(self, type_: T, name: str) -> int:
        for one in self.enums[type_.name].values:
            if one.java_name == name and not one.alias:
                return one.number
        raise Unreadable(f"{type_.name} has no constant {name}")

    def instance(self, one: Content, message: str) -> Record | None:
        """An object of a class of the tree, as the class of this name in the reader's tree reads it."""
        if one is None:
            return None
        found = self.resolve(one)
        if not isinstance(found, Record) or found.message != message:
            raise Unreadable(f"it is no {message}")
        return found

    def resolve(self, one: Content) -> Content | Record:
        """The Record of an object of a plain class, as readObject makes it; any other object itself."""
        if not isinstance(one, Object):
            return one
        if one in self.made:
            return self.made[one]
        message = next((m.message for m in self.classes.values() if m.java_class == one.of.name), None)
        if message is None:
            if one.of.name.startswith("java."):
                return one
            raise Unreadable(f"there is no class {one.of.name}")
        made = self.made[one] = Record(message, {})
        rest = self.read_from(one.written, message, made)
        self.skipped = self.skipped or rest
        return made


class Tuned(Written):
    def object(self, message: str) -> Record:
        return self.record(message)


class Direct(Tuned):
    """The class is called without a stream that knows it, and is refused what it leaves."""

    def root(self, message: str) -> Record:
        found = Record(message, {})
        if self.read_from(Stream(self.data).contents(), message, found):
            raise Unreadable("bytes are left")
        return found


class Custom(Written):
    def there(self, type_: T, nullable: bool) -> bool:
        return type_.kind == T.MESSAGE or super().there(type_, nullable)

    def object(self, message: str) -> Record | None:
        return self.instance(self.next_object(), message)


# The primitive of each scalar, its box, and the array of each other type.
_PRIMITIVES = {T.INT32: "I", T.UINT32: "J", T.INT64: "J", T.UINT64: "J", T.BOOL: "Z", T.FLOAT: "F", T.DOUBLE: "D"}
_BOXES = {"I": "Integer", "J": "Long", "Z": "Boolean", "F": "Float", "D": "Double"}
_ARRAYS = {
    T.STRING: "[Ljava.lang.String;", T.BYTES: "[[B", T.DATE: "[Ljava.util.Date;", T.DECIMAL: "[Ljava.math.BigDecimal;",
}  # fmt: skip
_COLLECTIONS = {PlainField.LIST: "java.util.ArrayList", PlainField.SET: "java.util.HashSet"}


class Naive(Written):
    """Each field is an object, cast to the type of the field."""

    def field(self, field: PlainField) -> Value:
        one = self.next_object()
        if field.container:
            return self.collection(field, one)
        kind = scalar(field.type)
        if one is None:
            if kind in _PRIMITIVES and not field.nullable:
                raise Unreadable(f"null for the primitive {field.name}")
            return None
        return self.cast(field.type, one)

    def cast(self, type_: T, one: Content, stage: str = "parse") -> Value:
        kind = scalar(type_)
        if kind == T.MESSAGE:
            return self.instance(one, type_.name)
        self.resolve(one)
        name = one.of.name if isinstance(one, (Object, Array, Constant)) else ""
        code = _PRIMITIVES.get(kind, "")
        if code and isinstance(one, Object) and name == f"java.lang.{_BOXES[code]}":
            return wrapped(type_, _number(code, _field(one, code, "value")))
        if kind == T.STRING and isinstance(one, str):
            return wrapped(type_, node(ViewWriter.text, one))
        if kind == T.BYTES and name == "[B":
            return wrapped(type_, node(ViewWriter.binary, _bytes(one)))
        if kind == T.ENUM and isinstance(one, Constant) and name == self.enums[type_.name].java_class:
            return node(ViewWriter.enum, self.constant(type_, one.name))
        if kind == T.DATE and isinstance(one, Object) and name == "java.util.Date":
            first = one.written[0] if one.written else None
            if isinstance(first, bytes):
                return self.held_date(int.from_bytes(first, "big", signed=True))
        if kind == T.DECIMAL and isinstance(one, Object) and name == "java.math.BigDecimal":
            return _decimal(one)
        raise Unreadable(f"it is of another class than {T.Kind.Name(kind)}", stage)

    def collection(self, field: PlainField, one: Content) -> Value:
        if one is None:
            return None
        if field.container == PlainField.ARRAY:
            return Many(field.container, self.array(field.type, one))
        name, written = (one.of.name, one.written[1:]) if isinstance(one, Object) else ("", [])
        items = [item for item in written if not isinstance(item, bytes)]
        if field.container == PlainField.MAP and name == "java.util.HashMap":
            pairs = zip(items[::2], items[1::2], strict=True)
            return Many(field.container, [(self.item(field.key, k), self.item(field.type, v)) for k, v in pairs])
        if name != _COLLECTIONS.get(field.container):
            raise Unreadable(f"it is no {_COLLECTIONS.get(field.container, 'map')}")
        return Many(field.container, [self.item(field.type, item) for item in items])

    def array(self, type_: T, one: Content) -> list[Value]:
        code = _PRIMITIVES.get(scalar(type_), "")
        name = f"[{code}" if code else _ARRAYS.get(scalar(type_))
        if type_.kind in (T.MESSAGE, T.ENUM):
            of = (self.classes if type_.kind == T.MESSAGE else self.enums)[type_.name]
            name = f"[L{of.java_class};"
        if not isinstance(one, Array) or one.of.name != name:
            raise Unreadable(f"it is no {name}")
        return [_number(code, item) if isinstance(item, int) else self.item(type_, item) for item in one.elements]

    def item(self, type_: T, one: Content) -> Value:
        """Nobody looks at an element before it is used."""
        self.resolve(one)
        return None if one is None else self.cast(type_, one, "use")


def _number(code: str, value: Content | int) -> bytes:
    if not isinstance(value, int):
        raise Unreadable("it is no number")
    if code == "Z":
        return node(ViewWriter.boolean, bool(value))
    write = {"F": ViewWriter.float32_bits, "D": ViewWriter.float64_bits}.get(code, ViewWriter.integer)
    return node(write, value)


def _bytes(one: Content | int) -> bytes:
    if not isinstance(one, Array) or one.of.name != "[B":
        raise Unreadable("it is no array of bytes")
    return bytes(byte & 0xFF for byte in one.elements if isinstance(byte, int))


def _decimal(one: Object) -> bytes:
    whole = _field(one, "L", "intVal")
    if not isinstance(whole, Object):
        raise Unreadable("a decimal without its digits")
    digits = _integer(whole, "signum") * int.from_bytes(_bytes(_field(whole, "[", "magnitude")), "big")
    return held_decimal(f"{digits}E{-_integer(one, 'scale')}")


def _integer(one: Object, name: str) -> int:
    value = _field(one, "I", name)
    if not isinstance(value, int):
        raise Unreadable(f"{one.of.name} without a number {name}")
    return value


def _field(one: Object, code: str, name: str) -> Content | int:
    """The value of a field that the stream has, of this type."""
    if not any((code, name) in part.fields for part in one.of.lineage()) or name not in one.fields:
        raise Unreadable(f"{one.of.name} without its field {name}")
    return one.fields[name]

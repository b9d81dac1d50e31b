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
        flagged = nullable or type_.kind in (T.DATE, T.DECIMAL, T.WRAPPER, T.MESSAGE)
        return not flagged or self.flag()

    def text(self) -> str:
        return modified_utf8(self.take(self.number(2)))

    def enum(self, type_: T) -> int:
        return self.constant(type_, self.text())

    def constant(self, type_: T, name: str) -> int:
        for value in self.enums[type_.name].values:
            if value.java_name == name and not value.alias:
                return value.number
        raise Unreadable(f"{type_.name} has no constant {name}")

    def instance(self, content: Content, message: str) -> Record | None:
        """An object of a class of the tree, as the class of this name in the reader's tree reads it."""
        if content is None:
            return None
        resolved = self.resolve(content)
        if not isinstance(resolved, Record) or resolved.message != message:
            raise Unreadable(f"it is no {message}")
        return resolved

    def resolve(self, content: Content) -> Content | Record:
        """The Record of an object of a plain class, as readObject makes it; any other object itself."""
        if not isinstance(content, Object):
            return content
        if content in self.made:
            return self.made[content]
        message = next((m.message for m in self.classes.values() if m.java_class == content.of.name), None)
        if message is None:
            if content.of.name.startswith("java."):
                return content
            raise Unreadable(f"there is no class {content.of.name}")
        made = self.made[content] = Record(message, {})
        rest = self.read_from(content.written, message, made)
        self.skipped = self.skipped or rest
        return made


class Tuned(Written):
    def object(self, message: str) -> Record:
        return self.record(message)


class Direct(Tuned):
    """The class is called without a stream that knows it, and is refused what it leaves."""

    def root(self, message: str) -> Record:
        record = Record(message, {})
        if self.read_from(Stream(self.data).contents(), message, record):
            raise Unreadable("bytes are left")
        return record


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
        content = self.next_object()
        if field.container:
            return self.collection(field, content)
        kind = scalar(field.type)
        if content is None:
            if kind in _PRIMITIVES and not field.nullable:
                raise Unreadable(f"null for the primitive {field.name}")
            return None
        return self.cast(field.type, content)

    def cast(self, type_: T, content: Content, stage: str = "parse") -> Value:
        kind = scalar(type_)
        if kind == T.MESSAGE:
            return self.instance(content, type_.name)
        self.resolve(content)
        name = content.of.name if isinstance(content, (Object, Array, Constant)) else ""
        code = _PRIMITIVES.get(kind, "")
        if code and isinstance(content, Object) and name == f"java.lang.{_BOXES[code]}":
            return wrapped(type_, _number(code, _field(content, code, "value")))
        if kind == T.STRING and isinstance(content, str):
            return wrapped(type_, node(ViewWriter.text, content))
        if kind == T.BYTES and name == "[B":
            return wrapped(type_, node(ViewWriter.binary, _bytes(content)))
        if kind == T.ENUM and isinstance(content, Constant) and name == self.enums[type_.name].java_class:
            return node(ViewWriter.enum, self.constant(type_, content.name))
        if kind == T.DATE and isinstance(content, Object) and name == "java.util.Date":
            first = content.written[0] if content.written else None
            if isinstance(first, bytes):
                return self.held_date(int.from_bytes(first, "big", signed=True))
        if kind == T.DECIMAL and isinstance(content, Object) and name == "java.math.BigDecimal":
            return _decimal(content)
        raise Unreadable(f"it is of another class than {T.Kind.Name(kind)}", stage)

    def collection(self, field: PlainField, content: Content) -> Value:
        if content is None:
            return None
        if field.container == PlainField.ARRAY:
            return Many(field.container, self.array(field.type, content))
        name, written = (content.of.name, content.written[1:]) if isinstance(content, Object) else ("", [])
        items = [item for item in written if not isinstance(item, bytes)]
        if field.container == PlainField.MAP and name == "java.util.HashMap":
            pairs = zip(items[::2], items[1::2], strict=True)
            return Many(field.container, [(self.item(field.key, k), self.item(field.type, v)) for k, v in pairs])
        if name != _COLLECTIONS.get(field.container):
            raise Unreadable(f"it is no {_COLLECTIONS.get(field.container, 'map')}")
        return Many(field.container, [self.item(field.type, item) for item in items])

    def array(self, type_: T, content: Content) -> list[Value]:
        code = _PRIMITIVES.get(scalar(type_), "")
        name = f"[{code}" if code else _ARRAYS.get(scalar(type_))
        if type_.kind in (T.MESSAGE, T.ENUM):
            of = (self.classes if type_.kind == T.MESSAGE else self.enums)[type_.name]
            name = f"[L{of.java_class};"
        if not isinstance(content, Array) or content.of.name != name:
            raise Unreadable(f"it is no {name}")
        return [_number(code, item) if isinstance(item, int) else self.item(type_, item) for item in content.elements]

    def item(self, type_: T, content: Content) -> Value:
        """Nobody looks at an element before it is used."""
        self.resolve(content)
        return None if content is None else self.cast(type_, content, "use")


def _number(code: str, value: Content | int) -> bytes:
    if not isinstance(value, int):
        raise Unreadable("it is no number")
    if code == "Z":
        return node(ViewWriter.boolean, bool(value))
    write = {"F": ViewWriter.float32_bits, "D": ViewWriter.float64_bits}.get(code, ViewWriter.integer)
    return node(write, value)


def _bytes(content: Content | int) -> bytes:
    if not isinstance(content, Array) or content.of.name != "[B":
        raise Unreadable("it is no array of bytes")
    return bytes(byte & 0xFF for byte in content.elements if isinstance(byte, int))


def _decimal(decimal: Object) -> bytes:
    whole = _field(decimal, "L", "intVal")
    if not isinstance(whole, Object):
        raise Unreadable("a decimal without its digits")
    digits = _integer(whole, "signum") * int.from_bytes(_bytes(_field(whole, "[", "magnitude")), "big")
    return held_decimal(f"{digits}E{-_integer(decimal, 'scale')}")


def _integer(object_: Object, name: str) -> int:
    value = _field(object_, "I", name)
    if not isinstance(value, int):
        raise Unreadable(f"{object_.of.name} without a number {name}")
    return value


def _field(object_: Object, code: str, name: str) -> Content | int:
    """The value of a field that the stream has, of this type."""
    if not any((code, name) in part.fields for part in object_.of.lineage()) or name not in object_.fields:
        raise Unreadable(f"{object_.of.name} without its field {name}")
    return object_.fields[name]

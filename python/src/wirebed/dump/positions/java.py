"""The layouts on Java's object streams of classes that write themselves (proto/README.md, "Externalizable")."""

from wirebed_protocol.plain_pb2 import PlainField
from wirebed_protocol.plain_pb2 import PlainType as T

from wirebed.dump.positions.fields import Many, Positions, Record, Unreadable, held_decimal, node, scalar, wrapped
from wirebed.dump.positions.object_stream import Array, Constant, Object, Stream, modified_utf8

_RUNS_OUT = "the data of the class ends"


class Written(Positions):
    """What a class wrote by hand: runs of bytes, between objects."""

    order = "big"
    sizes = Positions.sizes | {T.UINT32: 8}

    def run_of(self, written: list, read):
        """Reads from other data, and comes back."""
        outer = self.data, self.at, self.written
        self.data, self.at, self.written = b"", 0, list(written)
        self.next_run()
        found = read()
        rest = self.at < len(self.data) or bool(self.written)
        self.data, self.at, self.written = outer
        return found, rest

    def next_run(self):
        if self.at == len(self.data) and self.written and isinstance(self.written[0], bytes):
            self.data, self.at = self.written.pop(0), 0

    def take(self, size: int) -> bytes:
        self.next_run()
        return super().take(size)

    def next_object(self):
        if self.at < len(self.data) or not self.written or isinstance(self.written[0], bytes):
            raise Unreadable("no object follows")
        return self.written.pop(0)

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

    written: list = []
    made: dict

    def root(self, message: str) -> Record | None:
        contents = Stream(self.data).contents()
        self.made = {}
        if len(contents) != 1 or isinstance(contents[0], bytes):
            raise Unreadable("one object is wanted")
        return self.instance(contents[0], message)

    def instance(self, one, message: str) -> Record | None:
        """An object of a class of the tree, as the class of this name in the reader's tree reads it."""
        if one is None:
            return None
        found = self.resolve(one)
        if not isinstance(found, Record) or found.message != message:
            raise Unreadable(f"it is no {message}")
        return found

    def resolve(self, one):
        """What readObject gives: of an object of a plain class, the Record."""
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
        _, rest = self.run_of(one.written, lambda: self.record(message, made))
        self.skipped = self.skipped or rest
        return made


class Tuned(Written):
    def object(self, message: str) -> Record:
        return self.record(message)


class Direct(Tuned):
    """The class is called without a stream that knows it, and is refused what it leaves."""

    def root(self, message: str) -> Record:
        contents = Stream(self.data).contents()
        found, rest = self.run_of(contents, lambda: self.record(message))
        if rest:
            raise Unreadable("bytes are left")
        return found


class Custom(Written):
    def there(self, type_: T, nullable: bool) -> bool:
        return type_.kind == T.MESSAGE or super().there(type_, nullable)

    def object(self, message: str) -> Record | None:
        return self.instance(self.next_object(), message)


# The Java class of a scalar in an object, and the field that holds it.
_BOXES = {
    T.INT32: "java.lang.Integer", T.UINT32: "java.lang.Long", T.INT64: "java.lang.Long", T.UINT64: "java.lang.Long",
    T.BOOL: "java.lang.Boolean", T.FLOAT: "java.lang.Float", T.DOUBLE: "java.lang.Double",
}  # fmt: skip
_ARRAYS = {
    T.INT32: "[I", T.UINT32: "[J", T.INT64: "[J", T.UINT64: "[J", T.BOOL: "[Z", T.FLOAT: "[F", T.DOUBLE: "[D",
    T.STRING: "[Ljava.lang.String;", T.BYTES: "[[B", T.DATE: "[Ljava.util.Date;", T.DECIMAL: "[Ljava.math.BigDecimal;",
}  # fmt: skip
_COLLECTIONS = {PlainField.LIST: "java.util.ArrayList", PlainField.SET: "java.util.HashSet"}


class Naive(Written):
    """Each field is an object, cast to the type of the field."""

    def field(self, field: PlainField):
        one = self.next_object()
        if field.container:
            return self.collection(field, one)
        kind = scalar(field.type)
        if one is None:
            if kind in _BOXES and not field.nullable:
                raise Unreadable(f"null for the primitive {field.name}")
            return None
        return self.cast(field.type, one)

    def cast(self, type_: T, one, stage: str = "parse"):
        kind = scalar(type_)
        if kind == T.MESSAGE:
            return self.instance(one, type_.name)
        one = self.resolve(one)
        if kind == T.STRING and isinstance(one, str):
            return wrapped(type_, node("text", one))
        if kind == T.ENUM and isinstance(one, Constant):
            of = self.enums[type_.name]
            if of.java_class == one.of.name:
                return node("enum", self.constant(type_, one.name))
        if kind == T.BYTES and isinstance(one, Array) and one.of.name == "[B":
            return wrapped(type_, node("binary", bytes(b & 0xFF for b in one.elements)))
        if isinstance(one, Object) and one.of.name == _BOXES.get(kind):
            return wrapped(type_, _number(kind, one.fields["value"]))
        if kind == T.DATE and isinstance(one, Object) and one.of.name == "java.util.Date":
            return self.held_date(int.from_bytes(one.written[0], "big", signed=True))
        if kind == T.DECIMAL and isinstance(one, Object) and one.of.name == "java.math.BigDecimal":
            return _decimal(one)
        raise Unreadable(f"it is of another class than {T.Kind.Name(kind)}", stage)

    def collection(self, field: PlainField, one):
        if one is None:
            return None
        if field.container == PlainField.ARRAY:
            return Many(field.container, self.array(field.type, one))
        name = one.of.name if isinstance(one, Object) else ""
        if field.container == PlainField.MAP and name == "java.util.HashMap":
            items = one.written[1:]
            pairs = zip(items[::2], items[1::2], strict=True)
            return Many(field.container, [(self.item(field.key, k), self.item(field.type, v)) for k, v in pairs])
        if name != _COLLECTIONS.get(field.container):
            raise Unreadable(f"it is no {_COLLECTIONS.get(field.container, 'map')}")
        return Many(field.container, [self.item(field.type, item) for item in one.written[1:]])

    def array(self, type_: T, one) -> list:
        name = _ARRAYS.get(scalar(type_))
        if type_.kind in (T.MESSAGE, T.ENUM):
            of = (self.classes if type_.kind == T.MESSAGE else self.enums)[type_.name]
            name = f"[L{of.java_class};"
        if not isinstance(one, Array) or one.of.name != name:
            raise Unreadable(f"it is no {name}")
        if name[1] in "L[":
            return [self.item(type_, item) for item in one.elements]
        return [_number(scalar(type_), item) for item in one.elements]

    def item(self, type_: T, one):
        """Nobody looks at an element before it is used."""
        self.resolve(one)
        return None if one is None else self.cast(type_, one, "use")


def _number(kind: int, value) -> bytes:
    if kind == T.BOOL:
        return node("boolean", bool(value))
    if kind in (T.FLOAT, T.DOUBLE):
        return node("float32_bits" if kind == T.FLOAT else "float64_bits", value)
    return node("integer", value)


def _decimal(one: Object) -> bytes:
    whole = one.fields["intVal"].fields
    magnitude = int.from_bytes(bytes(b & 0xFF for b in whole["magnitude"].elements), "big")
    return held_decimal(f"{whole['signum'] * magnitude}E{-one.fields['scale']}")

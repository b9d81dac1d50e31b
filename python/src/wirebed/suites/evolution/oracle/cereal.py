"""The layout of cereal's PortableBinary archives (proto/README.md, "What it is natively")."""

from wirebed_protocol.plain_pb2 import PlainField
from wirebed_protocol.plain_pb2 import PlainType as T

from wirebed.suites.evolution.oracle.fields import Many, Positions, Record, Unreadable, Value, scalar

_FOLLOWS = 1 << 31


class Cereal(Positions):
    def root(self, message: str) -> Record | None:
        self.known: dict[int, Record] = {}
        self.order = "little" if self.flag() else "big"
        record = self.object(message)
        self.end()
        return record

    def object(self, message: str) -> Record | None:
        """A pointer: null, an object that was read before, or the object that follows."""
        pointer = self.number(4)
        if pointer & _FOLLOWS:
            made = self.known[pointer ^ _FOLLOWS] = Record(message, {})
            return self.record(message, made)
        if pointer == 0:
            return None
        record = self.known.get(pointer)
        if record is None or record.message != message:
            raise Unreadable(f"a pointer to the object {pointer}, which is no {message}")
        return record

    def there(self, type_: T, nullable: bool) -> bool:
        """The byte before a value says that there is none. A pointer says so itself."""
        flagged = type_.kind in (T.DATE, T.WRAPPER) or nullable and type_.kind != T.MESSAGE
        return not (flagged and self.flag())

    def field(self, field: PlainField) -> Value:
        value = super().field(field)
        if isinstance(value, Many) and field.container == PlainField.MAP and len(dict(value.nodes)) < len(value.nodes):
            raise Unreadable("a key stands twice in a map")
        return value

    def value(self, type_: T) -> Value:
        start = self.at
        if scalar(type_) == T.DECIMAL and not self.count():
            return None
        self.at = start
        return super().value(type_)

    def text(self) -> str | bytes:
        raw = self.take(self.count())
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw

    def count(self) -> int:
        return self.claimed(self.number(8))

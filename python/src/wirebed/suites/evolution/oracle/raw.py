"""The layout of raw (proto/README.md, "What it is in raw bytes")."""

from wirebed_protocol.plain_pb2 import PlainType as T

from wirebed.suites.evolution.oracle.fields import Positions, Record, Unreadable, Value, scalar

MOST_DEPTH = 256
_COUNTED = (T.STRING, T.BYTES, T.DECIMAL)


class Raw(Positions):
    depth = 0

    def root(self, message: str) -> Record:
        record = self.object(message)
        self.end()
        return record

    def object(self, message: str) -> Record:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise Unreadable(f"more than {MOST_DEPTH} objects inside each other")
        record = self.record(message)
        self.depth -= 1
        return record

    def there(self, type_: T, nullable: bool) -> bool:
        """Null is the length -1 of what has a length, and a byte 0 of all else."""
        kind = scalar(type_)
        if not nullable and kind != T.DECIMAL:
            return True
        if kind not in _COUNTED:
            return self.flag()
        null = self.data[self.at : self.at + 4] == b"\xff\xff\xff\xff"
        self.at += 4 * null
        return not null

    def element(self, type_: T) -> Value:
        if type_.kind == T.MESSAGE and not self.flag():
            raise Unreadable("an element is null")
        return self.value(type_)

    def text(self) -> str:
        return self.take(2 * self.count()).decode("utf-16-le", "surrogatepass")

    def count(self) -> int:
        return self.claimed(self.number(4, True))

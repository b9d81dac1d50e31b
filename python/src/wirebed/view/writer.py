"""Writes a view node by node. The caller counts and sorts elements, as in of_message.py."""

from wirebed.view.grammar import F32, F64, I32, I64, U16, U32, U64

INT64_LIMIT = 1 << 63


class ViewWriter:
    """Appends nodes to `data`; `offset` is where the next node begins, to which `same_as` may refer later."""

    def __init__(self) -> None:
        self.data = bytearray()

    @property
    def offset(self) -> int:
        return len(self.data)

    def null(self) -> None:
        self.data += b"n"

    def boolean(self, value: bool) -> None:
        self.data += b"t" if value else b"f"

    def integer(self, value: int) -> None:
        if value < INT64_LIMIT:
            self.data += b"i" + I64.pack(value)
        else:
            self.data += b"u" + U64.pack(value)

    def float32(self, value: float) -> None:
        self.data += b"g" + F32.pack(value)

    def float32_bits(self, bits: int) -> None:
        self.data += b"g" + U32.pack(bits)

    def float64(self, value: float) -> None:
        self.data += b"d" + F64.pack(value)

    def float64_bits(self, bits: int) -> None:
        self.data += b"d" + U64.pack(bits)

    def text(self, value: str) -> None:
        """Writes a text; a `str` with lone surrogates becomes an invalid-text node of its generalized UTF-8."""
        try:
            raw, tag = value.encode(), b"s"
        except UnicodeEncodeError:
            raw, tag = value.encode("utf-8", "surrogatepass"), b"x"
        self.data += tag + U32.pack(len(raw)) + raw

    def invalid_text(self, raw: bytes) -> None:
        self.data += b"x" + U32.pack(len(raw)) + raw

    def binary(self, value: bytes) -> None:
        self.data += b"b" + U32.pack(len(value)) + value

    def enum(self, number: int) -> None:
        self.data += b"e" + I32.pack(number)

    def list(self, count: int) -> None:
        self.data += b"l" + U32.pack(count)

    def set(self, count: int) -> None:
        self.data += b"z" + U32.pack(count)

    def map(self, count: int) -> None:
        self.data += b"m" + U32.pack(count)

    def record(self, message: str) -> None:
        name = message.encode()
        self.data += b"r" + U16.pack(len(name)) + name

    def field(self, number: int) -> None:
        if not number:
            raise ValueError("field number 0 ends a record")
        self.data += U32.pack(number)

    def end(self) -> None:
        self.data += U32.pack(0)

    def same_as(self, offset: int) -> None:
        self.data += b"=" + U32.pack(offset)

    def finish(self) -> bytes:
        return bytes(self.data)

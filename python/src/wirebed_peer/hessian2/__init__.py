"""Hessian 2, read and written in pure Python, without and with a schema.

`reader.decode` and `writer.encode` know generic values (values.py) alone. `typed_reader` and `typed_writer` know plain
objects, by code that templates make for the Java classes that the plain schema names.

What the readers take and refuse is the table in cpp/hessian2/README.md, for this package and for the library of C++. A
refusal is a HessianError with the offset of the byte that is at fault, and no claimed length reserves memory that the
input does not fill.
"""

# Lists, maps and objects inside one another, more than which the reader refuses.
DEPTH_LIMIT = 512

ENVELOPE_START = b"p\x02\x00"
ENVELOPE_END = b"z"


class HessianError(ValueError):
    """Bytes that are no Hessian 2, or a value that Hessian 2 cannot hold."""

    def __init__(self, offset: int | None, reason: str) -> None:
        super().__init__(reason if offset is None else f"offset {offset}: {reason}")
        self.offset = offset
        self.reason = reason

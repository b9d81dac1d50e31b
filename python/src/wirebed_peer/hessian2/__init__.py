"""Reads and writes Hessian 2 in pure Python, with a schema and without one.

`reader.decode` and `writer.encode` know generic values (values.py) alone. `typed_reader` and `typed_writer` know plain
objects, by code that templates make for the Java classes of the plain schema.

The table in cpp/hessian2/README.md says what the readers take and refuse, for this package and for the C++ library. A
refusal is a HessianError with the offset of the byte that is at fault, and no claimed length reserves memory that the
input does not fill.
"""

# The reader refuses lists, maps and objects that are nested deeper than this.
DEPTH_LIMIT = 512

ENVELOPE_START = b"p\x02\x00"
ENVELOPE_END = b"z"


class HessianError(ValueError):
    """The bytes are not Hessian 2, or Hessian 2 cannot hold the value."""

    def __init__(self, offset: int | None, reason: str) -> None:
        super().__init__(reason if offset is None else f"offset {offset}: {reason}")
        self.offset = offset
        self.reason = reason

"""The tags and number formats of views (proto/wirebed/README.md)."""

import struct

NULL, TRUE, FALSE = b"n"[0], b"t"[0], b"f"[0]
INT, UINT, FLOAT, DOUBLE = b"i"[0], b"u"[0], b"g"[0], b"d"[0]
TEXT, BAD_TEXT, BYTES, ENUM = b"s"[0], b"x"[0], b"b"[0], b"e"[0]
LIST, SET, MAP, RECORD, SAME = b"l"[0], b"z"[0], b"m"[0], b"r"[0], b"="[0]
ABSENT = b"a"[0]

NAMES = {
    NULL: "null",
    TRUE: "bool",
    FALSE: "bool",
    INT: "int",
    UINT: "int",
    FLOAT: "float",
    DOUBLE: "double",
    TEXT: "text",
    BAD_TEXT: "invalid text",
    BYTES: "bytes",
    ENUM: "enum",
    LIST: "list",
    SET: "set",
    MAP: "map",
    RECORD: "record",
    SAME: "same as",
    ABSENT: "absent",
}

U16 = struct.Struct("<H")
U32 = struct.Struct("<I")
I32 = struct.Struct("<i")
I64 = struct.Struct("<q")
U64 = struct.Struct("<Q")
F32 = struct.Struct("<f")
F64 = struct.Struct("<d")

# The tags that an element of a set or a key of a map can have.
SCALARS = frozenset((NULL, TRUE, FALSE, INT, UINT, FLOAT, DOUBLE, TEXT, BAD_TEXT, BYTES, ENUM))


class ViewError(ValueError):
    """Bytes that are no view, with the offset and the reason."""

    def __init__(self, offset: int, reason: str) -> None:
        super().__init__(f"view, byte {offset}: {reason}")
        self.offset = offset
        self.reason = reason

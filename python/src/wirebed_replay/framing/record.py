"""What a framing finds in a file: records, ranges of them, and places where it finds none."""

from typing import NamedTuple

# A longer record is no message: the readers of protobuf take none of 2 GiB, and others take less.
LARGEST = 256 << 20


class Record(NamedTuple):
    """`at`: the byte at which its frame begins, or its row in a table."""

    at: int
    payload: bytes
    message: str = ""  # its full name, where the record says it
    id: str = ""  # of the id column of a table


class Extent(NamedTuple):
    """Records that lie together: from the byte or row `start`, up to `end`."""

    start: int
    end: int
    records: int
    size: int  # bytes, about


class Damage(NamedTuple):
    """A place without a record: from the byte or row `at` on, `size` bytes (0 where that is not known)."""

    at: int
    size: int
    why: str
    skipped: bool = False  # whether the user has left it out


# Where a record lies in some bytes: where its frame begins, and its payload from its begin to its end. A corpus has as
# many of them as records, so it is a plain tuple.
Frame = tuple[int, int, int]


class Frames(NamedTuple):
    """`used`: the bytes up to the end of the last whole frame, or up to a damage that ends the file."""

    frames: list[Frame]
    used: int
    damage: str = ""

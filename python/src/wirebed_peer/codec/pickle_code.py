"""Checks before any of it runs that a pickle has only the instructions that plain objects need.

The unpickler of the standard library reserves as much memory as an instruction claims (`LONG_BINPUT` with 2^32 - 1 asks
for 64 GB), and can spend unlimited time on the hashes of nested tuples.
"""

from __future__ import annotations

import pickle

_LONGEST_NUMBER = 9  # bytes: an unsigned integer of 64 bits and a sign. Many longer integers can have the same hash

# The number of bytes after each instruction that is complete in itself.
_FIXED = {
    **dict.fromkeys(b"]})(aesuN.Rb", 0),
    **dict.fromkeys(b"\x88\x89\x8f\x90\x93\x94\x81", 0),
    **dict.fromkeys(b"Kh", 1),
    **dict.fromkeys(b"M", 2),
    **dict.fromkeys(b"Jj", 4),
    **dict.fromkeys(b"G", 8),
}
# The size of the length that precedes the content of the other instructions.
_COUNTED = {**dict.fromkeys(b"\x8c\x8aC", 1), **dict.fromkeys(b"XB", 4)}
_TUPLES = b"\x85\x86\x87"
_PROTO, _FRAME, _STOP, _LONG1, _MEMOIZE, _GET, _LONG_GET = b"\x80\x95.\x8a\x94hj"
_NEWOBJ, _BUILD, _REDUCE, _EMPTY_TUPLE = b"\x81bR)"


class PickleError(pickle.UnpicklingError):
    pass


def check(data: bytes) -> None:
    """Raises a PickleError for bytes that the pickler of protocol 4 does not write for plain objects."""
    if data[:2] != b"\x80\x04":
        raise PickleError("not a pickle of protocol 4")
    at = 2
    frame_end = 0
    memo: list[bool] = []  # for each memo number, whether it is a tuple
    last = _PROTO  # the last instruction other than MEMOIZE
    while True:
        code = _byte(data, at)
        start, at = at, at + 1
        size = _FIXED.get(code)
        if size is not None:
            if code == _MEMOIZE:
                memo.append(last in _TUPLES)
                continue
            if code in (_GET, _LONG_GET):
                index = int.from_bytes(data[at : at + size], "little")
                if index >= len(memo) or memo[index]:
                    raise PickleError(f"at byte {start}: nothing to get by the number {index}")
        elif code in _COUNTED:
            width = _COUNTED[code]
            claim = int.from_bytes(data[at : at + width], "little")
            if code == _LONG1 and claim > _LONGEST_NUMBER:
                raise PickleError(f"at byte {start}: a number of {claim} bytes")
            size = width + claim
        elif code == _FRAME:
            frame_end = _frame(data, at, frame_end)
            at += 8
            continue
        elif code in _TUPLES:
            size = 0
        else:
            raise PickleError(f"at byte {start}: an instruction {code:#04x}, which plain objects do not need")
        at += size
        if at > len(data):
            raise PickleError(f"at byte {start}: cut off")
        # The pickler makes a tuple only for a call or as the state of an object, and uses it at once.
        if (last in _TUPLES and code not in (_REDUCE, _BUILD)) or (last == _EMPTY_TUPLE) != (code == _NEWOBJ):
            raise PickleError(f"at byte {start}: a tuple that is a value")
        if code == _STOP:
            break
        last = code
    if at != len(data):
        raise PickleError(f"{len(data) - at} bytes behind the value")


def _byte(data: bytes, at: int) -> int:
    if at >= len(data):
        raise PickleError("cut off")
    return data[at]


def _frame(data: bytes, at: int, frame_end: int) -> int:
    """The end of a frame, which must begin after the end of the frame before."""
    claim = int.from_bytes(data[at : at + 8], "little")
    if at - 1 < frame_end or claim > len(data) - at - 8:
        raise PickleError(f"at byte {at - 1}: a frame of {claim} bytes")
    return at + 8 + claim

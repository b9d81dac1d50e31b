"""The order in which a java.util.HashMap or HashSet iterates over what was put into it one by one.

Caucho writes maps and sets in that order. The order of a Python set of texts differs in every process, so without this
the same value would not always have the same bytes. Tree bins, which Java makes in a table of 64 or more buckets of a
bucket with nine entries, are not followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from struct import Struct
from typing import Any

from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.bridge import nodes

_T = PlainType
_F64, _I64 = Struct("<d"), Struct("<q")
_F32, _I32 = Struct("<f"), Struct("<i")


def _text_hash(text: str) -> int:
    """String.hashCode: over UTF-16 units."""
    units = text.encode("utf-16-le", "surrogatepass")
    result = 0
    for unit in memoryview(units).cast("H"):
        result = result * 31 + unit & 0xFFFFFFFF
    return result


def _long_hash(value: int) -> int:
    bits = value & 0xFFFFFFFFFFFFFFFF
    return (bits ^ bits >> 32) & 0xFFFFFFFF


# The hashCode() of the Java type, and the view node of the value.
_HASH: dict[int, Callable[[Any], int]] = {
    _T.INT32: lambda value: value & 0xFFFFFFFF,
    **dict.fromkeys((_T.UINT32, _T.INT64, _T.UINT64), _long_hash),
    _T.BOOL: lambda value: 1231 if value else 1237,
    _T.STRING: _text_hash,
    _T.DOUBLE: lambda value: _long_hash(_I64.unpack(_F64.pack(value))[0]),
    _T.FLOAT: lambda value: _I32.unpack(_F32.pack(value))[0] & 0xFFFFFFFF,
    # Other types hash by identity or in too complex a way, and keep their order.
}
_NODE: dict[int, Callable[[Any], bytes]] = {
    **dict.fromkeys((_T.INT32, _T.UINT32, _T.INT64), nodes.int_node),
    _T.UINT64: nodes.unsigned_node,
    _T.BOOL: nodes.bool_node,
    _T.STRING: nodes.text_node,
    _T.BYTES: nodes.bytes_node,
    _T.FLOAT: nodes.float_node,
    _T.DOUBLE: nodes.double_node,
    _T.ENUM: nodes.enum_node,
    _T.DECIMAL: lambda value: nodes.text_node(str(value)),
}


def map_order(keys: Iterable[Any], kind: int) -> list[Any]:
    """Keys of a map in Java's order, if they are put in as they are given."""
    keys = list(keys)
    hash_code = _HASH.get(kind)
    if hash_code is None or len(keys) < 2:
        return keys
    spread = _spread(keys, hash_code)
    mask = _buckets(spread) - 1
    # Keys in one bucket keep the order in which they were put in.
    return [keys[index] for index in sorted(range(len(keys)), key=lambda index: spread[index] & mask)]


def buckets(keys: Iterable[Any], kind: int) -> int:
    """The length of the table of a map with these keys; a new, empty one gets 16."""
    hash_code = _HASH.get(kind)
    return _buckets(list(range(len(list(keys)))) if hash_code is None else _spread(keys, hash_code))


def _spread(keys: Iterable[Any], hash_code: Callable[[Any], int]) -> list[int]:
    codes = [hash_code(key) for key in keys]
    return [code ^ code >> 16 for code in codes]


def _buckets(spread: list[int]) -> int:
    """The final number of buckets. It doubles when three quarters are exceeded and, in a small table, when a ninth
    entry
    goes into one bucket."""
    buckets = 16
    counts: Counter[int] = Counter()
    for number, code in enumerate(spread, 1):
        if buckets >= 64:
            break
        counts[code & buckets - 1] += 1
        doublings = (counts[code & buckets - 1] > 8) + (number > buckets * 3 // 4)
        if doublings:
            buckets <<= doublings
            counts = Counter(earlier & buckets - 1 for earlier in spread[:number])
    while len(spread) > buckets * 3 // 4:
        buckets *= 2
    return buckets


def set_order(items: Iterable[Any], kind: int) -> list[Any]:
    """Items of a set in Java's order, if they are put in as a view has them: a Python set remembers no order."""
    return map_order(sorted(items, key=_NODE[kind]), kind)

"""The order in which a java.util.HashMap or HashSet gives what was put into it one by one.

Caucho writes maps and sets in that order. Python's own order of a set of texts is another one in every process, so
that without this the same value would never have the same bytes twice. Not followed are the trees that a table of 64
buckets or more makes of a bucket with nine entries.
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


# hashCode() of the Java type, and the node that stands for the value in a view.
_HASH: dict[int, Callable[[Any], int]] = {
    _T.INT32: lambda value: value & 0xFFFFFFFF,
    **dict.fromkeys((_T.UINT32, _T.INT64, _T.UINT64), _long_hash),
    _T.BOOL: lambda value: 1231 if value else 1237,
    _T.STRING: _text_hash,
    _T.DOUBLE: lambda value: _long_hash(_I64.unpack(_F64.pack(value))[0]),
    _T.FLOAT: lambda value: _I32.unpack(_F32.pack(value))[0] & 0xFFFFFFFF,
    # Other types have a hash of their identity, or too odd a one: as they come.
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
    """Keys of a map, put in as they stand there."""
    keys = list(keys)
    hash_code = _HASH.get(kind)
    if hash_code is None or len(keys) < 2:
        return keys
    spread = _spread(keys, hash_code)
    mask = _buckets(spread) - 1
    # Two in one bucket stay in the order in which they came.
    return [keys[index] for index in sorted(range(len(keys)), key=lambda index: spread[index] & mask)]


def buckets(keys: Iterable[Any], kind: int) -> int:
    """How long the table of a map with these keys is; a new one that is empty is going to have 16."""
    hash_code = _HASH.get(kind)
    return _buckets(list(range(len(list(keys)))) if hash_code is None else _spread(keys, hash_code))


def _spread(keys: Iterable[Any], hash_code: Callable[[Any], int]) -> list[int]:
    codes = [hash_code(key) for key in keys]
    return [code ^ code >> 16 for code in codes]


def _buckets(spread: list[int]) -> int:
    """How many buckets there are in the end: twice as many when three quarters are exceeded, and, of a small
    table, when a ninth goes into one bucket."""
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
    """Items of a set, put in as they stand in a view: a set of Python remembers no order."""
    return map_order(sorted(items, key=_NODE[kind]), kind)

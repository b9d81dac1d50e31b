"""The names that Caucho gives to classes of Java and of its own, and the wire type of a plain type."""

from __future__ import annotations

from wirebed_protocol.plain_pb2 import PlainType

_T = PlainType
INTEGERS = (_T.INT32, _T.UINT32, _T.INT64, _T.UINT64)
FLOAT_HANDLE = "com.caucho.hessian.io.FloatHandle"
BIG_DECIMAL = "java.math.BigDecimal"


def value_kind(type_: PlainType) -> int:
    """The kind of value on the wire: a wrapper is its boxed scalar."""
    return type_.wrapped if type_.kind == _T.WRAPPER else type_.kind

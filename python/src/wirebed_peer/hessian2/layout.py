"""What the Java class of a plain class looks like to Caucho: names, order of fields, types of arrays."""

from __future__ import annotations

from wirebed_protocol.plain_pb2 import PlainClass, PlainField, PlainType

from wirebed_peer.tree import Tree

_T = PlainType
INTEGERS = (_T.INT32, _T.UINT32, _T.INT64, _T.UINT64)
FLOAT_HANDLE = "com.caucho.hessian.io.FloatHandle"
BIG_DECIMAL = "java.math.BigDecimal"
HASH_SET = "java.util.HashSet"

_PRIMITIVE_ARRAY = {
    _T.INT32: "[int",
    _T.UINT32: "[long",
    _T.INT64: "[long",
    _T.UINT64: "[long",
    _T.BOOL: "[boolean",
    _T.FLOAT: "[float",
    _T.DOUBLE: "[double",
    _T.STRING: "[string",
    _T.BYTES: "[[byte",
    _T.DATE: "[date",
    _T.DECIMAL: f"[{BIG_DECIMAL}",
}
_BOXED_ARRAY = {
    _T.INT32: "[java.lang.Integer",
    _T.UINT32: "[java.lang.Long",
    _T.INT64: "[java.lang.Long",
    _T.UINT64: "[java.lang.Long",
    _T.BOOL: "[java.lang.Boolean",
    _T.FLOAT: "[java.lang.Float",
    _T.DOUBLE: "[java.lang.Double",
    _T.STRING: "[string",
    _T.BYTES: "[[byte",
}


def caucho_order(entry: PlainClass) -> list[PlainField]:
    """Primitives and java.lang types first, then all others, each in order of declaration."""
    return sorted(entry.fields, key=lambda field: not _in_java_lang(field))


def _in_java_lang(field: PlainField) -> bool:
    kind = field.type.wrapped if field.type.kind == _T.WRAPPER else field.type.kind
    scalar = kind in (*INTEGERS, _T.BOOL, _T.FLOAT, _T.DOUBLE, _T.STRING)
    return field.container == PlainField.SINGLE and scalar


def collection_type(field: PlainField, tree: Tree) -> str | None:
    """The type of a list on the wire."""
    if field.container == PlainField.SET:
        return HASH_SET
    if field.container != PlainField.ARRAY:
        return None
    type_ = field.type
    if type_.kind == _T.MESSAGE:
        return f"[{tree.plain_class(type_.name).java_class}"
    if type_.kind == _T.ENUM:
        return f"[{tree.plain_enums[type_.name].java_class}"
    return _BOXED_ARRAY[type_.wrapped] if type_.kind == _T.WRAPPER else _PRIMITIVE_ARRAY[type_.kind]


def value_kind(type_: PlainType) -> int:
    """The kind of what stands on the wire: a wrapper is its boxed scalar."""
    return type_.wrapped if type_.kind == _T.WRAPPER else type_.kind


def boxed_float(field: PlainField) -> bool:
    """Whether Java holds a `Float` object, which Caucho writes as one."""
    if value_kind(field.type) != _T.FLOAT:
        return False
    if field.container == PlainField.SINGLE:
        return field.nullable
    return field.container != PlainField.ARRAY or field.type.kind == _T.WRAPPER

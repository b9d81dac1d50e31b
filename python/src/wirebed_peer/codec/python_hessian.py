"""hessian2/python-hessian: reads only, since the library writes only Hessian 1.

Its reader makes classes as it goes, and returns dynamic objects, tuples, dicts and naive datetimes. They become
dataclasses field by field, as a user would do by hand; a value that does not have its declared type is left as it is,
and the bridge refuses it.
"""

from __future__ import annotations

import datetime
import decimal
from io import BytesIO
from typing import Any

from pyhessian.data_types import long
from pyhessian.parser import Parser
from pyhessian.protocol import Binary, Object
from wirebed_protocol import peer_pb2
from wirebed_protocol.plain_pb2 import PlainType

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.dataclass_builder import DataclassBuilder
from wirebed_peer.codec.hessian2 import has_envelope
from wirebed_peer.codec.setting import Setting, code, guard
from wirebed_peer.hessian2 import ENVELOPE_END, ENVELOPE_START, values
from wirebed_peer.refusal import Refusal, Unsupported

_T = PlainType
_UTC = datetime.UTC
_EPOCH = datetime.datetime(1970, 1, 1)


class PythonHessian(Codec):
    format = "hessian2"
    library = "python-hessian"
    package = "python-hessian"
    library_packages = ("pyhessian",)
    typed_errors = {
        # No text documents any error.
        "pyhessian.parser.ParseError": "pyhessian.parser, by the name of the class: what it raises for bytes",
    }
    settings = (
        code(
            "dataclasses are made of the library's dynamic objects",
            "The library makes no object of a class of ours.",
            reads=(Setting.ENUMS, Setting.DATES, Setting.DECIMALS),
        ),
        code(
            "the parser is called for one value",
            "The library's own function reads whole replies of a server alone, and no envelope of a message.",
        ),
        guard("bytes behind the value are refused", "The library leaves them unread."),
    )
    model = peer_pb2.PLAIN
    encodes = False
    bare = True

    def encoder(self, message: str, options: Options) -> Bound:
        raise Unsupported("python-hessian writes Hessian 1 only")

    def decode(self, message: str, data: bytes, options: Options) -> Any:
        if not message:
            return _generic(parsed(data, has_envelope(options)), {})
        return self.decoder(message, options).call(data)

    def decoder(self, message: str, options: Options) -> Bound:
        type_, envelope = PlainType(kind=_T.MESSAGE, name=message), has_envelope(options)

        def decode(data: bytes) -> Any:
            return _Builder(self.tree).single(type_, parsed(data, envelope))

        return Bound(decode, "nothing is kept; parser, dynamic objects and dataclasses are new")


def parsed(data: bytes, envelope: bool) -> Any:
    """Reads one value. The public API of the library reads whole replies only, and no message envelope."""
    if envelope and not data.startswith(ENVELOPE_START):
        raise Refusal(peer_pb2.PARSE, "", "the message envelope 70 02 00 is missing")
    stream = BytesIO(data[len(ENVELOPE_START) :] if envelope else data)
    parser = Parser()
    parser.version = 2
    parser._stream = stream
    value = PythonHessian.parsing(parser.read_object)
    # The library does not check that the input ends.
    rest = stream.read()
    if rest != (ENVELOPE_END if envelope else b""):
        raise Refusal(peer_pb2.PARSE, "", f"{len(rest)} bytes follow the value, which the library does not notice")
    return value


class _Builder(DataclassBuilder):
    LISTS = SETS = (list, tuple)
    MAPS = (dict,)

    def single(self, type_: PlainType, value: Any) -> Any:
        kind = type_.wrapped if type_.kind == _T.WRAPPER else type_.kind
        read_class = type(value)
        if read_class is long:
            return int(value) + (1 << 64) if kind == _T.UINT64 and value < 0 else int(value)
        if read_class is Binary and kind == _T.BYTES:
            return value.value
        if read_class is datetime.datetime and kind == _T.DATE:
            return value.replace(tzinfo=_UTC)
        if Object in read_class.__mro__:
            return self._object(kind, type_, value)
        return value

    def _object(self, kind: int, type_: PlainType, value: Any) -> Any:
        java_class = value._hessian_factory_args[0]
        held = value.__dict__
        if kind == _T.MESSAGE and java_class == self.tree.plain_class(type_.name).java_class:
            return self.message(type_.name, value, held)
        if kind == _T.ENUM and java_class == self.tree.plain_enums[type_.name].java_class:
            enum = self.tree.plain_enums[type_.name]
            for entry in enum.values:
                if held.get("name") in (entry.java_name, entry.name):
                    return self.tree.python_class(enum)(entry.number)
        elif kind == _T.DECIMAL and java_class == "java.math.BigDecimal":
            return PythonHessian.parsing(lambda: decimal.Decimal(held.get("value")))
        elif kind == _T.FLOAT and java_class == "com.caucho.hessian.io.FloatHandle":
            return held.get("_value")
        return value


def _generic(value: Any, made: dict[int, Any]) -> Any:
    """Converts the library's value to a generic one. The library discards the types of lists and maps."""
    if type(value) is long:
        return values.Long(value)
    if isinstance(value, Binary):
        return value.value
    if isinstance(value, datetime.datetime):
        return values.Date((value - _EPOCH) // datetime.timedelta(milliseconds=1))
    if value is None or type(value) in (bool, int, float, str):
        return value
    # Python has only one empty tuple.
    if id(value) in made and value != ():
        return made[id(value)]
    if type(value) in (list, tuple):
        result = made[id(value)] = values.List(fixed=type(value) is tuple)
        result.items.extend(_generic(item, made) for item in value)
        return result
    if type(value) is dict:
        result = made[id(value)] = values.Map()
        result.entries.extend((_generic(key, made), _generic(item, made)) for key, item in value.items())
        return result
    names = tuple(value._hessian_field_names)
    result = made[id(value)] = values.Object(value._hessian_factory_args[0], names)
    result.values.extend(_generic(value.__dict__[name], made) for name in names)
    return result

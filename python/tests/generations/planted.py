"""The Python peer with a planted codec: `planted.py KIND` and then the words of isolated.py.

`native-int` writes a fixed32 in the order of the machine, `long-as-c` reads an int64 through a `long` of C, and
`packed-enum` writes the values of a packed enum in the other order.
"""

import ctypes
import runpy
import struct
import sys
from pathlib import Path

ISOLATED = Path(__file__).parents[2] / "isolated.py"


def native_int(field, values):
    return (
        [struct.unpack("<I", struct.pack("=I", value))[0] for value in values]
        if field.type == field.TYPE_FIXED32
        else values
    )


def long_as_c(field, values):
    return [ctypes.c_long(value).value for value in values] if field.type == field.TYPE_INT64 else values


def packed_enum(field, values):
    return values[::-1] if field.type == field.TYPE_ENUM else values


def changed(message, change):
    """A copy of a message, with its own fields changed, not those of the messages in it."""
    copy = type(message).FromString(message.SerializeToString())
    for field, value in message.ListFields():
        if field.message_type is not None or field.is_extension:
            continue
        if isinstance(value, int | float | str | bytes):
            setattr(copy, field.name, change(field, [value])[0])
        else:
            getattr(copy, field.name)[:] = change(field, list(value))
    return copy


def plant(kind):
    from wirebed_peer.codec.protobuf import Protobuf

    encode, decode = Protobuf.encode, Protobuf.decode
    writes = {"native-int": native_int, "packed-enum": packed_enum}.get(kind)
    if writes:
        Protobuf.encode = lambda self, name, value, options: encode(self, name, changed(value, writes), options)
    if kind == "long-as-c":
        Protobuf.decode = lambda *words: changed(decode(*words), long_as_c)


def main(kind, *words):
    run = runpy.run_module

    def run_planted(*names, **how):
        plant(kind)
        return run(*names, **how)

    runpy.run_module = run_planted
    sys.argv = [str(ISOLATED), *words]
    runpy.run_path(str(ISOLATED))


if __name__ == "__main__":
    main(*sys.argv[1:])

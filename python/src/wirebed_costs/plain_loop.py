"""The plain loop that `wirebed bench-runner` is measured by: a parent and a child process that pass on one message.

The message is a google.protobuf.Struct of 12 texts, 208 bytes with a length of 4 bytes before it. The child parses and
serializes it, the parent parses it and compares it by `==`, one message at a time.
"""

import struct
import subprocess
import sys
import time

from google.protobuf.struct_pb2 import Struct

TEXTS, BYTES = 12, 208
_LENGTH = struct.Struct(">I")


def message() -> Struct:
    made = Struct()
    for index in range(TEXTS):
        made[f"t{index:02}"] = "x" * (7 if index < 4 else 6)
    return made


def rate(seconds: float) -> float:
    """Messages a second, from the second one: the first waits until the child has started."""
    wanted, count = message(), 0
    data = wanted.SerializeToString()
    request = _LENGTH.pack(len(data)) + data
    command = [sys.executable, "-P", __file__]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        _pass(child, request, wanted)
        started = time.perf_counter()
        while time.perf_counter() - started < seconds:
            _pass(child, request, wanted)
            count += 1
        took = time.perf_counter() - started
        child.stdin.close()
    return count / took


def _pass(child: subprocess.Popen, request: bytes, wanted: Struct):
    child.stdin.write(request)
    child.stdin.flush()
    if Struct.FromString(_read(child.stdout)) != wanted:
        raise AssertionError("the plain loop lost its message")


def _read(stream) -> bytes:
    head = stream.read(_LENGTH.size)
    return stream.read(*_LENGTH.unpack(head)) if head else b""


def _child():
    while data := _read(sys.stdin.buffer):
        answer = Struct.FromString(data).SerializeToString()
        sys.stdout.buffer.write(_LENGTH.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _child()

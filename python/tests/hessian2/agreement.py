"""Whether the strict readers agree on an input: that it is accepted, and as which value, or refused, where and why.

A stated difference is one that cpp/hessian2/README.md states.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping

from causes import cause_of
from inputs import Input
from wirebed_protocol import peer_pb2

from wirebed_peer.hessian2 import HessianError
from wirebed_peer.hessian2.skip import skip
from wirebed_peer.hessian2.typed_state import TypedState

CPP, PYTHON, SANITIZED = "cpp", "python", "sanitized"
_ANSWERS = ("decoded", "decode_error")
Results = Mapping[str, peer_pb2.Result]


def apart(one: Input, results: Results) -> str | None:
    """How the answers to an input differ; None if they agree, or differ as stated."""
    for name, result in results.items():
        if result.WhichOneof("outcome") not in _ANSWERS:
            return f"{name}: {result.WhichOneof('outcome')}"
    cpp, python = results[CPP], results[PYTHON]
    if SANITIZED in results and results[SANITIZED] != cpp:
        return "the sanitized program answers otherwise"
    if stated(one, results):
        return None
    refusing = [name for name in (CPP, PYTHON) if results[name].HasField("decode_error")]
    if len(refusing) == 1:
        return f"{refusing[0]} refuses"
    if not refusing:
        return None if cpp.decoded == python.decoded else "values"
    return _refused_apart(cpp.decode_error, python.decode_error)


def _refused_apart(cpp: peer_pb2.Failure, python: peer_pb2.Failure) -> str | None:
    (cpp_offset, cpp_cause), (offset, cause) = cause_of(CPP, cpp.reason), cause_of(PYTHON, python.reason)
    if cpp_offset != offset:
        return f"offsets of {cpp_cause} and {cause}"
    if cpp_cause != cause:
        return f"causes {cpp_cause} and {cause}"
    if (cpp.stage, cpp.manner, cpp.by) != (python.stage, python.manner, python.by):
        return f"stage, manner or by of {cause}"
    return None


def stated(one: Input, results: Results) -> str | None:
    """Which stated difference there is: what a reader alone refuses, unless the other one refuses something before it.

    A datetime of Python does not have the year. C++ copies a list or map too often, or too deep in copies.
    """
    cpp_offset, cpp_cause = _refusal(CPP, results)
    offset, cause = _refusal(PYTHON, results)
    if cause == "date" and offset < cpp_offset:
        return "a date in Python"
    if cpp_cause == cause or cpp_cause not in ("refs repeat", "depth"):
        return None
    return "copies in C++" if cpp_cause == "refs repeat" or not _is_too_deep(one) else None


def _refusal(name: str, results: Results) -> tuple[float, str]:
    """The offset and the cause; beyond the input where the reader accepts it."""
    result = results[name]
    return cause_of(name, result.decode_error.reason) if result.HasField("decode_error") else (math.inf, "")


def _is_too_deep(one: Input) -> bool:
    """Whether more levels are inside each other than readers take, of which none is a copy."""
    try:
        skip(one.data, 3 if one.envelope else 0, TypedState(lambda java_class, names: None), 0)
    except (HessianError, IndexError, struct.error) as error:
        return isinstance(error, HessianError) and cause_of(PYTHON, str(error))[1] == "depth"
    return False

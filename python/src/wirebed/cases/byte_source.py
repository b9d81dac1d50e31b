"""Bytes that are given to readers: of goldens, of vectors and of cases in `hex:`."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from wirebed.cases.case import Case

HEX_WRITER = "bytes"  # the writer of the bytes of a `hex:` case


@dataclass(frozen=True)
class ByteSource:
    """Bytes that no writer of this run wrote: of a golden, a vector or a `hex:` case."""

    name: str  # shown in reports: a file, a vector's name
    format: str
    message: str  # full name; empty for a value without schema
    data: bytes
    case: Case | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    writer: str = ""  # the codec whose deviations apply, "java:hessian2/caucho"; else what the source is
    expect: bytes | None = None  # the view that a reader should give
    reject: bool = False  # every reader should refuse

"""Bytes that no writer of this run wrote: goldens, vectors, `hex:` cases. Every reader of the format reads them."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ByteSource:
    name: str  # shown in reports: a file, a vector's name
    format: str
    message: str  # full name; empty for a value without schema
    data: bytes
    case: object | None = None  # wirebed.cases.Case
    options: dict[str, str] = field(default_factory=dict)
    writer: str = ""  # the codec whose deviations apply, "java:hessian2/caucho"; else what the source is
    expect: bytes | None = None  # the view that a reader should give
    reject: bool = False  # every reader should refuse

"""Reads files of vectors, which have a JSON object in each line (fixtures/vectors/hessian2/README.md)."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from google.protobuf import text_format

from wirebed import view
from wirebed.bed.schema import Schema
from wirebed.cases.vectors import bare, long_texts
from wirebed.cases.vectors.long_texts import Json
from wirebed.errors import UserError, unknown

FORMATS = ("cereal", "hessian2", "java-serial", "pickle", "protobuf", "xml", "xml-jaxb")
_COMMON = {"name", "hex", "len", "sha256", "reject", "canonical", "src", "note"}
_KEYS = {format: _COMMON | ({"value"} if format == "hessian2" else {"message", "txtpb"}) for format in FORMATS}


@dataclass(frozen=True)
class Vector:
    """Bytes from outside, and the value that every reader must read in them."""

    name: str
    path: Path
    line: int
    format: str
    message: str  # empty for a value without schema
    data: bytes
    expect: bytes | None  # a view; None when the bytes must be rejected
    canonical: bool  # whether a writer that claims canonical bytes must write exactly these
    reject: str = ""  # the reason for a rejection


def read(path: Path, format: str, schema: Schema | None = None) -> Iterator[Vector]:
    """The vectors of one file. An error names the file and the line."""
    if format not in FORMATS:
        raise unknown("format of vectors", format, FORMATS)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise UserError(f"cannot be read: {problem}", path) from None
    names: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except json.JSONDecodeError as problem:
            raise UserError(f"not JSON: {problem.msg}", path, number, problem.colno) from None
        if isinstance(fields, dict) and "_about" in fields:
            continue
        try:
            vector = _vector(fields, path, number, format, schema)
        except (ValueError, KeyError, TypeError) as problem:
            reason = f"{problem.args[0]!r} is missing" if isinstance(problem, KeyError) else str(problem)
            raise UserError(reason, path, number) from None
        if vector.name in names:
            raise UserError(f"{vector.name!r} is also in line {names[vector.name]}", path, number)
        names[vector.name] = number
        yield vector


def _vector(fields: Json, path: Path, line: int, format: str, schema: Schema | None) -> Vector:
    if not isinstance(fields, dict):
        raise ValueError("a vector is a JSON object")
    if unknown_keys := sorted(set(fields) - _KEYS[format]):
        raise ValueError(f"unknown key {unknown_keys[0]!r}; known: {', '.join(sorted(_KEYS[format]))}")
    value_key = "value" if format == "hessian2" else "txtpb"
    if (value_key in fields) == ("reject" in fields):
        raise ValueError(f"a vector has either {value_key!r} or 'reject'")
    message = "" if format == "hessian2" else fields["message"]
    expect = None
    if "reject" not in fields:
        expect = (
            bare.of_value(long_texts.restored(fields["value"]))
            if format == "hessian2"
            else _parsed(fields, _known(schema))
        )
    elif message:
        _known(schema).message(message)
    return Vector(
        name=fields["name"],
        path=path,
        line=line,
        format=format,
        message=message,
        data=_bytes(fields),
        expect=expect,
        canonical=fields.get("canonical") is True and expect is not None,
        reject=str(fields.get("reject") or ""),
    )


def _known(schema: Schema | None) -> Schema:
    if schema is None:
        raise ValueError("its message is of no schema")
    return schema


def _parsed(fields: dict[str, Json], schema: Schema) -> bytes:
    message = schema.message_class(fields["message"])()
    try:
        text_format.Parse(fields["txtpb"], message, descriptor_pool=schema.pool)
    except text_format.ParseError as problem:
        raise ValueError(f"txtpb: {problem}") from None
    return view.of_message(message)


def _bytes(fields: dict[str, Json]) -> bytes:
    digits = fields["hex"]
    if digits.endswith("..."):
        data = long_texts.completed(bytes.fromhex(digits[:-3]), fields.get("value"), fields["len"])
    else:
        data = bytes.fromhex(digits)
    if "len" in fields and len(data) != fields["len"]:
        raise ValueError(f"hex holds {len(data)} bytes, len says {fields['len']}")
    if "sha256" in fields and hashlib.sha256(data).hexdigest() != fields["sha256"]:
        what = "the bytes that the cut hex was completed to" if digits.endswith("...") else "hex"
        raise ValueError(f"the sha256 of {what} is {hashlib.sha256(data).hexdigest()}, the vector says otherwise")
    return data

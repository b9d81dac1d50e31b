"""Given text: its parts, each as it is spelled, and the value that a text says.

The parts of JSON are the document, its members with their keys, and its elements, as far as the text is JSON. Of other
formats the document is the only part. What the schema declares for a part stands in `wirebed.state.deviations.given`.
"""

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from google.protobuf import json_format, text_format
from google.protobuf.message import Message

from wirebed.bed.schema import Schema, descriptor_of
from wirebed.view import dump
from wirebed.view.of_message import is_map, of_message

_KEY = re.compile(rb'("(?:[^"\\\x00-\x1f]|\\.)*")[ \t\r\n]*:[ \t\r\n]*')
_JSON = ("json", "protojson")


@dataclass(eq=False, slots=True)
class Part:
    """A part of a text, from `start` to `end`; the document is in no other."""

    start: int
    end: int
    within: "Part | None" = None
    key: "Part | None" = None  # of a member

    def spelled(self, data: bytes) -> str:
        """Its text, in which bytes that are not UTF-8 are lone surrogates."""
        return data[self.start : self.end].decode(errors="surrogateescape")

    def name(self, data: bytes) -> str:
        """What it says if it is a key, without escapes."""
        spelled = self.spelled(data)
        try:
            return str(json.loads(spelled, strict=False))
        except ValueError:
            return spelled[1:-1]


def parts(format: str, data: bytes) -> list[Part]:
    """The parts of a text, the document first. An object and a list end where they are closed, or with the text."""
    document = Part(0, len(data))
    known = [document]
    if format not in _JSON:
        return known
    open_: list[tuple[Part, bytes]] = []
    for line in dump.lines(format, data):
        if line.malformed:
            break
        if not line.how:  # the end of an object or of a list
            closed, _ = open_.pop()
            closed.end = line.offset + 1 if open_ else len(data)
            continue
        start, part = line.offset, document
        if open_:
            within, bracket = open_[-1]
            key = _KEY.match(data, start) if bracket == b"{" else None
            start = key.end() if key is not None else start
            end = start + len(data[start : line.offset + line.size].rstrip(b" \t\r\n"))
            part = Part(start, end, within, Part(key.start(), key.end(1), within) if key is not None else None)
            known.append(part)
        if line.how in ("object", "array"):
            part.end = len(data)
            open_.append((part, data[start : start + 1]))
    return known


def value(format: str, text: str, schema: Schema, message: str) -> bytes | None:
    """The view of what a text says, by protobuf's own parsers; None where they take it for no value."""
    parse = _PARSERS.get(format)
    if parse is None or not message:
        return None
    try:
        said = parse(text, schema.message_class(message)(), schema)
    except (json_format.ParseError, text_format.ParseError, ValueError, TypeError, RecursionError):
        return None
    if format == "json":
        _complete(said, {(class_.message, field.number) for class_ in schema.plain.classes for field in class_.fields
                         if not field.nullable})  # fmt: skip
    return of_message(said)


def _complete(message: Message, always: Collection[tuple[str, int]]) -> None:
    """Sets the scalars that a plain class always holds, whether they are said or not."""
    descriptor = descriptor_of(message)
    for field in descriptor.fields:
        is_always = field.message_type is None and (descriptor.full_name, field.number) in always
        if is_always and field.has_presence and not message.HasField(field.name):
            setattr(message, field.name, field.default_value)
    for field, held in message.ListFields():
        if field.message_type is not None and not is_map(field):
            for inner in held if field.is_repeated else [held]:
                _complete(inner, always)


def _of_json(text: str, message: Message, schema: Schema) -> Message:
    # Of two members of one name the last counts, where json_format.Parse takes neither.
    return json_format.ParseDict(json.loads(text, strict=False), message, descriptor_pool=schema.pool)


def _of_text(text: str, message: Message, schema: Schema) -> Message:
    return text_format.Parse(text, message, descriptor_pool=schema.pool)


_PARSERS: dict[str, Callable[[str, Message, Schema], Message]] = {
    **dict.fromkeys(_JSON, _of_json),
    "prototext": _of_text,
}

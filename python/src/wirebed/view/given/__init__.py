"""Given bytes: their parts, each as it is spelled, and the value that they say.

JSON and XML have parts within the document; of other formats the document is the only part. Bytes of a binary format
are spelled as hexadecimal digits. What the schema declares for a part stands in `wirebed.state.deviations.given`.
"""

import json
from collections.abc import Callable, Collection

from google.protobuf import json_format, text_format
from google.protobuf.message import Message

from wirebed.bed.schema import Schema, descriptor_of
from wirebed.view import dump
from wirebed.view.given import of_json, of_xml
from wirebed.view.given.of_xml import names
from wirebed.view.given.part import Part
from wirebed.view.of_message import is_map, of_message

__all__ = ["XML", "Part", "names", "parts", "spelling", "value"]

_JSON = ("json", "protojson")
XML = ("xml", "xml-lean", "xml-jaxb")
_PLAIN = ("json", *XML)  # what plain classes hold


def spelling(format: str, data: bytes) -> bytes:
    """The text that the parts of given bytes are parts of: of a binary format, its hexadecimal digits."""
    return data if dump.is_text(format) else data.hex().encode()


def parts(format: str, text: bytes) -> list[Part]:
    """The parts of a text, the document first."""
    if format in _JSON:
        return of_json.parts(format, text)
    return of_xml.parts(text) if format in XML else [Part(0, len(text))]


def value(format: str, text: str, schema: Schema, message: str) -> bytes | None:
    """The view of what a text says, by protobuf's own parsers; None where they take it for no value."""
    parse = _PARSERS.get(format)
    if parse is None or not message:
        return None
    try:
        said = parse(format, text, schema.message_class(message)(), schema)
    except Exception:
        # The parsers of Python raise more than the errors that they document: json_format a KeyError for an Any without
        # its value, and a SystemError for a name with half a pair of surrogates.
        return None
    if format in _PLAIN:
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


def _of_json(format: str, text: str, message: Message, schema: Schema) -> Message:
    # Of two members of one name the last counts, where json_format.Parse takes neither.
    return json_format.ParseDict(json.loads(text, strict=False), message, descriptor_pool=schema.pool)


def _of_xml(format: str, text: str, message: Message, schema: Schema) -> Message:
    said = of_xml.said(format, text, descriptor_of(message))
    return json_format.ParseDict(said, message, descriptor_pool=schema.pool)


def _of_text(format: str, text: str, message: Message, schema: Schema) -> Message:
    return text_format.Parse(text, message, descriptor_pool=schema.pool)


def _of_bytes(format: str, text: str, message: Message, schema: Schema) -> Message:
    message.MergeFromString(bytes.fromhex(text))
    return message


_PARSERS: dict[str, Callable[[str, str, Message, Schema], Message]] = {
    **dict.fromkeys(_JSON, _of_json),
    **dict.fromkeys(XML, _of_xml),
    "prototext": _of_text,
    "protobuf": _of_bytes,
}

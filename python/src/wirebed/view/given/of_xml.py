"""The parts of XML, and the value of a document of XStream or of JAXB.

A part is what stands between the tags of an element, which its name is the key of. The document stands for its root, so
the elements in the root are parts of the document. The tags of a text that is not well-formed are looked at, too.
"""

import re
from xml.etree import ElementTree

from google.protobuf.descriptor import Descriptor, FieldDescriptor

from wirebed.bed.schema import json_name
from wirebed.view.dump.lines import MOST_DEPTH
from wirebed.view.given.part import Part
from wirebed.view.of_message import is_map

# What is no tag: comments, CDATA sections, instructions and the document type, with what it declares.
_TAG = re.compile(
    rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>"
    rb"|<(?P<end>/?)(?P<name>[^\x00-\x20<>/!?][^\x00-\x20<>/]*)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(?P<empty>/?)>",
    re.DOTALL,
)
_STAMP = "google.protobuf.Timestamp"
_Object = dict[str, object]


def parts(data: bytes) -> list[Part]:
    """The parts of a text, the document first. An element without an end tag ends with the text."""
    document = Part(0, len(data))
    known, open_ = [document], list[Part]()
    for tag in _TAG.finditer(data):
        if tag["name"] is None:
            continue
        if tag["end"]:
            closed = open_.pop() if open_ else document
            if not open_:
                break  # what follows the root is no part
            closed.end = tag.start()
            continue
        if len(open_) > MOST_DEPTH:
            break
        part = document
        if open_:
            part = Part(tag.end(), len(data), open_[-1], Part(tag.start("name"), tag.end("name"), open_[-1]))
            known.append(part)
        if not tag["empty"]:
            open_.append(part)
        elif open_:
            part.end = tag.end()
    return known


def names(format: str, name: str, field: FieldDescriptor) -> bool:
    """Whether an element of this name is for a field."""
    return (name.replace("__", "_") if format == "xml" else name) in (json_name(field), field.name)


def said(format: str, text: str, descriptor: Descriptor) -> _Object:
    """What a document says, as an object of protobuf's JSON. Raises ElementTree.ParseError, a ValueError for a map, and
    what the conversion of a number raises."""
    return _object(format, ElementTree.fromstring(text.encode(errors="surrogateescape")), descriptor)


def _object(format: str, element: ElementTree.Element, descriptor: Descriptor) -> _Object:
    said: _Object = {}
    for child in element:
        field = next((field for field in descriptor.fields if names(format, child.tag, field)), None)
        if field is None:
            continue
        if is_map(field):
            if len(child):
                raise ValueError("what a map says is not looked at")
        elif not field.is_repeated:
            said[field.name] = _one(format, child, field)
        elif format == "xml":  # around the elements of a list is the field
            said[field.name] = [_one(format, inner, field) for inner in child]
        else:
            list_ = said.setdefault(field.name, [])
            assert isinstance(list_, list)
            list_.append(_one(format, child, field))
    return said


def _one(format: str, element: ElementTree.Element, field: FieldDescriptor) -> object:
    message = field.message_type
    if message is not None and message.full_name != _STAMP:
        return _object(format, element, message)
    text = "".join(element.itertext())
    if field.cpp_type == FieldDescriptor.CPPTYPE_STRING:
        return text
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return text.strip() == "true"
    return text or None  # nothing is no number, enum or date, and so nothing is said

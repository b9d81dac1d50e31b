"""Calls of google.protobuf that its older versions, from 3.20 on, have under another name or not at all.

The types that mypy reads are those of the version of today, hence what it ignores here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, TypeVar

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FieldOptions
from google.protobuf.empty_pb2 import Empty
from google.protobuf.internal import api_implementation
from google.protobuf.internal.decoder import _DecodeVarint32  # type: ignore[attr-defined]
from google.protobuf.internal.encoder import _VarintBytes  # type: ignore[attr-defined]
from google.protobuf.message import Message
from wirebed_protocol import options_pb2

_Message = TypeVar("_Message", bound=Message)
_META: Callable[..., type[Message]] = type(Empty)
_classes: dict[Descriptor, type[Message]] = {}


def is_repeated(field: FieldDescriptor) -> bool:
    if hasattr(field, "is_repeated"):
        return field.is_repeated
    return field.label == field.LABEL_REPEATED  # type: ignore[attr-defined]


def message_class(descriptor: Descriptor) -> type[Message]:
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return _made(descriptor)


def _made(descriptor: Descriptor) -> type[Message]:
    """As generated modules of 3.20 and 4.21 make it. upb crashes unless the classes of all fields are there, and lacks
    `RegisterExtension`, which their MessageFactory calls and pure Python needs."""
    if descriptor in _classes:
        return _classes[descriptor]
    kind = _classes[descriptor] = _META(descriptor.name, (Message,), {"DESCRIPTOR": descriptor, "__module__": None})
    extensions = descriptor.file.pool.FindAllExtensions(descriptor) if descriptor.is_extendable else ()
    for field in (*descriptor.fields, *extensions):
        if field.message_type is not None:
            _made(field.message_type)
    if api_implementation.Type() == "python":
        for extension in extensions:
            kind.RegisterExtension(extension)  # type: ignore[attr-defined]
    return kind


def register_hints() -> None:
    """Makes the hints of fields known before options are read. Modules that newer protocs generate leave it to the
    library, and pure Python of 3.20 then takes them for unknown fields."""
    if api_implementation.Type() == "python" and hasattr(FieldOptions, "RegisterExtension"):
        FieldOptions.RegisterExtension(options_pb2.plain)


def _serialize(message: Message, output: BinaryIO) -> None:
    data = message.SerializeToString()
    output.write(_VarintBytes(len(data)) + data)


def _parse(message_class: type[_Message], input_bytes: BinaryIO) -> _Message | None:
    head = input_bytes.read(1)
    while head and head[-1] >= 0x80:
        head += input_bytes.read(1)
    return message_class.FromString(input_bytes.read(_DecodeVarint32(head, 0)[0])) if head else None


try:
    from google.protobuf.proto import parse_length_prefixed, serialize_length_prefixed
except ImportError:
    serialize_length_prefixed, parse_length_prefixed = _serialize, _parse  # type: ignore[assignment]

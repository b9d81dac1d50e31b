"""Calls of google.protobuf that its older versions, from 3.20 on, have under another name or not at all.

The types that mypy reads are those of the version of today, hence what it ignores here.
"""

from __future__ import annotations

from typing import BinaryIO, TypeVar

from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.internal.decoder import _DecodeVarint32  # type: ignore[attr-defined]
from google.protobuf.internal.encoder import _VarintBytes  # type: ignore[attr-defined]
from google.protobuf.message import Message

_Message = TypeVar("_Message", bound=Message)


def is_repeated(field: FieldDescriptor) -> bool:
    if hasattr(field, "is_repeated"):
        return field.is_repeated
    return field.label == field.LABEL_REPEATED  # type: ignore[attr-defined]


def message_class(descriptor: Descriptor) -> type[Message]:
    if hasattr(message_factory, "GetMessageClass"):
        return message_factory.GetMessageClass(descriptor)
    return message_factory.MessageFactory(descriptor.file.pool).GetPrototype(descriptor)  # type: ignore[attr-defined]


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

"""The generators of `generate:` lines, which make parts of a value: long texts and lists, large maps, deep nesting."""

from collections.abc import Callable

from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import Message

from wirebed.bed.schema import descriptor_of
from wirebed.cases.edges import Scalar
from wirebed.cases.place import Field, Held, PlaceError, Step, entry_fields, field_of, held, is_map, steps

# Peers take views of 20,000 records inside each other (view::kMaxDepth), and wirebed.view of as many.
_DEEPEST = 20_000
_INTEGERS = (F.CPPTYPE_INT32, F.CPPTYPE_INT64, F.CPPTYPE_UINT32, F.CPPTYPE_UINT64, F.CPPTYPE_ENUM)


def repeat(message: Message, at: str, repeat: Held, times: int = 1, before: str = "", after: str = "") -> None:
    """Sets a text or bytes (in UTF-8) to `before`, `repeat` as many `times`, and `after`; appends it to a list."""
    owner, field, key = _target(message, at)
    value = before + str(repeat) * times + after
    _give(owner, field, key, value.encode() if field.type == F.TYPE_BYTES else value)


def counter(message: Message, at: str, bytes: int) -> None:
    """This many bytes 00 01 … fa 00 …: 251 is a prime, so no two chunks of a power of two are the same."""
    owner, field, key = _target(message, at)
    block = b"".join(n.to_bytes(1, "big") for n in range(251))
    _give(owner, field, key, (block * (bytes // 251 + 1))[:bytes])


def elements(message: Message, at: str, count: int, start: int = 0, step: int = 1, prefix: str = "") -> None:
    """Appends `count` elements: numbers from `start` by `step`, or texts of `prefix` and that number."""
    owner, field, _ = _target(message, at)
    if not field.is_repeated or is_map(field):
        raise PlaceError(f"{field.name} is not a list")
    values = held(owner, field)
    numbers = range(start, start + count * step, step) if step else [start] * count
    if field.message_type is not None:
        for n in numbers:
            _number(values.add(), n, prefix)
    else:
        values.extend(_scalar(field, n, prefix) for n in numbers)


def entries(message: Message, at: str, count: int, start: int = 0, step: int = 1, prefix: str = "") -> None:
    """Adds `count` entries; key and value are those numbers, or texts of `prefix` and the number."""
    owner, field, _ = _target(message, at)
    if not is_map(field):
        raise PlaceError(f"{field.name} is not a map")
    values = held(owner, field)
    key_field, value_field = entry_fields(field)
    for n in range(start, start + count * step, step):
        key = _scalar(key_field, n, prefix)
        if value_field.message_type is not None:
            _number(values[key], n, prefix)
        else:
            values[key] = _scalar(value_field, n, prefix)


def nest(message: Message, at: str, depth: int, level: str = "") -> None:
    """Nests `depth` messages through the field `at`, the outermost included; the field `level` numbers them from 1."""
    if depth > _DEEPEST:
        raise PlaceError(f"{depth} messages in each other; at most {_DEEPEST} can be made, deeper bytes can be given")
    for number in range(1, depth + 1):
        if level:
            setattr(message, level, number)
        if number < depth:
            field = field_of(descriptor_of(message), at)
            message = held(message, field).add() if field.is_repeated else held(message, field)
            message.SetInParent()


def _number(message: Message, n: int, prefix: str) -> None:
    """Sets the first scalar field of a message to the number."""
    for field in descriptor_of(message).fields:
        if not field.is_repeated and field.message_type is None:
            setattr(message, field.name, _scalar(field, n, prefix))
            return
    message.SetInParent()


def _scalar(field: F, n: int, prefix: str) -> Scalar:
    if field.type == F.TYPE_BYTES:
        return f"{prefix}{n}".encode()
    if field.type == F.TYPE_STRING:
        return f"{prefix}{n}"
    if field.cpp_type in _INTEGERS:
        return n
    return bool(n & 1) if field.cpp_type == F.CPPTYPE_BOOL else n / 8


def _target(message: Held, at: str) -> tuple[Held, F, Step | None]:
    """(message, field, key) of a place; missing messages on the path are created."""
    path = steps(at)
    key = None
    if path and not isinstance(path[-1], Field):
        key = path.pop()
    name = path[-1] if path else None
    if not isinstance(name, Field):
        raise PlaceError(f'"{at}" names no field')
    for step in path[:-1]:
        if isinstance(step, Field):
            message = held(message, field_of(message.DESCRIPTOR, step))
        else:
            message = message[step]
        if hasattr(message, "SetInParent"):
            message.SetInParent()
    return message, field_of(message.DESCRIPTOR, name), key


def _give(owner: Held, field: F, key: Step | None, value: Scalar) -> None:
    if is_map(field):
        held(owner, field)[key] = value
    elif field.is_repeated:
        held(owner, field).append(value)
    else:
        setattr(owner, field.name, value)


GENERATORS: dict[str, Callable[..., None]] = {
    "repeat": repeat,
    "counter": counter,
    "elements": elements,
    "entries": entries,
    "nest": nest,
}

"""A message as parts that can be left out: each field that is set, each element of a list, each entry of a map."""

from collections.abc import Collection, Iterator

from google.protobuf.descriptor import FieldDescriptor as F
from google.protobuf.message import Message

from wirebed.cases.place import Held, entry_fields, is_map

# Numbers of fields from the outermost message on, each with the position or key of its value.
Part = tuple[tuple[int, str | int | None], ...]


def parts(message: Message, above: Part = ()) -> Iterator[Part]:
    for field, at, value in values(message):
        part = (*above, (field.number, at))
        yield part
        if _is_message(field):
            yield from parts(value, part)


def only(message: Message, kept: Collection[Part]) -> Message:
    """The message with these parts, as far as what they lie in is kept, too."""
    made = type(message)()
    _copy(message, made, kept, ())
    return made


def shorter(message: Message) -> Iterator[Message]:
    """The message with one text that is shorter, in each way."""
    for part in parts(message):
        for to in _shorter(_at(message, part)):
            made = type(message)()
            made.CopyFrom(message)
            _replace(made, part, to)
            yield made


def _shorter(value: Held) -> list[Held]:
    if not isinstance(value, str | bytes) or not value:
        return []
    half = len(value) // 2
    return list(dict.fromkeys(each for each in (value[:half], value[half:], value[1:], value[:-1]) if each != value))


def _held(message: Held, field: F) -> Held:
    return message.Extensions[field] if field.is_extension else getattr(message, field.name)


def values(message: Message) -> Iterator[tuple[F, str | int | None, Held]]:
    for field, value in message.ListFields():
        if is_map(field):
            yield from ((field, key, value[key]) for key in sorted(value))
        elif field.is_repeated:
            yield from ((field, at, each) for at, each in enumerate(value))
        else:
            yield field, None, value


def _is_message(field: F) -> bool:
    of_value = entry_fields(field)[1] if is_map(field) else field
    return of_value.message_type is not None


def _copy(message: Message, made: Message, kept: Collection[Part], above: Part) -> None:
    for field, at, value in values(message):
        part = (*above, (field.number, at))
        if part not in kept:
            continue
        if not _is_message(field):
            _set(made, field, at, value)
            continue
        to = _held(made, field)
        into = to if at is None else to[at] if is_map(field) else to.add()
        into.SetInParent()
        _copy(value, into, kept, part)


def _set(message: Held, field: F, at: str | int | None, value: Held) -> None:
    """Sets a scalar, or adds it to a list or map."""
    if is_map(field):
        _held(message, field)[at] = value
    elif field.is_repeated:
        _held(message, field).append(value)
    elif field.is_extension:
        message.Extensions[field] = value
    else:
        setattr(message, field.name, value)


def _owner(message: Message, part: Part) -> Held:
    """The message in which a part lies."""
    for number, at in part[:-1]:
        within = _held(message, _field(message, number))
        message = within if at is None else within[at]
    return message


def _field(message: Message, number: int) -> F:
    return next(field for field, _ in message.ListFields() if field.number == number)


def _at(message: Message, part: Part) -> Held:
    owner, (number, at) = _owner(message, part), part[-1]
    within = _held(owner, _field(owner, number))
    return within if at is None else within[at]


def _replace(message: Message, part: Part, value: Held) -> None:
    owner, (number, at) = _owner(message, part), part[-1]
    field = _field(owner, number)
    if at is None:
        _set(owner, field, at, value)
    else:
        _held(owner, field)[at] = value

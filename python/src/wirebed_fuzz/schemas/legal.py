"""What protoc allows: a field without options and labels that its type or its syntax does not have, and names and
numbers that are taken once."""

from dataclasses import replace

from wirebed_fuzz.schemas.model import NUMBERS, PROTO2, PROTO3, Enum, Field, File, Message


def cleaned(file: File, field: Field) -> Field:
    """The field, without what is not allowed of its type, label and syntax."""
    if field.label in ("map", "repeated"):
        field = replace(field, oneof="")
    if field.oneof:
        field = replace(field, label="")
    elif not field.label and file.syntax == PROTO2:
        field = replace(field, label="optional")
    elif field.label == "required" and file.syntax == PROTO3:
        field = replace(field, label="")
    if field.label != "map":
        field = replace(field, key="")
    if field.group and (field.label == "map" or not _names_its_group(field) or file.syntax == PROTO3):
        field = replace(field, group=False)
    packs = field.label == "repeated" and (field.type in NUMBERS or file.enum(field.type) is not None)
    if not packs:
        field = field.having("packed", "")
    if not _can_default(file, field):
        field = field.having("default", "")
    return field


def _names_its_group(field: Field) -> bool:
    return field.type.rpartition(".")[2].lower() == field.name


def _can_default(file: File, field: Field) -> bool:
    default = field.option("default")
    if not default or file.syntax == PROTO3 or field.label not in ("", "optional", "required"):
        return False
    if (enum := file.enum(field.type)) is not None:
        return default in dict(enum.values)
    if field.type in ("string", "bytes"):
        return default.startswith('"')
    return default == "true" if field.type == "bool" else field.type in NUMBERS and default.isdigit()


def is_legal(file: File) -> bool:
    """Whether protoc takes the file, as far as an edit can make it one that it does not take."""
    return all(_is_message(file, message) for _, message in file.walk()) and all(
        _is_enum(file, enum) for _, enum in file.every_enum()
    )


def _is_message(file: File, message: Message) -> bool:
    numbers = [field.number for field in message.fields]
    names = [field.name for field in message.fields]
    if _twice(numbers) or _twice(names) or _twice([message.name for message in message.messages]):
        return False
    if set(numbers) & set(message.reserved.numbers) or set(names) & set(message.reserved.names):
        return False
    return all(_is_field(file, field) for field in message.fields)


def _is_field(file: File, field: Field) -> bool:
    kind = file.kind_of(field.type)
    if kind == "message" and file.message(field.type) is None:
        return False
    enum = file.enum(field.type)
    return enum is None or field.label != "map" or enum.values[0][1] == 0


def _is_enum(file: File, enum: Enum) -> bool:
    if not enum.values or (file.syntax == PROTO3 and enum.values[0][1]):
        return False
    names, numbers = zip(*enum.values, strict=True)
    taken = set(numbers) & set(enum.reserved.numbers) or set(names) & set(enum.reserved.names)
    return not taken and not _twice(list(names)) and not _twice(list(numbers))


def _twice(values: list[str] | list[int]) -> bool:
    return len(set(values)) < len(values)

"""Edits of enums, messages and files: values of an enum, a message in another place or with another name, reserved
names and numbers, another syntax."""

from collections.abc import Callable
from dataclasses import replace

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas import draw
from wirebed_fuzz.schemas.edit import (
    RENAMED,
    Declared,
    Drawing,
    Edit,
    Fresh,
    adding,
    retargeted,
)
from wirebed_fuzz.schemas.model import PROTO2, PROTO3, Enum, Field, File, Message, Reserved

SYNTAX = "the syntax"  # the place that it changes
Values = tuple[tuple[str, int], ...]


def add_value(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path, enum = _enum(random, file)
    added = (f"{enum.name.upper()}_{fresh.number}", fresh.number)
    return _of_enum("enum value added", path, f"+ {added[0]}", lambda enum: replace(enum, values=(*enum.values, added)))


def remove_value(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path, enum = _enum(random, file)
    gone, reserves = random.choice(enum.values[1:] or enum.values), random.below(2) == 0

    def change(enum: Enum) -> Enum:
        reserved = enum.reserved.having(gone[1], gone[0]) if reserves else enum.reserved
        return replace(enum, values=tuple(each for each in enum.values if each != gone), reserved=reserved)

    return _of_enum(f"enum value removed{' and reserved' if reserves else ''}", path, f"- {gone[0]}", change)


def renumber_value(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path, enum = _enum(random, file)
    name, _ = random.choice(enum.values[1:] or enum.values)
    return _of_values(
        "enum value renumbered", path, f"{name} = {fresh.number}",
        lambda values: tuple((each, fresh.number if each == name else number) for each, number in values),
    )  # fmt: skip


def rename_value(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path, enum = _enum(random, file)
    name, _ = random.choice(enum.values)
    new, is_declared = f"{enum.name.upper()}_{fresh.number}", random.below(2) == 0
    edit = _of_values(
        f"enum value renamed, {'declared' if is_declared else 'undeclared'}", path, f"{name} -> {new}",
        lambda values: tuple((new if each == name else each, number) for each, number in values),
    )  # fmt: skip
    return replace(edit, declared=Declared(RENAMED, f"{path}.{name}", new)) if is_declared else edit


def drop_reserved(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    paths = [path for path, message in file.walk() if message.reserved != Reserved()]
    if not paths:
        return None
    path = random.choice(paths)
    return _of_message("no longer reserved", path, lambda message: replace(message, reserved=Reserved()))


def reserve(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path = random.choice(draw.messages_of(file))

    def change(message: Message) -> Message:
        return replace(message, reserved=message.reserved.having(fresh.number, fresh.name()))

    return _of_message("reserved", path, change)


def move_out(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """A message inside of another one is beside it now."""
    paths = [path for path in draw.messages_of(file) if "." in path and not _types_of(file, path)]
    return _moving("message moved out of another", random.choice(paths), "") if paths else None


def move_in(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    paths = [path for path in draw.messages_of(file) if "." not in path and not _types_of(file, path)]
    pairs = [(path, scope) for path in paths for scope in draw.messages_of(file) if scope != path and "." not in scope]
    return _moving("message moved into another", *random.choice(pairs)) if pairs else None


def rename_message(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path = random.choice(draw.messages_of(file))
    name, is_declared = f"M{fresh.number}", random.below(2) == 0
    scope, _, _ = path.rpartition(".")
    new = f"{scope}.{name}".lstrip(".")

    def make(file: File) -> File | None:
        if file.message(path) is None:
            return None
        return retargeted(file.with_message(path, lambda message: replace(message, name=name)), path, new)

    kind = f"message renamed, {'declared' if is_declared else 'undeclared'}"
    declared = Declared(RENAMED, path, name) if is_declared else None
    return Edit(kind, f"{path} -> {new}", _around(file, path), make, declared)


def remove_message(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """With all fields of its type."""
    paths = [path for path in draw.messages_of(file) if not _types_of(file, path)]
    if len(paths) < 2:
        return None
    path = random.choice(paths)

    def make(file: File) -> File | None:
        if file.message(path) is None:
            return None
        changed = file.with_message(path, lambda message: None)
        for other, _ in changed.walk():

            def of(message: Message) -> Message:
                return replace(message, fields=tuple(field for field in message.fields if field.type != path))

            changed = changed.with_message(other, of)
        return changed

    return Edit("message removed", path, _around(file, path), make)


def add_message(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """With a field of its type."""
    path, name = random.choice(draw.messages_of(file)), f"M{fresh.number}"
    field = Field(fresh.name(), fresh.number, name, random.choice(("optional", "repeated")))

    def make(file: File) -> File | None:
        label = "optional" if file.syntax == PROTO2 else ""
        message = Message(name, (Field("x", 1, "int32", label),))
        return adding(replace(file, messages=(*file.messages, message)), path, field)

    return Edit("message added with a field", f"{path}: + {name}", frozenset({f"{path}.{field.name}"}), make)


def other_syntax(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """Enums of proto2 are closed, its lists are not packed, and its text need not be UTF-8."""
    new = PROTO3 if file.syntax == PROTO2 else PROTO2
    return Edit(
        f"{file.syntax} -> {new}", new, frozenset({SYNTAX}),
        lambda file: None if file.syntax == new else replace(file, syntax=new),
    )  # fmt: skip


def _enum(random: SplitMix64, file: File) -> tuple[str, Enum]:
    return random.choice(list(file.every_enum()))


def _of_enum(kind: str, path: str, words: str, change: Callable[[Enum], Enum]) -> Edit:
    def make(file: File) -> File | None:
        return file.with_enum(path, change) if file.enum(path) is not None else None

    return Edit(kind, f"{path}: {words}", frozenset({path}), make)


def _of_values(kind: str, path: str, words: str, change: Callable[[Values], Values]) -> Edit:
    return _of_enum(kind, path, words, lambda enum: replace(enum, values=change(enum.values)))


def _of_message(kind: str, path: str, change: Callable[[Message], Message]) -> Edit:
    def make(file: File) -> File | None:
        return file.with_message(path, change) if file.message(path) is not None else None

    return Edit(kind, path, frozenset({f"{path} reserves"}), make)


def _moving(kind: str, path: str, scope: str) -> Edit:
    name = path.rpartition(".")[2]
    new = f"{scope}.{name}".lstrip(".")

    def make(file: File) -> File | None:
        message = file.message(path)
        if message is None or file.message(new) is not None or (scope and file.message(scope) is None):
            return None
        changed = file.with_message(path, lambda each: None)
        if scope:
            changed = changed.with_message(scope, lambda each: replace(each, messages=(*each.messages, message)))
        else:
            changed = replace(changed, messages=(*changed.messages, message))
        return retargeted(changed, path, new)

    return Edit(kind, f"{path} -> {new}", frozenset({path}), make)


def _types_of(file: File, path: str) -> bool:
    """Whether a message has messages or enums of its own, so that more than itself would go with it."""
    message = file.message(path)
    return message is None or bool(message.messages or message.enums)


def _around(file: File, path: str) -> frozenset[str]:
    """A message with its fields, what is inside of it, and the fields of its type."""
    of_type = {
        f"{scope}.{field.name}"
        for scope, message in file.walk()
        for field in message.fields
        if field.type == path or scope == path or scope.startswith(f"{path}.")
    }
    return frozenset({path, *of_type})


EDITS: tuple[Drawing, ...] = (
    add_value, remove_value, renumber_value, rename_value, drop_reserved, reserve, move_out, move_in, rename_message,
    remove_message, add_message, other_syntax,
)  # fmt: skip

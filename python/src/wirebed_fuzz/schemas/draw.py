"""Draws a small schema: a few messages and enums, with fields of all kinds of types."""

from dataclasses import replace
from functools import partial

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas.legal import cleaned
from wirebed_fuzz.schemas.model import (
    KEYS,
    NUMBERS,
    PROTO2,
    PROTO3,
    TEXTS,
    WELL_KNOWN,
    Enum,
    Field,
    File,
    Message,
    Reserved,
)

ENUMS = ("Color", "Grade", "A.Kind")  # the first value of Grade is 1 in proto2
_FIELDS = {"A": (4, 4), "A.Inner": (1, 2), "B": (3, 3), "C": (1, 3)}  # at least, and how many more at most
_ENTRY = "Entry"
_CHOICE = "choice"


def schema(random: SplitMix64, package: str) -> File:
    syntax = random.choice((PROTO2, PROTO3))
    inner = Message("Inner")
    kind = _enum("Kind", random, 0)
    outer = [Message("A", messages=(inner,), enums=(kind,)), Message("B"), Message("C")]
    enums = (_enum("Color", random, 0), _enum("Grade", random, 0 if syntax == PROTO3 else random.below(2)))
    file = File(package, syntax, tuple(outer), enums)
    for path, (least, more) in _FIELDS.items():
        fields = _fields(random, file, least + random.below(more + 1))
        reserved = Reserved((15,), ("gone",)) if random.below(3) == 0 else Reserved()
        file = file.with_message(path, partial(replace, fields=fields, reserved=reserved))
    if syntax == PROTO2:
        file = file.with_message("B", lambda message: _with_group(random, message))
    if random.below(2) == 0:
        file = _with_entries(random, file)
    return file.with_fields(lambda path, field: cleaned(file, field))


def field(random: SplitMix64, file: File, name: str, number: int) -> Field:
    """A field of any kind."""
    label = random.choice(("", "optional", "optional", "repeated", "repeated", "map"))
    if label == "map":
        key = random.choice(KEYS)
        return Field(name, number, type_of(random, file, of_map=True), label, key)
    made = Field(name, number, type_of(random, file), label)
    if label == "repeated" and random.below(2) == 0:
        made = made.having("packed", random.choice(("true", "false")))
    if random.below(8) == 0:
        made = made.having("json_name", f'"json{number}"')
    return cleaned(file, made)


def type_of(random: SplitMix64, file: File, of_map: bool = False) -> str:
    """A type of any kind; each kind is as likely as each other."""
    of_kinds = (NUMBERS, NUMBERS, TEXTS, enums_of(file, of_map), messages_of(file), tuple(WELL_KNOWN))
    return random.choice(random.choice([types for types in of_kinds if types]))


def enums_of(file: File, of_map: bool = False) -> tuple[str, ...]:
    """The values of a map want 0 as the first number of their enum."""
    return tuple(path for path, enum in file.every_enum() if not of_map or enum.values[0][1] == 0)


def messages_of(file: File) -> tuple[str, ...]:
    groups = {each.type for _, message in file.walk() for each in message.fields if each.group}
    return tuple(path for path, _ in file.walk() if path not in groups)


def default_of(random: SplitMix64, file: File, type_: str) -> str:
    """A default that is not that of the type, as proto2 spells it; empty for a type without."""
    if (enum := file.enum(type_)) is not None:
        return random.choice(enum.values)[0]
    if type_ == "bool":
        return "true"
    if type_ in TEXTS:
        return random.choice(('"a"', '"b c"'))
    return random.choice(("1", "7")) if type_ in NUMBERS else ""


def _enum(name: str, random: SplitMix64, first: int) -> Enum:
    count = 2 + random.below(3)
    values = tuple((f"{name.upper()}_{at}", at) for at in range(first, first + count))
    return Enum(name, values, Reserved((12,), (f"{name.upper()}_GONE",)) if random.below(3) == 0 else Reserved())


def _fields(random: SplitMix64, file: File, count: int) -> tuple[Field, ...]:
    made = [field(random, file, f"f{number}", number) for number in range(1, count + 1)]
    if count > 3 and random.below(3) > 0:
        members = [replace(each, oneof=_CHOICE) if each.label != "map" else each for each in made[-2:]]
        made[-2:] = members
    if file.syntax == PROTO2:
        made = [_of_proto2(random, file, each) for each in made]
    return tuple(made)


def _of_proto2(random: SplitMix64, file: File, made: Field) -> Field:
    if made.label in ("", "optional") and not made.oneof:
        if random.below(6) == 0 and file.kind_of(made.type) in ("number", *TEXTS, "enum"):
            return replace(made, label="required")
        if random.below(4) == 0:
            return made.having("default", default_of(random, file, made.type))
    return made


def _with_group(random: SplitMix64, message: Message) -> Message:
    label = random.choice(("optional", "repeated"))
    part = Message("Part", (Field("p1", 1, random.choice(NUMBERS), "optional"), Field("p2", 2, "string", "optional")))
    made = Field("part", 9, "B.Part", label, group=random.below(3) > 0)
    return replace(message, fields=(*message.fields, made), messages=(*message.messages, part))


def _with_entries(random: SplitMix64, file: File) -> File:
    """A list of messages that are as the entries of a map."""
    key, value = random.choice(KEYS), type_of(random, file, of_map=True)
    entry = Message(_ENTRY, (Field("key", 1, key, ""), Field("value", 2, value, "")))
    listed = Field("entries", 10, _ENTRY, "repeated")
    file = replace(file, messages=(*file.messages, entry))
    return file.with_message("C", lambda message: replace(message, fields=(*message.fields, listed)))

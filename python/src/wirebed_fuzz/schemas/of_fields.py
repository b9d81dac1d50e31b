"""Edits of fields: there or not, another number or name, another label, another oneof, other options."""

from dataclasses import replace

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas import draw
from wirebed_fuzz.schemas.edit import (
    RENAMED,
    REUSED,
    Declared,
    Drawing,
    Edit,
    Fresh,
    Place,
    adding,
    changing,
    chosen,
    of_field,
)
from wirebed_fuzz.schemas.model import KEYS, PROTO2, PROTO3, Field, File, Message

_LABELS = ("", "optional", "required", "repeated", "map")


def add(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    path = random.choice(draw.messages_of(file))
    return _adding("field added", path, draw.field(random, file, fresh.name(), fresh.number))


def add_required(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    if file.syntax == PROTO3:
        return None
    path = random.choice(draw.messages_of(file))
    return _adding("required field added", path, Field(fresh.name(), fresh.number, "int32", "required"))


def add_member(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: bool(field.oneof))
    if place is None:
        return None
    made = Field(fresh.name(), fresh.number, draw.type_of(random, file), "", oneof=place.field.oneof)
    return _adding("member of a oneof added", place.path, made)


def add_reserved(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """A field that takes a number or a name that OLD reserves."""
    paths = [path for path, message in file.walk() if message.reserved.numbers]
    if not paths:
        return None
    path = random.choice(paths)
    message = file.message(path)
    assert message is not None
    number, name = message.reserved.numbers[0], message.reserved.names[0]
    by_name = random.below(2) == 0
    made = draw.field(random, file, name if by_name else fresh.name(), fresh.number if by_name else number)

    def make(file: File) -> File | None:
        if file.message(path) is None:
            return None
        freed = file.with_message(path, lambda each: replace(each, reserved=each.reserved.without(number, name)))
        return adding(freed, path, made)

    return Edit("field takes what is reserved", f"{path}: + {made.name} = {made.number}", _one(path, made), make)


def remove(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    return _removing(random, file, "field removed", False)


def remove_and_reserve(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    return _removing(random, file, "field removed and reserved", True)


def renumber(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file)
    words = f"number {fresh.number}"
    return place and of_field("field renumbered", place, words, lambda field: replace(field, number=fresh.number))


def swap_numbers(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    paths = [path for path, message in file.walk() if len(message.fields) > 1]
    message = file.message(path := random.choice(paths)) if paths else None
    if message is None:
        return None
    at = random.below(len(message.fields) - 1)
    here, there = (Place(path, field) for field in message.fields[at : at + 2])

    def make(file: File) -> File | None:
        changed = changing(file, here, lambda field: replace(field, number=there.field.number))
        return changed and changing(changed, there, lambda field: replace(field, number=here.field.number))

    return Edit("numbers of two fields swapped", f"{here.name}, {there.name}", frozenset((here.name, there.name)), make)


def rename(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: not field.group)
    if place is None:
        return None
    name, how = fresh.name(), random.choice((RENAMED, REUSED, ""))
    declared = Declared(how, place.name, name if how == RENAMED else "") if how else None
    edit = of_field("", place, f"renamed to {name}", lambda field: replace(field, name=name))
    kind = f"field renamed, {f'declared as {how}' if how else 'undeclared'}"
    return replace(edit, kind=kind, declared=declared, places=edit.places | {f"{place.path}.{name}"})


def relabel(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: not field.oneof)
    if place is None:
        return None
    label, key = random.choice(_LABELS), random.choice(KEYS)
    old = place.field.label or "singular"
    words = f"{old} -> {label or 'singular'}"

    def change(field: Field) -> Field:
        return replace(field, label=label, key=key)

    return None if label == place.field.label else of_field(words, place, words, change)


def into_oneof(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: not field.oneof and field.label in ("", "optional", "required"))
    return place and _moving(file, place, random.choice((_there(file, place), fresh.name("choice"))))


def out_of_oneof(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: bool(field.oneof))
    return place and _moving(file, place, random.choice(("", fresh.name("choice"))))


def pack(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: field.label == "repeated")
    if place is None:
        return None
    packed = (place.field.option("packed") or ("true" if file.syntax == PROTO3 else "false")) == "true"
    kind = "packed -> unpacked" if packed else "unpacked -> packed"
    return of_field(kind, place, kind, lambda field: field.having("packed", "false" if packed else "true"))


def default(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: not field.group and field.label in ("", "optional", "required"))
    if place is None or file.syntax != PROTO2:
        return None
    value = "" if place.field.option("default") else draw.default_of(random, file, place.field.type)
    return of_field("default changed", place, f"default {value}", lambda field: field.having("default", value))


def json_name(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file)
    name = f'"{fresh.name("json")}"'
    return place and of_field("json_name changed", place, name, lambda field: field.having("json_name", name))


def _adding(kind: str, path: str, made: Field) -> Edit:
    words = f"{path}: + {made.label} {made.type} {made.name} = {made.number}"
    return Edit(kind, words, _one(path, made), lambda file: adding(file, path, made))


def _one(path: str, made: Field) -> frozenset[str]:
    return frozenset({f"{path}.{made.name}"})


def _removing(random: SplitMix64, file: File, kind: str, reserves: bool) -> Edit | None:
    place = chosen(random, file)
    if place is None:
        return None

    def make(file: File) -> File | None:
        changed = changing(file, place, lambda field: None)
        if changed is None or not reserves:
            return changed

        def reserving(message: Message) -> Message:
            return replace(message, reserved=message.reserved.having(place.field.number, place.field.name))

        return changed.with_message(place.path, reserving)

    return Edit(kind, f"{place.name}: removed", frozenset({place.name}), make)


def _there(file: File, place: Place) -> str:
    """The oneof that the message of a field has; a new one where it has none."""
    message = file.message(place.path)
    assert message is not None
    return next((field.oneof for field in message.fields if field.oneof), "choice")


def _moving(file: File, place: Place, oneof: str) -> Edit:
    message = file.message(place.path)
    assert message is not None
    exists = any(field.oneof == oneof for field in message.fields)
    if place.field.oneof:
        kind = "from one oneof into another" if oneof else "out of a oneof"
    else:
        kind = "into a oneof that is there" if exists else "into a new oneof"
    return of_field(kind, place, f"oneof {oneof or '-'}", lambda field: replace(field, oneof=oneof))


EDITS: tuple[Drawing, ...] = (
    add, add_required, add_member, add_reserved, remove, remove_and_reserve, renumber, swap_numbers, rename, rename,
    *[relabel] * 5, into_oneof, out_of_oneof, pack, default, json_name,
)  # fmt: skip

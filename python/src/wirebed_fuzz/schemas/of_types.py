"""Edits of the type of a field: of any kind to any other, keys and values of maps, maps and lists of their entries."""

from dataclasses import replace

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas import draw
from wirebed_fuzz.schemas.edit import Drawing, Edit, Fresh, chosen, of_field
from wirebed_fuzz.schemas.model import KEYS, NUMBERS, TEXTS, WELL_KNOWN, Field, File, Message

_KINDS = ("number", "number", *TEXTS, "enum", "message", "well-known type")


def retype(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: not field.group)
    if place is None:
        return None
    of_map = place.field.label == "map"
    of_kinds = {
        "number": NUMBERS, "string": ("string",), "bytes": ("bytes",), "enum": draw.enums_of(file, of_map),
        "message": draw.messages_of(file), "well-known type": tuple(WELL_KNOWN),
    }  # fmt: skip
    kind = random.choice(_KINDS)
    others = [type_ for type_ in of_kinds[kind] if type_ != place.field.type]
    if not others:
        return None
    new = random.choice(others)
    words = f"{file.kind_of(place.field.type)} -> {kind}"
    what = f"value of a map: {words}" if of_map else words
    return of_field(what, place, f"{place.field.type} -> {new}", lambda field: replace(field, type=new))


def rekey(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: field.label == "map")
    if place is None:
        return None
    key = random.choice([key for key in KEYS if key != place.field.key])
    return of_field("key of a map", place, f"{place.field.key} -> {key}", lambda field: replace(field, key=key))


def list_of_entries(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    """A map becomes a list of messages with its key and its value, or the reverse (entries_to_map)."""
    place = chosen(random, file, lambda field: field.label == "map")
    if place is None or "." in place.path:
        return None
    name = f"{place.path}{place.field.name.upper()}Item"

    def make(file: File) -> File | None:
        message = file.message(place.path)
        old = message.field(place.field.name) if message is not None else None
        if old is None or old.label != "map":
            return None
        label = "optional" if file.syntax == "proto2" else ""
        fields = (Field("key", 1, old.key, label), Field("value", 2, old.type, label))
        listed = replace(old, type=name, label="repeated", key="")
        changed = file.with_message(
            place.path,
            lambda each: replace(each, fields=tuple(listed if field is old else field for field in each.fields)),
        )
        return replace(changed, messages=(*changed.messages, Message(name, fields)))

    return Edit("map -> list of its entries", place.name, frozenset({place.name}), make)


def map_of_entries(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: field.label == "repeated" and _entry(file, field.type) is not None)
    entry = _entry(file, place.field.type) if place is not None else None
    if place is None or entry is None:
        return None
    key, value = entry

    def change(field: Field) -> Field:
        return replace(field, label="map", key=key, type=value)

    return of_field("list of entries -> map", place, f"map<{key}, {value}>", change)


def group(random: SplitMix64, file: File, fresh: Fresh) -> Edit | None:
    place = chosen(random, file, lambda field: field.type.rpartition(".")[2].lower() == field.name)
    if place is None:
        return None
    kind = "group -> message" if place.field.group else "message -> group"
    return of_field(kind, place, kind, lambda field: replace(field, group=not place.field.group))


def _entry(file: File, type_: str) -> tuple[str, str] | None:
    """The types of the key and the value of a message that is as an entry of a map."""
    message = file.message(type_)
    if message is None or [field.name for field in message.fields] != ["key", "value"]:
        return None
    key, value = (field.type for field in message.fields)
    return (key, value) if key in KEYS else None


EDITS: tuple[Drawing, ...] = (
    *[retype] * 12, rekey, list_of_entries, list_of_entries, map_of_entries, map_of_entries, group, group,
)  # fmt: skip

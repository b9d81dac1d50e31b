"""One change of a small schema: an edit, which can be made in the schema for which it was drawn and in others."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from wirebed.cases.prng import SplitMix64
from wirebed_fuzz.schemas.legal import cleaned, is_legal
from wirebed_fuzz.schemas.model import Field, File, Message

RENAMED, REUSED = "renamed", "reused"


class Declared(NamedTuple):
    """What the author says of a name in the file of ACCEPT=. `to`: its new name, where it is renamed."""

    how: str
    name: str  # from the package
    to: str = ""


@dataclass(frozen=True)
class Edit:
    """`kind`: what the change is, of which there are a few dozen. `words`: this one. `places`: the fields, enums and
    messages that it changes, by their names from the package. `make` gives None where it cannot be made."""

    kind: str
    words: str
    places: frozenset[str]
    make: Callable[[File], File | None]
    declared: Declared | None = None

    def made(self, file: File) -> File | None:
        """The file with the change, if that is one that protoc takes, and another one."""
        made = self.make(file)
        if made is None:
            return None
        changed = made.with_fields(lambda path, field: cleaned(made, field))
        return changed if changed != file and is_legal(changed) else None


class Fresh(NamedTuple):
    """Numbers and names that no other edit of the pair takes."""

    at: int

    @property
    def number(self) -> int:
        return 30 + self.at

    def name(self, of: str = "n") -> str:
        return f"{of}{self.number}"


# Draws an edit of one kind; None where the file has no place for it.
Drawing = Callable[[SplitMix64, File, Fresh], Edit | None]


class Place(NamedTuple):
    """A field and its message."""

    path: str
    field: Field

    @property
    def name(self) -> str:
        return f"{self.path}.{self.field.name}"


def places(file: File, takes: Callable[[Field], bool] = lambda field: True) -> list[Place]:
    return [Place(path, field) for path, message in file.walk() for field in message.fields if takes(field)]


def chosen(random: SplitMix64, file: File, takes: Callable[[Field], bool] = lambda field: True) -> Place | None:
    every = places(file, takes)
    return random.choice(every) if every else None


def of_field(kind: str, place: Place, words: str, change: Callable[[Field], Field]) -> Edit:
    """An edit that replaces one field by another of the same name."""

    def make(file: File) -> File | None:
        return changing(file, place, change)

    return Edit(kind, f"{place.name}: {words}", frozenset({place.name}), make)


def changing(file: File, place: Place, change: Callable[[Field], Field | None]) -> File | None:
    """With what `change` makes of a field, which it can take away; None where the file has no such field."""
    message = file.message(place.path)
    old = message.field(place.field.name) if message is not None else None
    if old is None:
        return None
    new = change(old)

    def of(message: Message) -> Message:
        made = [new if field is old else field for field in message.fields]
        return replace(message, fields=tuple(field for field in made if field is not None))

    return file.with_message(place.path, of)


def adding(file: File, path: str, field: Field) -> File | None:
    if file.message(path) is None:
        return None
    return file.with_message(path, lambda message: replace(message, fields=(*message.fields, field)))


def retargeted(file: File, old: str, new: str) -> File:
    """With fields of one type that are of another one now, and of what is inside it."""

    def of(path: str, field: Field) -> Field:
        if field.type == old or field.type.startswith(f"{old}."):
            return replace(field, type=new + field.type[len(old) :])
        return field

    return file.with_fields(of)

"""Draws schema changes: small files of proto2, proto3 and edition 2023, each with one or two edits.

`write(folder, seed, count)` writes `old/` and `new/` with one file and one package for each change. The same seed gives
the same changes. Only what protoc compiles is drawn: a closed enum needs presence, and a delimited field a message.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

SCALARS = ("int32", "int64", "uint32", "sint32", "fixed32", "sfixed64", "bool", "float", "double", "string", "bytes")
TYPES = (*SCALARS, "Color", "Inner")
LABELS = ("singular", "optional", "repeated", "map", "oneof")
PROTO2, PROTO3, EDITION = 'syntax = "proto2";', 'syntax = "proto3";', 'edition = "2023";'
HEADS = (PROTO2, PROTO3, EDITION)


@dataclass(frozen=True)
class Field:
    name: str
    number: int
    type: str
    label: str
    feature: str = ""  # of an edition, such as "utf8_validation = NONE"

    def text(self, head: str) -> str:
        options = f" [features.{self.feature}]" if self.feature and head == EDITION else ""
        if self.label == "map":
            return f"  map<string, {self.type}> {self.name} = {self.number}{options};"
        return f"  {self._label(head)}{self.type} {self.name} = {self.number}{options};"

    def _label(self, head: str) -> str:
        if self.label == "repeated":
            return "repeated "
        optional = head == PROTO2 or (head == PROTO3 and self.label == "optional")
        return "optional " if optional and self.label != "oneof" else ""


@dataclass(frozen=True)
class File:
    head: str
    fields: tuple[Field, ...]
    colors: tuple[str, ...] = ("COLOR_NONE", "COLOR_RED")
    closed: bool = False  # of an edition

    def text(self, package: str) -> str:
        members = [one.text(self.head) for one in self.fields if one.label == "oneof"]
        oneof = ["  oneof choice {", *(f"  {one}" for one in members), "  }"] if members else []
        others = [one.text(self.head) for one in self.fields if one.label != "oneof"]
        feature = ["  option features.enum_type = CLOSED;"] if self.closed and self.head == EDITION else []
        values = [f"  {name} = {number};" for number, name in enumerate(self.colors)]
        inner = Field("x", 1, "int32", "singular").text(self.head)
        blocks = (
            ["message M {", *others, *oneof, "}"], ["message Inner {", inner, "}"],
            ["enum Color {", *feature, *values, "}"],
        )  # fmt: skip
        return "\n\n".join([f"{self.head}\n\npackage {package};", *("\n".join(one) for one in blocks)]) + "\n"


def write(folder: Path, seed: int, count: int) -> list[str]:
    """Writes `count` changes of this seed below `folder`; returns their packages."""
    random = Random(seed)
    packages = [f"drawn.c{seed}_{at}" for at in range(count)]
    for package in packages:
        old = _draw(random)
        new = old
        for _ in range(random.choice((1, 2))):
            new = _edit(random, new)
        for side, file in (("old", old), ("new", new)):
            path = folder / side / f"{package.rpartition('.')[2]}.proto"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text(package), encoding="utf-8")
    return packages


def _draw(random: Random) -> File:
    fields = [Field(f"f{n}", n, random.choice(TYPES), random.choice(LABELS)) for n in (1, 2)]
    return File(random.choice(HEADS), tuple(fields), closed=random.random() < 0.3)


def _edit(random: Random, file: File) -> File:
    """One edit that changes the text of the file."""
    edits = [_retype, _relabel, _renumber, _add, _remove, _color]
    edits += [_feature, _feature, _close] if file.head == EDITION else [_modernize]
    while True:
        edited = random.choice(edits)(random, file)
        if edited.text("p") != file.text("p"):
            return edited


def _one(random: Random, file: File, **changes) -> File:
    at = random.randrange(len(file.fields))
    fields = list(file.fields)
    fields[at] = replace(fields[at], feature="", **changes)
    return replace(file, fields=tuple(fields))


def _retype(random: Random, file: File) -> File:
    return _one(random, file, type=random.choice(TYPES))


def _relabel(random: Random, file: File) -> File:
    return _one(random, file, label=random.choice(LABELS))


def _renumber(random: Random, file: File) -> File:
    return _one(random, file, number=random.randrange(10, 20))


def _add(random: Random, file: File) -> File:
    number = 1 + max(one.number for one in file.fields)
    added = Field(f"f{number}", number, random.choice(TYPES), random.choice(LABELS))
    return replace(file, fields=(*file.fields, added))


def _remove(random: Random, file: File) -> File:
    gone = random.choice(file.fields)
    return replace(file, fields=tuple(one for one in file.fields if one != gone) or file.fields)


def _color(random: Random, file: File) -> File:
    return replace(file, colors=random.choice((("COLOR_NONE",), (*file.colors, f"COLOR_{len(file.colors)}"))))


def _close(random: Random, file: File) -> File:
    return replace(file, closed=not file.closed)


def _modernize(random: Random, file: File) -> File:
    return replace(file, head=PROTO3 if file.head == PROTO2 else EDITION)


def _feature(random: Random, file: File) -> File:
    """A feature that protoc allows for one of the fields, where there is such a field."""
    at = random.randrange(len(file.fields))
    one = file.fields[at]
    features = ["utf8_validation = NONE"] if one.type == "string" else []
    if one.label in ("singular", "optional") and one.type not in ("Inner", "Color"):
        features.append("field_presence = IMPLICIT")
    if one.label == "repeated" and one.type not in ("string", "bytes", "Inner"):
        features.append("repeated_field_encoding = EXPANDED")
    if one.type == "Inner" and one.label != "map":
        features.append("message_encoding = DELIMITED")
    if not features:
        return file
    fields = list(file.fields)
    fields[at] = replace(one, feature="" if one.feature else random.choice(features))
    return replace(file, fields=tuple(fields))

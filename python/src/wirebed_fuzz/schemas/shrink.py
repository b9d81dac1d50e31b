"""The smallest pair that still shows a disagreement: the fewest changes, then the fewest fields, messages and enums."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace

from wirebed_fuzz.schemas.legal import is_legal
from wirebed_fuzz.schemas.model import Field, File, Message
from wirebed_fuzz.schemas.pair import PACKAGE, Pair, made
from wirebed_replay.shrink import fewest

# Says of some pairs whether each shows the disagreement.
Shows = Callable[[Sequence[Pair]], Sequence[bool]]
# The name of a field, an enum or a message, from the package.
Part = str


def shrunk(pair: Pair, shows: Shows, fewer_edits: bool = True) -> Pair:
    """`fewer_edits`: whether some of the changes alone can show it."""
    if fewer_edits:
        pair = _with_fewest_edits(pair, shows)

    def selected(selections: Sequence[Sequence[Part]]) -> Sequence[bool]:
        tried = [_only(pair, set(parts), f"t{at}") for at, parts in enumerate(selections)]
        shown = iter(shows([each for each in tried if each is not None]))
        return [each is not None and next(shown) for each in tried]

    parts = _parts(pair.old)
    near = _near(pair)
    if len(near) < len(parts) and selected([near])[0]:
        parts = near
    kept = fewest(parts, selected)
    return _only(pair, set(kept), pair.name) or pair


def _with_fewest_edits(pair: Pair, shows: Shows) -> Pair:
    some = (edits for count in range(1, len(pair.edits)) for edits in itertools.combinations(pair.edits, count))
    tried = [each for at, edits in enumerate(some) if (each := pair.only(edits, f"t{at}")) is not None]
    if not tried:
        return pair
    found = next((each for each, shown in zip(tried, shows(tried), strict=True) if shown), None)
    return pair if found is None else pair.only(found.edits, pair.name) or pair


def _parts(file: File) -> list[Part]:
    names = [path for path, _ in file.every_enum()]
    for path, message in file.walk():
        names += [path, *(f"{path}.{field.name}" for field in message.fields)]
    return names


def _near(pair: Pair) -> list[Part]:
    """The places of the changes, the types of these fields, and what these are in; in the order of all parts."""
    places = {name for edit in pair.edits for name in edit.places}
    file = pair.old
    types = {
        field.type for path, message in file.walk() for field in message.fields if f"{path}.{field.name}" in places
    }
    near = places | types
    for name in tuple(near):
        scope = name.rpartition(".")[0]
        while scope:
            near.add(scope)
            scope = scope.rpartition(".")[0]
    inside = {part for part in _parts(file) if part.rpartition(".")[0] in types}
    return [part for part in _parts(file) if part in near | inside]


def _only(pair: Pair, kept: set[Part], name: str) -> Pair | None:
    """With these parts of the old schema alone; None where that is no schema, or the changes cannot be made in it."""
    file = pair.old
    for path, message in reversed(list(file.walk())):
        if path not in kept:
            file = file.with_message(path, lambda each: None)
            continue

        def of(each: Message, path: str = path) -> Message:
            enums = tuple(enum for enum in each.enums if f"{path}.{enum.name}" in kept)
            return replace(each, fields=tuple(_kept(each, path, kept)), enums=enums)

        if message.fields or message.enums:
            file = file.with_message(path, of)
    file = replace(
        file, package=f"{PACKAGE}.{name}", enums=tuple(enum for enum in file.enums if enum.name in kept)
    )  # fmt: skip
    if not file.messages or not is_legal(file) or (new := made(file, pair.edits)) is None or not new.messages:
        return None
    return replace(pair, name=name, old=file)


def _kept(message: Message, path: str, kept: set[Part]) -> list[Field]:
    return [field for field in message.fields if f"{path}.{field.name}" in kept]

"""Messages and enums that are declared in another place now: the schemas show it, so nobody has to declare it.

A type counts as moved when it is gone, NEW declares a type of the same short name in another scope, and every field of
OLD that had the type has that one now. What it holds moves with it.
"""

from collections.abc import Iterator
from dataclasses import replace

from google.protobuf import descriptor_pb2

from wirebed.bed.schema import Schema
from wirebed.suites.evolution.model import Names
from wirebed_safe_change.names import Named


def moved_as_well(names: Names, old: Schema, new: Schema) -> Names:
    """The declared names with those of the moved types."""
    here, there = Named(old), Named(new)
    moved: dict[str, str] = {}
    for types, others in ((here.messages, there.messages), (here.enums, there.enums)):
        for name in types:
            known = {**names.renamed, **moved}
            if name not in others and name not in known and name not in names.apart:
                now = _now(name, here, there, known)
                if now in others and now not in (*types, *known.values()) and _short(now) == _short(name):
                    moved |= _with_all_inside(name, now, here, there)
    return replace(names, renamed={**moved, **names.renamed}) if moved else names


def _now(name: str, here: Named, there: Named, renamed: dict[str, str]) -> str:
    """The type that all fields have now whose type it was; empty if they differ, or there are none."""
    types = {field.type_name.lstrip(".") for field in _followers(name, here, there, renamed)}
    return types.pop() if len(types) == 1 else ""


def _followers(
    name: str, here: Named, there: Named, renamed: dict[str, str]
) -> Iterator[descriptor_pb2.FieldDescriptorProto]:
    for scope, message in here.messages.items():
        for field in _fields(message):
            if field.type_name == f".{name}" and (other := there.messages.get(renamed.get(scope, scope))) is not None:
                same = (new for new in _fields(other) if (new.name, new.number) == (field.name, field.number))
                yield from same


def _fields(message: descriptor_pb2.DescriptorProto) -> Iterator[descriptor_pb2.FieldDescriptorProto]:
    """The fields, with the value of each map under the name of the map."""
    entries = {nested.name: nested for nested in message.nested_type if nested.options.map_entry}
    for field in message.field:
        entry = entries.get(_short(field.type_name))
        if entry is not None:
            value = descriptor_pb2.FieldDescriptorProto(name=field.name, number=field.number)
            value.type_name = entry.field[1].type_name
            yield value
        else:
            yield field


def _with_all_inside(name: str, now: str, here: Named, there: Named) -> dict[str, str]:
    renamed = {name: now}
    for types, others in ((here.messages, there.messages), (here.enums, there.enums)):
        for inner in types:
            moved = f"{now}.{inner.removeprefix(f'{name}.')}"
            if inner.startswith(f"{name}.") and moved in others:
                renamed[inner] = moved
    return renamed


def _short(name: str) -> str:
    return name.rpartition(".")[2]

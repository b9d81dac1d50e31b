"""Which messages are asked: those that are not the same in both versions, and those whose samples hold such a message.

A library that answers from descriptors does so from the definitions that a value holds. Where all of these are the
same, down to the last option of their files, both versions give the same answers, and there is nothing to ask. An Any
can hold every message, so it is as new as any of them. A sample holds the messages of its own fields, and below these
what they require (samples.py).
"""

from collections.abc import Iterator, Mapping

from google.protobuf import descriptor_pb2
from google.protobuf.message import Message

from wirebed.bed.schema import Schema
from wirebed.cases.place import is_map
from wirebed_safe_change.changes import Changes, Pair
from wirebed_safe_change.names import ANY

# Holds a value of the other as a part of its own definition, which it is not without.
_WITHIN, _HELD = 0, 1


def reaching(changes: Changes) -> frozenset[str]:
    """The names of the pairs that are asked."""
    old, new = _definitions(changes.old), _definitions(changes.new)
    changed = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    changed |= {name for pair in changes.pairs.values() if pair.changes for name in _names(pair)}
    changed |= {ANY} if changed else set()
    holders: dict[str, set[tuple[str, int]]] = {}
    for holder, held, way in (*_held(changes.old), *_held(changes.new)):
        holders.setdefault(held, set()).add((holder, way))
    same = _with_all_within(changed, holders)
    around = {holder for name in same for holder, way in holders.get(name, ()) if way == _HELD}
    reached = same | _with_all_within(around, holders)
    return frozenset(name for name, pair in changes.pairs.items() if _names(pair) & reached)


def _with_all_within(names: set[str], holders: Mapping[str, set[tuple[str, int]]]) -> set[str]:
    """These, and what has one of them within, at any depth."""
    todo, within = list(names), set(names)
    while todo:
        more = {holder for holder, way in holders.get(todo.pop(), ()) if way == _WITHIN} - within
        within |= more
        todo += more
    return within


def _names(pair: Pair) -> set[str]:
    return {pair.old.full_name, pair.new.full_name}


def _definitions(schema: Schema) -> dict[str, tuple[bytes, ...]]:
    """The full name of each message and enum -> its definition, with its extensions and what stands around each."""
    definitions: dict[str, tuple[bytes, ...]] = {}
    extensions = []
    for file in schema.files.file:
        head = descriptor_pb2.FileDescriptorProto(
            package=file.package, syntax=file.syntax, edition=file.edition, options=file.options
        )
        # A definition inherits features from what it stands in.
        todo: list = [(file, file.package, (_bytes(head),))]
        while todo:
            scope, name, around = todo.pop()
            extensions += [(field.extendee.lstrip("."), (*around, _bytes(field))) for field in scope.extension]
            for inner in (*scope.enum_type, *(scope.message_type if scope is file else scope.nested_type)):
                full_name = f"{name}.{inner.name}" if name else inner.name
                definitions[full_name] = (*around, _bytes(inner))
                if isinstance(inner, descriptor_pb2.DescriptorProto):
                    todo.append((inner, full_name, (*around, _bytes(inner.options))))
    for extended, field in extensions:
        definitions[extended] = definitions.get(extended, ()) + field
    return definitions


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def _held(schema: Schema) -> Iterator[tuple[str, str, int]]:
    """Each message with each type that its values hold. An enum, and what is required, are within."""
    for name in schema.messages:
        message = schema.message(name)
        extensions = schema.pool.FindAllExtensions(message) if message.is_extendable else ()
        for field in (*message.fields, *extensions):
            for part in field.message_type.fields if is_map(field) else (field,):
                if (held := part.message_type or part.enum_type) is not None:
                    within = part.enum_type is not None or field.is_required
                    yield name, held.full_name, _WITHIN if within else _HELD

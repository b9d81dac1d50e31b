"""An Any that holds a message which is declared to have another name now.

The message travels under its full name [1], which the other version does not know. A reader ought to see the message
under the name of its own version.

[1] https://protobuf.dev/programming-guides/proto3/#any
"""

from collections.abc import Iterator

from google.protobuf import any_pb2

from wirebed_safe_change.boundary_values import Value
from wirebed_safe_change.changes import Changes, Pair
from wirebed_safe_change.inputs import Input
from wirebed_safe_change.names import ANY

_PREFIX = "type.googleapis.com/"


def holding(changes: Changes, pair: Pair, version: str, there: str) -> Iterator[tuple[str, list[Input]]]:
    """Each Any of a message, with its inputs; `there` is the version that reads it."""
    renamed = [both for both in changes.pairs.values() if both.old.full_name != both.new.full_name]
    for field in pair.of(version).fields if renamed else ():
        other = pair.of(there).fields_by_name.get(field.name)
        if other is None or not _is_any(field) or not _is_any(other) or field.is_repeated != other.is_repeated:
            continue
        names = [(both.of(version).full_name, both.of(there).full_name) for both in renamed]
        # Without a name that stays, the field would look as if it were never read.
        yield field.name, [_input(field, other, *pair_) for pair_ in [(ANY, ANY), *names]]


def _is_any(field) -> bool:
    return field.message_type is not None and field.message_type.full_name == ANY


def _input(field, other, here: str, there: str) -> Input:
    value = Value(f"a {here} in it", None, 1 if field.is_repeated else None)
    held, ought = (any_pb2.Any(type_url=f"{_PREFIX}{name}") for name in (here, there))
    return Input(value, _put(field, held), _put(other, ought))


def _put(field, held: any_pb2.Any):
    def put(message):
        # Another pool has another class for the same Any.
        at = getattr(message, field.name)
        target = at.add() if field.is_repeated else at
        target.type_url = held.type_url

    return put

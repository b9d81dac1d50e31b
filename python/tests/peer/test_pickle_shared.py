"""pickle/stdlib: no pickle changes an object of which a process has only one."""

from __future__ import annotations

from typing import Any

import pytest
from pickles import HEAD, decode, named, reason, text
from wirebed_protocol import peer_pb2

from wirebed_peer.tasks import Tasks
from wirebed_peer.tree import Tree

SEX, RANGE = named("plain.interop", "Sex"), named("plain.interop", "Range")
FEMALE = {
    "by number": SEX + b"K\x01\x85R",
    "by name": named("builtins", "getattr") + SEX + text("FEMALE") + b"\x86R",
}
# Objects of which a process has only one, and which a pickle can put on its stack.
SHARED = {
    "enum": SEX,
    "class": RANGE,
    "class without fields": named("plain.interop", "Empty"),
    "getattr": named("builtins", "getattr"),
    "datetime": named("datetime", "datetime"),
    "timezone": named("datetime", "timezone"),
    "timedelta": named("datetime", "timedelta"),
    "Decimal": named("decimal", "Decimal"),
    "utc": named("datetime", "timezone") + named("datetime", "timedelta") + b")\x81\x85R",
    **FEMALE,
}
STATES = {"dict": b"}%bNsb.", "slots": b"N}%bNs\x86b.", "dict and slots": b"}%bNs}%bNs\x86b."}
NAMES = ("_name_", "_value_", "__new__", "__init__", "__setstate__", "__class__", "_value2member_map_", "low", "new")


def attributes(tree: Tree) -> list[dict[str, Any]]:
    """The attributes of all plain classes, enums and their constants."""
    enums = [tree.python_class(entry) for entry in tree.plain.enums]
    kinds = [tree.python_class(entry) for entry in tree.plain.classes] + enums
    return [dict(vars(one)) for one in (*kinds, *(constant for enum in enums for constant in enum))]


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("what", SHARED.values(), ids=SHARED)
def test_shared_objects_accept_no_state(tasks: Tasks, tree: Tree, what: bytes, state: bytes) -> None:
    assert reason(tasks, HEAD + what + b".")
    before = attributes(tree)
    for name in NAMES:
        data = HEAD + what + state.replace(b"%b", text(name))
        assert decode(tasks, data).decode_error.stage == peer_pb2.PARSE, name
    assert attributes(tree) == before


@pytest.mark.parametrize("state", STATES.values(), ids=STATES)
@pytest.mark.parametrize("constant", FEMALE.values(), ids=FEMALE)
def test_a_constant_says_that_it_cannot_be_changed(tasks: Tasks, constant: bytes, state: bytes) -> None:
    said = reason(tasks, HEAD + constant + state.replace(b"%b", text("_name_")))
    assert said == "<Sex.FEMALE: 1> cannot be changed"


@pytest.mark.parametrize("change", [b"NNs.", b"(NNu.", b"Na.", b"(Ne.", b"(N\x90."], ids="s u a e \\x90".split())
@pytest.mark.parametrize("what", SHARED.values(), ids=SHARED)
def test_shared_objects_accept_no_items(tasks: Tasks, what: bytes, change: bytes) -> None:
    assert decode(tasks, HEAD + what + change).decode_error.stage == peer_pb2.PARSE


@pytest.mark.parametrize(("one", "other"), [("Range", "Price"), ("Empty", "Choice_Nothing"), ("Empty", "Sex")])
def test_an_object_of_one_class_is_not_made_one_of_another(tasks: Tasks, one: str, other: str) -> None:
    made = named("plain.interop", one) + b")\x81N}" + text("__class__") + named("plain.interop", other) + b"s\x86b."
    said = reason(tasks, HEAD + made, f"interop.{one}")
    assert "__class__" in said or said == f"of type {other}, not {one}"

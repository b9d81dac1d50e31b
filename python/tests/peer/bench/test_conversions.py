"""The generated code for benchmarks does what hand-written code would do, for every case and every kind of field."""

from __future__ import annotations

import dataclasses
from typing import Any

from view_fields import fields

from wirebed_bench.conversions import conversions
from wirebed_peer.bridge.models import Model
from wirebed_peer.refusal import Refusal
from wirebed_peer.tree import Tree

Cases = list[tuple[str, str, bytes]]


def test_a_copy_is_equal_and_shares_nothing(bench_tree: Tree, plain: Model, cases: Cases) -> None:
    for name, message, view in held(plain, cases):
        value = plain.build(message, view)
        copy = conversions(bench_tree, message).copy(value)
        assert fields(plain.show(message, copy)) == fields(view), name
        assert not mutables(value) & mutables(copy), name


def test_a_filled_message_equals_that_of_the_bridge(
    bench_tree: Tree, messages: Model, plain: Model, cases: Cases
) -> None:
    for name, message, view in held(plain, cases):
        new = bench_tree.message_class(message)
        filled = conversions(bench_tree, message).fill(plain.build(message, view), new())
        expected = messages.build(message, view)
        assert messages.show(message, filled) == messages.show(message, expected), name


def test_a_converted_plain_object_equals_that_of_the_bridge(
    bench_tree: Tree, messages: Model, plain: Model, cases: Cases
) -> None:
    for name, message, view in held(plain, cases):
        value = bench_tree.message_class(message).FromString(messages.build(message, view).SerializePartialToString())
        assert plain.show(message, conversions(bench_tree, message).plain(value)) == view, name


def held(plain: Model, cases: Cases) -> Cases:
    """The cases that plain objects can hold, in the form in which they hold them."""
    found = []
    for name, message, view in cases:
        try:
            found.append((name, message, plain.show(message, plain.build(message, view))))
        except Refusal:
            continue
    assert len(found) > 150
    return found


def mutables(value: Any) -> set[int]:
    """The identities of all mutable objects within a plain object. A protobuf message contains no other objects."""
    found: dict[int, Any] = {}
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if id(one) in found:
            continue
        if dataclasses.is_dataclass(one):
            waiting += [getattr(one, field.name) for field in dataclasses.fields(one)]
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, (list, set)):
            waiting += one
        else:
            continue
        found[id(one)] = one
    return set(found)

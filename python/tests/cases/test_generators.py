"""Generated values are the same for ever: goldens hang on them."""

import hashlib

import pytest

from wirebed import cases, view
from wirebed.cases import seed_values
from wirebed.cases.prng import SplitMix64


def test_splitmix_reference():
    """The first numbers of seed 0, as the reference program prints them (prng.di.unimi.it/splitmix64.c)."""
    numbers = SplitMix64(0)
    assert [numbers.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: seed_values.persons(50, 1, 3, 2), "c7383fdde0a70aeb"),
        (lambda: seed_values.persons(50, 1, 3, 1, shared=5), "dbbc280a3c38cded"),
        (lambda: seed_values.contacts("code", 1000), "2f0a60e279256d59"),
        (lambda: seed_values.contacts("text", 1000), "6d987c7bb75ba73e"),
        (lambda: seed_values.target_object(100), "a9e6d01aca2caaf0"),
    ],
)
def test_pinned(make, expected):
    assert hashlib.sha256(make()).hexdigest()[:16] == expected


def test_fan_out_and_depth():
    people = view.parse(seed_values.persons(200, 7, 3, 2)).field(1).children
    assert len(people) == 200
    deepest = 0
    for person in people:
        stack = [(person, 0)]
        while stack:
            node, depth = stack.pop()
            deepest = max(deepest, depth)
            for number in (6, 7):
                assert len(node.field(number).children) <= 3
                stack += [(child, depth + 1) for child in node.field(number).children]
    assert deepest == 2


def test_shared_friends_are_one_object():
    root = view.parse(seed_values.persons(100, 1, 3, 1, shared=10))
    targets = set()
    for person in root.field(1).children:
        for friend in person.field(7).children:
            if chr(friend.tag) == "=":
                assert chr(friend.value.tag) == "r"
                targets.add(friend.value.offset)
    assert len(targets) == 10


def test_one_string_object_or_many():
    texts = view.parse(seed_values.target_object(100)).field(2).children
    assert [chr(node.tag) for node in texts] == ["s"] + ["="] * 99
    texts = view.parse(seed_values.target_object(100, "distinct")).field(2).children
    assert {chr(node.tag) for node in texts} == {"s"}
    assert view.canonical(seed_values.target_object(100)) == seed_values.target_object(100, "distinct")


def test_contacts_as_the_code_fills_them():
    root = view.parse(seed_values.contacts("code", 1000))
    phones = {node.value for node in root.field(2).children}
    assert {"600000002", "+100600000001", "+33600000003", "+0600000999"} <= phones
    assert (len(phones), len(root.field(1).children)) == (999, 150)


def text_hash(bed, schema, text):
    bed.write("Testobject/x.yaml", "message: interop.Testobject\n" + text)
    return cases.load(bed, schema)[0].text_hash


def test_text_hash_follows_the_meaning(bed, schema):
    first = text_hash(bed, schema, "about: x\ntext: |\n  b: 1\ngenerate: {at: a, repeat: x, times: 3}\n")
    same = "golden: true\nabout: y\ntext: |\n  # nothing\n\n  b: 1\ngenerate: {times: 3, at: a, repeat: x}\n"
    assert text_hash(bed, schema, same) == first
    assert text_hash(bed, schema, same.replace("times: 3", "times: 4")) != first
    assert text_hash(bed, schema, same.replace("b: 1", "b: 2")) != first
    assert text_hash(bed, schema, same + "option: {hessian2: {envelope: message}}\n") != first

"""Keys that hash tables find hard to tell apart: their hashes, by the rules of Java and CPython."""

import pytest

from wirebed_limits import collisions

COUNT = 4096


def of_string(text: str) -> int:
    """`String.hashCode`."""
    made = 0
    for character in text:
        made = (31 * made + ord(character)) % (1 << 32)
    return made


def of_long(number: int) -> int:
    """`Long.hashCode`, and upb's of a number."""
    return (number ^ number >> 32) % (1 << 32)


@pytest.mark.parametrize(("keys", "hash_of"), [(collisions.texts, of_string), (collisions.numbers, of_long)])
def test_all_keys_have_one_hash_and_one_length(keys, hash_of):
    made = keys(COUNT)
    assert len(set(made)) == COUNT
    assert len({hash_of(key) for key in made}) == len({len(str(key)) for key in made}) == 1


@pytest.mark.parametrize("count", [1, 2, 16, 256, COUNT])
def test_keys_of_a_dict_are_distinct(count):
    made = collisions.probed(count)
    assert len(set(made)) == count and max(made) < 1 << 63


def test_keys_of_a_dict_pass_many_places():
    """As CPython's Objects/dictobject.c searches, in a table of the size that so many entries have."""
    size = 2 * COUNT
    taken, passed = set[int](), 0
    for key in collisions.probed(COUNT):
        place, rest = key % size, key
        while place in taken:
            passed, rest = passed + 1, rest >> 5
            place = (5 * place + rest + 1) % size
        taken.add(place)
    assert passed > COUNT**2 / 10

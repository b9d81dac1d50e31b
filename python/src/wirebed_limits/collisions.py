"""Keys that hash tables find hard to tell apart, which the sender of a map can choose: texts and whole numbers.

Where a hash depends on a number that each process draws, as those of Python's `str` and of libprotobuf's maps, no
sender knows such keys.
"""

import functools
from collections.abc import Iterator
from itertools import islice, product

_PIECES = ("Aa", "BB")  # of one hash in java.lang.String
_FEW = 256
_LENGTH = 20  # pieces of each text, which are enough for a million texts


def texts(count: int) -> list[str]:
    """Of one hash in java.lang.String."""
    return ["".join(pieces) for pieces in islice(product(_PIECES, repeat=_LENGTH), count)]


def numbers(count: int) -> list[int]:
    """Of one hash in java.lang.Long and in upb, which take the upper half exclusive-or the lower half. From 2^24 on,
    millions of these numbers have as many digits and bytes as each other."""
    return [half << 32 | half for half in range(1 << 24, (1 << 24) + count)]


@functools.cache
def probed(count: int) -> list[int]:
    """For CPython's dict, in which a number is its own hash. A key whose place is taken goes to another place, by the
    rest of its hash and then to `5 * place + 1`. The first keys take places that follow each other in that order, and
    each of the last ones comes to the first places, so that it passes nearly all. For few keys there are none."""
    if count < _FEW:
        return list(range(count))
    size = 1 << (count * 3 // 2).bit_length()  # of a dict with so many entries
    taken = dict[int, int]()  # place -> its number in that order
    place = 0
    while len(taken) < count * 4 // 5:
        taken[place] = len(taken)
        place = (5 * place + 1) % size
    late = (key for key in _from(size) if _comes_to(key, size, taken) < len(taken) // 4)
    return [*taken, *islice(late, count - len(taken))]


def _from(number: int) -> Iterator[int]:
    while True:
        yield number
        number += 1


def _comes_to(key: int, size: int, taken: dict[int, int]) -> int:
    """The number of the place at which a key has no more of its hash; the count of all where it finds a free one."""
    place, rest = key % size, key
    while rest:
        if place not in taken:
            return len(taken)
        rest >>= 5
        place = (5 * place + rest + 1) % size
    return taken.get(place, len(taken))

"""The kind of difference of a container that holds fewer elements, or other keys. Its elements decide, not their count.

| read | kind |
|---|---|
| nothing | `dropped` |
| only elements that were expected, each at most as often; or elements that only lost something inside | `collapsed` |
| messages merged into one | `collapsed` |
| an element that is a cast of an expected one, or holds such a value | `narrowed` |
| an element that is none of the expected ones, or a default in the place of one | `reinterpreted` |
| keys of a map: only some of those that were expected | `collapsed` |
| fewer keys of a map, and among them casts of keys that are gone | `narrowed` |
| other keys of a map | `reinterpreted` |

So the bytes of [1, 2, 3, 4] that are read as [67305985] are `reinterpreted`, although three elements are missing.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence

from wirebed.view import grammar as g
from wirebed.view.compare.merge import merged
from wirebed.view.compare.scalar_kinds import is_default, scalar_kind
from wirebed.view.outcome import Kind
from wirebed.view.parse import Node

Keyed = tuple[Hashable, Node]
# The most pairs of unequal elements that are compared; with more of them, the list is `reinterpreted`.
_MOST_PAIRS = 1 << 14


def fewer(expected: list[Keyed], actual: list[Keyed], differ: Callable[[Node, Node], int]) -> Kind:
    """The kind of a list or set of another length. Equal elements have one key; `differ` gives the worst kind of two
    others."""
    if not actual:
        return Kind.DROPPED
    missing = Counter(key for key, _ in expected)
    missing.subtract(key for key, _ in actual)
    others = _count(actual, {key: -count for key, count in missing.items()})
    gone = _count(expected, missing)
    if len(actual) > len(expected) or len(gone) * len(others) > _MOST_PAIRS:
        return Kind.REINTERPRETED
    if len(others) == 1 and others[0].tag == g.RECORD and _are_one(gone, others[0]):
        return Kind.COLLAPSED
    worst: int = Kind.COLLAPSED
    for other in others:
        kinds = [_element(wanted, other, differ) for wanted in gone]
        nearest = kinds.index(min(kinds))
        worst = max(worst, kinds[nearest])
        del gone[nearest]
    return Kind(worst)


def _are_one(gone: list[Node], other: Node) -> bool:
    alike = all(element.tag == g.RECORD and element.value == other.value for element in gone)
    return alike and not is_default(other) and merged(gone, other)


def _count(elements: list[Keyed], counts: Mapping[Hashable, int]) -> list[Node]:
    """As many of the elements with each key as `counts` says."""
    left, counted = dict(counts), []
    for key, element in elements:
        if left[key] > 0:
            left[key] -= 1
            counted.append(element)
    return counted


def _element(expected: Node, actual: Node, differ: Callable[[Node, Node], int]) -> int:
    if is_default(actual) and not is_default(expected):
        return Kind.REINTERPRETED
    return differ(expected, actual)


def keys(gone: Sequence[Node], new: Sequence[Node], left: bool) -> Kind:
    """The kind of a map without the keys `gone` and with the keys `new`; `left`: whether it has any entries."""
    if not left:
        return Kind.DROPPED
    if not new:
        return Kind.COLLAPSED
    return Kind.NARROWED if len(new) < len(gone) and are_cut(gone, new) else Kind.REINTERPRETED


def are_cut(gone: Sequence[Node], new: Sequence[Node]) -> bool:
    """Whether all new keys are casts of keys that are gone."""
    if not new or len(new) > len(gone) or len(gone) * len(new) > _MOST_PAIRS:
        return False
    return all(any(scalar_kind(old, key) is Kind.NARROWED for old in gone) for key in new)


def paired(gone: Sequence[Node], new: Sequence[Node]) -> list[tuple[Node, Node]]:
    """Elements of a set that are gone, each with a new one: a cast of it if there is one."""
    rest, pairs, unpaired = list(new), [], []
    for old in gone:
        cast = None
        if len(gone) * len(new) <= _MOST_PAIRS:
            cast = next((node for node in rest if scalar_kind(old, node) in (Kind.NARROWED, Kind.WIDENED)), None)
        if cast is None:
            unpaired.append(old)
        else:
            rest.remove(cast)
            pairs.append((old, cast))
    return pairs + list(zip(unpaired, rest, strict=False))

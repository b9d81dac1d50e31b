"""What a reader of Hessian 2 finds at a reference when it does not count the empty lists among the objects before it.

A writer numbers each list, map, object and enum constant when it meets it first. Most write the fields of a class as
they are declared; hessian-lite begins with the last one. A single scalar has no number, nor has what stands for one: a
date or a wrapper.
"""

from collections.abc import Hashable, Iterator
from functools import lru_cache

from wirebed.state.deviations.declarations import kind
from wirebed.state.deviations.places import ValuePlace, below
from wirebed.view import grammar as g
from wirebed.view.parse import Node

ORDERS = ("declared", "reversed")
FINDS = "nothing another-class another-object"
_COUNTED = (g.RECORD, g.LIST, g.SET, g.MAP, g.ENUM, g.SAME)


def found(place: ValuePlace, order: str) -> str:
    """One of FINDS; empty where no reference stands, or where it leads to the right object."""
    return _found(place.root, order).get(id(place.node), "")


@lru_cache(maxsize=2)
def _found(root: ValuePlace, order: str) -> dict[int, str]:
    """What a reader finds, by the nodes of the references, which live as long as the root. Conditions ask it for each
    place of one value after the other."""
    return dict(_references(root, order))


def _references(root: ValuePlace, order: str) -> Iterator[tuple[int, str]]:
    numbers: dict[Hashable, int] = {}  # by what is written
    read: list[Hashable] = []  # what the reader has counted
    classes: dict[Hashable, Hashable] = {}
    for place in _written(root, order):
        node = place.node
        assert node is not None, "only what is there is written"
        thing = _thing(place, node)
        if thing not in numbers:
            numbers[thing] = len(numbers)
            classes[thing] = _class_of(place, node)
            if node.tag not in (g.LIST, g.SET) or node.children:
                read.append(thing)
            continue
        number = numbers[thing]
        if number >= len(read):
            yield id(node), "nothing"
        elif classes[read[number]] != classes[thing]:
            yield id(node), "another-class"
        elif read[number] != thing:
            yield id(node), "another-object"


def _written(root: ValuePlace, order: str) -> Iterator[ValuePlace]:
    """The places that have numbers or are references, as they are written. What is behind a reference is not."""
    todo, seen = [root], set()
    while todo:
        place = todo.pop()
        node = place.node
        if node is None or node.tag not in _COUNTED or kind(place.shape) in ("date", "wrapper"):
            continue
        yield place
        target = node.value if node.tag == g.SAME else node
        if id(target) not in seen and isinstance(target, Node) and target.tag != g.ENUM:
            seen.add(id(target))
            inner = below(place, target)
            todo.extend(inner if node.tag == g.RECORD and order == "reversed" else reversed(inner))


def _thing(place: ValuePlace, node: Node) -> Hashable:
    if node.tag == g.ENUM:
        return _class_of(place, node), node.value
    return id(node.value) if node.tag == g.SAME else id(node)


def _class_of(place: ValuePlace, node: Node) -> Hashable:
    target = node.value if node.tag == g.SAME else node
    if target.tag == g.ENUM:
        return place.shape.types[-1]
    return str(target.value) if target.tag == g.RECORD else int(target.tag)

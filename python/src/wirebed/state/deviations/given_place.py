"""A place of given bytes, and the predicates that hold for no other place."""

import re
from typing import TYPE_CHECKING

from wirebed.state.deviations.makers import Test, by_word
from wirebed.state.deviations.places import Shape, ValuePlace
from wirebed.state.deviations.yaml_text import Data
from wirebed.view.parse import Node

if TYPE_CHECKING:
    from wirebed.state.deviations.given import GivenPlaces


class GivenPlace(ValuePlace):
    """`of`: all places of these bytes. `twice`: what stands before it in its object, its `name` or another of its
    `field`."""

    __slots__ = ("of", "twice")

    def __init__(self, node: Node, shape: Shape, up: ValuePlace | None, of: "GivenPlaces", twice: str = "") -> None:
        super().__init__(node, shape, up)
        self.of, self.twice = of, twice


def twice(wanted: Data) -> Test:
    return by_word(wanted, "name field", lambda place: place.twice if isinstance(place, GivenPlace) else "")


def dump(wanted: Data) -> Test:
    """The bytes as a whole, in whose annotated dump a regular expression is found."""
    search = re.compile(str(wanted), re.MULTILINE).search
    return lambda place: isinstance(place, GivenPlace) and place.at == "root" and search(place.of.dumped) is not None

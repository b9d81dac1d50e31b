"""What the predicates of conditions are made of: tests of a place, by globs, by one of some words, by true or false."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from wirebed.bed.glob import any_matches
from wirebed.state.deviations.places import Shape, ValuePlace, ValuePlaces
from wirebed.state.deviations.yaml_text import Data

ShapeTest = Callable[[Shape], bool]
Test = Callable[[ValuePlace], bool]
Need = Callable[[ValuePlaces], bool]  # a condition on a whole value, without which a test holds nowhere in it
_P = TypeVar("_P", Shape, ValuePlace)


class ConditionError(ValueError):
    """An invalid condition; `key` is the predicate at fault."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(reason)
        self.key = key


def listed(wanted: Data) -> list[str]:
    return [str(item) for item in (wanted if isinstance(wanted, list) else [wanted])]


def by_globs(wanted: Data, of: Callable[[_P], Iterable[str]]) -> Callable[[_P], bool]:
    globs = listed(wanted)
    return lambda place: any(any_matches(name, globs) for name in of(place))


def by_word(wanted: Data, known: str, of: Callable[[_P], str]) -> Callable[[_P], bool]:
    words = known_words(wanted, known)
    return lambda place: of(place) in words


def by_words(wanted: Data, known: str, of: Callable[[_P], frozenset[str]]) -> Callable[[_P], bool]:
    """Of places that several words hold for."""
    words = known_words(wanted, known)
    return lambda place: not of(place).isdisjoint(words)


def known_words(wanted: Data, known: str) -> list[str]:
    """A word or a list of words. ConditionError where one is none of those that are known."""
    words = listed(wanted)
    for word in words:
        if word not in known.split():
            raise ConditionError("", f"{word} is none of {known}")
    return words


def by_flag(of: Callable[[_P], bool]) -> Callable[[Data], Callable[[_P], bool]]:
    def make(wanted: Data) -> Callable[[_P], bool]:
        if not isinstance(wanted, bool):
            raise ConditionError("", "true or false")
        return lambda place: of(place) == wanted

    return make

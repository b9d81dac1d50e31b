"""`spelled:` of `reads:`: how a place of given bytes is spelled for its parser to read what a codec reads.

It is a mapping of patterns to texts, or a function of the number that stands there, or else of the text; or a list of
such, each of which takes what the one before it gives.
"""

import json
from collections.abc import Callable

from wirebed.state.deviations.functions import CASTS, FUNCTIONS, Function, Scalar, function_of, replacements
from wirebed.state.deviations.names import constant_at
from wirebed.state.deviations.places import ValuePlace, types_of
from wirebed.state.deviations.yaml_text import Data

Respelling = Callable[[ValuePlace], str]
_Step = Callable[[str, ValuePlace], str]


def respelling(given: Data) -> Respelling:
    """Raises ReadError."""
    steps = [_step(each) for each in (given if isinstance(given, list) else [given])]

    def respelled(place: ValuePlace) -> str:
        assert place.node is not None, "a place of given bytes has a text"
        text = str(place.node.value)
        for step in steps:
            text = step(text, place)
        return text

    return respelled


def _step(given: Data) -> _Step:
    if given == {"cast": "declared"}:
        return lambda text, place: _of_function(CASTS.get(next(iter(types_of(place.field)), ""), _as_it_is), text)
    if given == {"position": "constant"}:
        return _constant
    if isinstance(given, dict) and len(given) == 1 and given.keys() <= FUNCTIONS.keys():
        function = function_of(given)
        return lambda text, place: _of_function(function, text)
    rules = replacements(given)

    def replaced(text: str, place: ValuePlace) -> str:
        for pattern, other in rules:
            text = pattern.sub(other, text)
        return text

    return replaced


def _of_function(function: Function, text: str) -> str:
    try:
        return str(function(_number(text)))
    except (ValueError, TypeError, ArithmeticError):
        return text


def _constant(text: str, place: ValuePlace) -> str:
    """The number of the constant at the position that stands there, in quotes or not."""
    position, enum = text.strip('"'), place.field.enum_type if place.field is not None else None
    return str(constant_at(enum, int(position))) if enum is not None and position.isdecimal() else position


def _as_it_is(value: Scalar) -> Scalar:
    return value


def _number(text: str) -> Scalar:
    try:
        number = json.loads(text)
    except ValueError:
        return text
    return number if isinstance(number, (int, float)) and not isinstance(number, bool) else text

"""The classes of the objects in a value of a class that was written by hand, as its text and its declared type say.

fixtures/java_types/README.md has the notation: a text names the class of each object but of those that stand alone.
"""

import re
from functools import lru_cache

from wirebed.state.deviations.places import ValuePlace
from wirebed.view import grammar as g

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAMED = re.compile(r"([\w$./]+(?:\[\])*) [\[({]")
# What stands alone as a text, and its class in a field that may hold several classes.
_ALONE = {
    '"': "java.lang.String",
    r"binary ": "byte[]",
    r"date ": "java.util.Date",
    r"true|false": "java.lang.Boolean",
    r"-?\d+L$": "java.lang.Long",
    r"-?\d+$": "java.lang.Integer",
    r"-?\d|NaN|-?Infinity": "java.lang.Double",
}
_PRIMITIVES = ("boolean", "byte", "short", "int", "long", "float", "double", "char")
_OF_SEVERAL = ("java.lang.Object", "java.lang.Number", "java.lang.Comparable", "java.io.Serializable")


def java_classes(place: ValuePlace) -> frozenset[str]:
    """Of the object at a place and of those in it. Null and primitives are no objects."""
    field = place.shape.java_field
    if field is None or field.type in _PRIMITIVES or place.node is None or place.node.tag != g.TEXT:
        return frozenset()
    return _classes(place.node.value, field.type)


@lru_cache(maxsize=1024)
def _classes(text: str, declared: str) -> frozenset[str]:
    named = frozenset(_NAMED.findall(_QUOTED.sub('""', text)))
    alone = next((class_ for form, class_ in _ALONE.items() if re.match(form, text)), "")
    if not alone:
        return named
    type_ = declared.partition("<")[0]
    return named | {alone if type_ in _OF_SEVERAL else type_}

"""Inputs in JSON, the text format of protobuf, and XML: of each kind the shape that it needs, and its text."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from wirebed_limits import collisions
from wirebed_limits.shapes import DECIMAL, LIST, MAP, NESTED, NUMBERED, REAL, SELVES, STRUCT, TEXT, Shape

# By the kind; the function takes the size, too.
Texts = Mapping[str, tuple[str, Callable[[Shape, int], str]]]


STRUCTS = 24  # inside each other, of which the innermost has a long list


def _real(size: int) -> str:
    return "1." + "3" * (size - 1) if size > 1 else "1"


def _names(size: int) -> Iterator[str]:
    """Names of one length, which no field has."""
    return (f"zz{i:07}" for i in range(size))


def _object(names: Iterable[object]) -> str:
    return "{" + ",".join(f'"{name}":"a"' for name in names) + "}"


def _structs(of: Shape, size: int, innermost: str) -> str:
    """So many Structs inside each other, of which the innermost is given."""
    return f'{{"{of.name}":' + '{"a":' * (size - 1) + innermost + "}" * size


JSON: Texts = {
    "depth": (NESTED, lambda of, n: f'{{"{of.name}":' * (n - 1) + "{" + "}" * n),
    "depth-unknown": (TEXT, lambda of, n: '{"zz":' + "[" * n + "]" * n + "}"),
    "digits": (REAL, lambda of, n: f'{{"{of.name}":{_real(n)}}}'),
    "digits-decimal": (DECIMAL, lambda of, n: f'{{"{of.name}":"{"7" * n}"}}'),
    "digits-unknown": (TEXT, lambda of, n: f'{{"zz":{"7" * n}}}'),
    "length": (TEXT, lambda of, n: f'{{"{of.name}":"{"a" * n}"}}'),
    "elements": (LIST, lambda of, n: f'{{"{of.name}":[' + ",".join(['"a"'] * n) + "]}"),
    "entries": (MAP, lambda of, n: f'{{"{of.name}":{_object(_names(n))}}}'),
    "collisions": (MAP, lambda of, n: f'{{"{of.name}":{_object(collisions.texts(n))}}}'),
    "collisions-number": (NUMBERED, lambda of, n: f'{{"{of.name}":{_object(collisions.numbers(n))}}}'),
    "collisions-dict": (NUMBERED, lambda of, n: f'{{"{of.name}":{_object(collisions.probed(n))}}}'),
    "fields": (TEXT, lambda of, n: _object(_names(n))),
    "name": (TEXT, lambda of, n: f'{{"{"z" * n}":"a"}}'),
}

# Plain classes have no form of their own for a Struct.
PROTOJSON: Texts = {
    **JSON,
    "depth-struct": (STRUCT, lambda of, n: _structs(of, n, "{}")),
    "elements-struct": (STRUCT, lambda of, n: _structs(of, STRUCTS, f'{{"a":[{",".join("1" * n)}]}}')),
}


def _quoted(text: str) -> str:
    return f'"{text}"'


def _entries(of: Shape, keys: Iterable[object]) -> str:
    return "".join(f'{of.field.name}{{key:{key} value:"a"}}' for key in keys)


def _text_structs(of: Shape, size: int, innermost: str) -> str:
    levels = size - 1
    return f"{of.field.name}{{" + f"{_ENTRY}struct_value{{" * levels + innermost + "}}}" * levels + "}"


_ENTRY = 'fields{key:"a" value{'

# Its readers refuse what the message does not have.
PROTOTEXT: Texts = {
    "depth": (NESTED, lambda of, n: f"{of.field.name}{{" * (n - 1) + "}" * (n - 1)),
    "digits": (REAL, lambda of, n: f"{of.field.name}:{_real(n)}"),
    "length": (TEXT, lambda of, n: f'{of.field.name}:"{"a" * n}"'),
    "elements": (LIST, lambda of, n: f'{of.field.name}:"a"' * n),
    "entries": (MAP, lambda of, n: _entries(of, map(_quoted, _names(n)))),
    "collisions": (MAP, lambda of, n: _entries(of, map(_quoted, collisions.texts(n)))),
    "collisions-number": (NUMBERED, lambda of, n: _entries(of, collisions.numbers(n))),
    "collisions-dict": (NUMBERED, lambda of, n: _entries(of, collisions.probed(n))),
    "depth-struct": (STRUCT, lambda of, n: _text_structs(of, n, "")),
    "elements-struct": (
        STRUCT,
        lambda of, n: _text_structs(of, STRUCTS, _ENTRY + "list_value{" + "values{number_value:1}" * n + "}}}"),
    ),
}


def xml(root: Callable[[Shape], str], element: str, entry: str, around: bool, numbered: str = "") -> Texts:
    """`root`: the name of the outermost element; `element` and `entry`: those of a list and a map, in which `{name}` is
    that of the field and `{key}` the key; `around`: whether an element of the field has all of a list; `numbered`: an
    entry whose key is a number, where that is another one."""

    def whole(of: Shape, inside: str) -> str:
        return f"<{root(of)}>{inside}</{root(of)}>"

    def field(of: Shape, inside: str) -> str:
        return whole(of, _tag(of.name, inside))

    def elements(of: Shape, size: int) -> str:
        inside = element.format(name=of.name) * size
        return field(of, inside) if around else whole(of, inside)

    def entries(of: Shape, keys: Iterable[object], entry: str) -> str:
        return field(of, "".join(entry.format(key=key) for key in keys))

    def levels(name: str, size: int) -> str:
        return f"<{name}>" * size + f"</{name}>" * size

    return {
        "depth": (NESTED, lambda of, n: whole(of, levels(of.name, n - 1))),
        "depth-unknown": (TEXT, lambda of, n: whole(of, levels("zz", n))),
        "digits": (REAL, lambda of, n: field(of, _real(n))),
        "digits-decimal": (DECIMAL, lambda of, n: field(of, "7" * n)),
        "length": (TEXT, lambda of, n: field(of, "a" * n)),
        "elements": (LIST, elements),
        "entries": (MAP, lambda of, n: entries(of, _names(n), entry)),
        "collisions": (MAP, lambda of, n: entries(of, collisions.texts(n), entry)),
        "collisions-number": (NUMBERED, lambda of, n: entries(of, collisions.numbers(n), numbered or entry)),
        "collisions-dict": (NUMBERED, lambda of, n: entries(of, collisions.probed(n), numbered or entry)),
        "fields": (TEXT, lambda of, n: whole(of, "".join(f"<{name}/>" for name in _names(n)))),
        "name": (TEXT, lambda of, n: whole(of, f"<{'z' * n}/>")),
    }


def _references(of: Shape, name: str, size: int) -> str:
    return _tag(name, _tag(of.name, f'<{name} reference="../.."/>' * size))


def _tag(name: str, inside: str) -> str:
    return f"<{name}>{inside}</{name}>"


_XSTREAM = "<string>a</string>", "<entry><string>{key}</string><string>a</string></entry>"
_NUMBERED = "<entry><long>{key}</long><string>a</string></entry>"
XSTREAM: Texts = {
    **xml(lambda of: of.of.java_class, *_XSTREAM, around=True, numbered=_NUMBERED),
    "references": (SELVES, lambda of, n: _references(of, of.of.java_class, n)),
}
XSTREAM_LEAN = xml(lambda of: of.simple_name, *_XSTREAM, around=True, numbered=_NUMBERED)
JAXB = xml(
    lambda of: of.simple_name, "<{name}>a</{name}>", "<entry><key>{key}</key><value>a</value></entry>", around=False
)

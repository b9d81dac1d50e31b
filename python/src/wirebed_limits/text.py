"""Inputs in JSON, the text format of protobuf, and XML: of each kind the shape that it needs, and its text."""

from collections.abc import Callable, Iterator, Mapping

from wirebed_limits.shapes import DECIMAL, LIST, MAP, NESTED, REAL, TEXT, Shape

# By the kind; the function takes the size, too.
Texts = Mapping[str, tuple[str, Callable[[Shape, int], str]]]


def _real(size: int) -> str:
    return "1." + "3" * (size - 1) if size > 1 else "1"


def _names(size: int) -> Iterator[str]:
    """Names of one length, which no field has."""
    return (f"zz{i:07}" for i in range(size))


def _object(size: int) -> str:
    return "{" + ",".join(f'"{name}":"a"' for name in _names(size)) + "}"


JSON: Texts = {
    "depth": (NESTED, lambda of, n: f'{{"{of.name}":' * (n - 1) + "{" + "}" * n),
    "depth-unknown": (TEXT, lambda of, n: '{"zz":' + "[" * n + "]" * n + "}"),
    "digits": (REAL, lambda of, n: f'{{"{of.name}":{_real(n)}}}'),
    "digits-decimal": (DECIMAL, lambda of, n: f'{{"{of.name}":"{"7" * n}"}}'),
    "digits-unknown": (TEXT, lambda of, n: f'{{"zz":{"7" * n}}}'),
    "length": (TEXT, lambda of, n: f'{{"{of.name}":"{"a" * n}"}}'),
    "elements": (LIST, lambda of, n: f'{{"{of.name}":[' + ",".join(['"a"'] * n) + "]}"),
    "entries": (MAP, lambda of, n: f'{{"{of.name}":{_object(n)}}}'),
    "fields": (TEXT, lambda of, n: _object(n)),
    "name": (TEXT, lambda of, n: f'{{"{"z" * n}":"a"}}'),
}

# Its readers refuse what the message does not have.
PROTOTEXT: Texts = {
    "depth": (NESTED, lambda of, n: f"{of.field.name}{{" * (n - 1) + "}" * (n - 1)),
    "digits": (REAL, lambda of, n: f"{of.field.name}:{_real(n)}"),
    "length": (TEXT, lambda of, n: f'{of.field.name}:"{"a" * n}"'),
    "elements": (LIST, lambda of, n: f'{of.field.name}:"a"' * n),
    "entries": (MAP, lambda of, n: "".join(f'{of.field.name}{{key:"{name}" value:"a"}}' for name in _names(n))),
}


def xml(root: Callable[[Shape], str], element: str, entry: str, around: bool) -> Texts:
    """`root`: the name of the outermost element; `element` and `entry`: those of a list and a map, in which `{name}` is
    that of the field and `{key}` the key; `around`: whether an element of the field has all of a list."""

    def whole(of: Shape, inside: str) -> str:
        return f"<{root(of)}>{inside}</{root(of)}>"

    def field(of: Shape, inside: str) -> str:
        return whole(of, _tag(of.name, inside))

    def elements(of: Shape, size: int) -> str:
        inside = element.format(name=of.name) * size
        return field(of, inside) if around else whole(of, inside)

    def levels(name: str, size: int) -> str:
        return f"<{name}>" * size + f"</{name}>" * size

    return {
        "depth": (NESTED, lambda of, n: whole(of, levels(of.name, n - 1))),
        "depth-unknown": (TEXT, lambda of, n: whole(of, levels("zz", n))),
        "digits": (REAL, lambda of, n: field(of, _real(n))),
        "digits-decimal": (DECIMAL, lambda of, n: field(of, "7" * n)),
        "length": (TEXT, lambda of, n: field(of, "a" * n)),
        "elements": (LIST, elements),
        "entries": (MAP, lambda of, n: field(of, "".join(entry.format(key=key) for key in _names(n)))),
        "fields": (TEXT, lambda of, n: whole(of, "".join(f"<{name}/>" for name in _names(n)))),
        "name": (TEXT, lambda of, n: whole(of, f"<{'z' * n}/>")),
    }


def _tag(name: str, inside: str) -> str:
    return f"<{name}>{inside}</{name}>"


_XSTREAM = "<string>a</string>", "<entry><string>{key}</string><string>a</string></entry>"
XSTREAM = xml(lambda of: of.of.java_class, *_XSTREAM, around=True)
XSTREAM_LEAN = xml(lambda of: of.simple_name, *_XSTREAM, around=True)
JAXB = xml(
    lambda of: of.simple_name, "<{name}>a</{name}>", "<entry><key>{key}</key><value>a</value></entry>", around=False
)

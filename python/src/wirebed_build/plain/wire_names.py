"""Names that formats write, of Java and of XML elements, and how colliding names are changed."""

import re
import string
from collections.abc import Callable, Iterable

JAVA_WORDS = frozenset(
    """abstract assert boolean break byte case catch char class const continue default do double else enum extends
    final finally float for goto if implements import instanceof int interface long native new package private
    protected public return short static strictfp super switch synchronized this throw throws transient try void
    volatile while true false null _ var yield record sealed permits non-sealed""".split()
)
# A field or class with one of these names would hide a package that generated code refers to.
JAVA_PACKAGES = frozenset({"java", "javax", "com", "wirebed"})


def identifier(name: str) -> str:
    """A name of letters, digits and `_` that does not begin with a digit."""
    name = re.sub(r"[^0-9A-Za-z_]", "_", name)
    return f"_{name}" if not name or name[0].isdigit() else name


def java(name: str) -> str:
    name = identifier(name)
    return f"{name}_" if name in JAVA_WORDS or name in JAVA_PACKAGES else name


def java_field(name: str) -> str:
    """A Java name other than `Class`, whose getter would be Object.getClass."""
    name = java(name)
    return f"{name}_" if name == "Class" else name


def java_package(package: str) -> str:
    return ".".join(f"{part}_" if part in JAVA_WORDS else part for part in package.split(".")) if package else ""


def xml(name: str) -> str:
    """A valid name in XML 1.0 with namespaces, of ASCII letters, digits and `_.-`."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", name)
    return f"_{name}" if not name or name[0] in "0123456789.-" else name


class Scope:
    """The names of one scope: the later of two colliding names gets `_` until they differ."""

    def __init__(self, taken: Iterable[str] = (), key: Callable[[str], str] = lambda name: name) -> None:
        self._key = key
        self._taken = {key(name) for name in taken}

    def take(self, name: str) -> str:
        while self._key(name) in self._taken:
            name += "_"
        self._taken.add(self._key(name))
        return name


def accessor(name: str) -> str:
    """The getter's name without `get`, which two Java fields must not share."""
    return name[:1].upper() + name[1:]


def getter_property(java_name: str) -> str:
    """The property that a getter stands for by Jackson's default: all capitals at its beginning become small, as in
    DefaultAccessorNamingStrategy.legacyManglePropertyName."""
    name = accessor(java_name)
    rest = name.lstrip(string.ascii_uppercase)
    return name[: len(name) - len(rest)].lower() + rest

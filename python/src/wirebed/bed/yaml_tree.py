"""Reads YAML strictly, with the place of every value: repeated keys and types other than plain ones are errors."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StreamMark
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.resolver import VersionedResolver
from ruamel.yaml.tag import Tag

from wirebed.bed.files import read_text
from wirebed.errors import UserError, instead, shown

Raw = dict[str, "Value"] | list["Value"] | str | int | None
# A value without places, as JSON types.
Plain = Mapping[str, "Plain"] | Sequence["Plain"] | str | int | None
_T = TypeVar("_T")


class Value:
    """A value with its place. `raw` is a dict of str to Value, a list of Values, or a str, int, bool or None."""

    __slots__ = ("raw", "path", "line", "column", "block", "key")

    def __init__(self, raw: Raw, path: Path, mark: StreamMark, block: bool = False) -> None:
        self.raw = raw
        self.path = path
        self.line = mark.line + 1
        self.column = mark.column + 1
        self.block = block  # a literal block: its text begins on the next line
        self.key = (self.line, self.column)  # the place of its key, where it is an entry of a mapping

    def error(self, message: str) -> UserError:
        return UserError(message, self.path, self.line, self.column)

    def key_error(self, message: str) -> UserError:
        return UserError(message, self.path, *self.key)

    @property
    def where(self) -> str:
        return f"{shown(self.path)}:{self.line}:{self.column}"

    def want(self, type_: type[_T], what: str) -> _T:
        """The raw value, which must be of this type."""
        if not isinstance(self.raw, type_) or (type_ is int and isinstance(self.raw, bool)):
            raise self.error(f"{what} is wanted here")
        return self.raw

    def items(self, known: Collection[str], what: str) -> dict[str, "Value"]:
        """The entries of a mapping whose keys must be among the known ones."""
        entries = self.want(dict, f"a mapping with {', '.join(known)}")
        for key, value in entries.items():
            if key not in known:
                raise value.key_error(f"unknown key {key} in {what}{instead(key, known)}")
        return entries

    def plain(self) -> Plain:
        """The value without places, for hashing and for the parameters of generators."""
        if isinstance(self.raw, dict):
            return {key: value.plain() for key, value in self.raw.items()}
        return [value.plain() for value in self.raw] if isinstance(self.raw, list) else self.raw


class _Resolver(VersionedResolver):
    """Finds the tag of each different scalar of a file once. The scalars of a file are mostly the same few."""

    @cached_property
    def known(self) -> dict[Hashable, Tag]:
        return {}

    def resolve(self, kind: type[Node], value: str | None, implicit: tuple[bool, bool]) -> Tag:
        key: Hashable = (value, implicit) if kind is ScalarNode else kind.__name__
        if key not in self.known:
            self.known[key] = super().resolve(kind, value, implicit)
        return self.known[key]


def parser(pure: bool = False) -> YAML:
    """Loads and composes without the types of Python; not `pure`: with the parser in C, which knows only YAML 1.1."""
    yaml = YAML(typ="safe", pure=pure)
    yaml.Resolver = _Resolver
    return yaml


def mapping(path: Path) -> dict[str, Value]:
    """The entries at the top of a file; a file that is not there or says nothing has none."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        return {}
    return mapping_of(text, path)


def mapping_of(text: str, path: Path) -> dict[str, Value]:
    """The entries at the top of a file with this text."""
    if not any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines()):
        return {}
    return value_of(compose(text, path, pure=False), path).want(dict, "a mapping of names")


def read(text: str, path: Path) -> Value:
    return value_of(compose(text, path), path)


def compose(text: str, path: Path, pure: bool = True) -> Node:
    """The nodes of a file. `pure`: as for `parser`."""
    try:
        node: Node | None = parser(pure).compose(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UserError(str(error.problem or error.context), path, mark.line + 1, mark.column + 1) from None
    except ValueError as error:
        raise UserError(str(error), path, 1, 1) from None
    if node is None:
        raise UserError("the file is empty", path, 1, 1)
    return node


def value_of(node: Node, path: Path) -> Value:
    if isinstance(node, MappingNode):
        entries = {}
        for key, value in node.value:
            if key.value in entries:
                raise Value(None, path, key.start_mark).error(f"the key {key.value} stands here twice")
            entries[key.value] = value_of(value, path)
            entries[key.value].key = (key.start_mark.line + 1, key.start_mark.column + 1)
        return Value(entries, path, node.start_mark)
    if isinstance(node, SequenceNode):
        return Value([value_of(item, path) for item in node.value], path, node.start_mark)
    return Value(_scalar(node, path), path, node.start_mark, isinstance(node, ScalarNode) and node.style in ("|", ">"))


def _scalar(node: Node, path: Path) -> str | int | None:
    tag = node.tag.rsplit(":", 1)[-1] if isinstance(node.tag, str) else str(node.ctag).rsplit(":", 1)[-1]
    if tag == "str":
        return str(node.value)
    if tag == "int":
        return int(node.value.replace("_", ""), 0)
    if tag == "bool":
        return str(node.value).lower() == "true"
    if tag == "null":
        return None
    raise Value(None, path, node.start_mark).error(f"{node.value} is read as a {tag}: put it in quotes")

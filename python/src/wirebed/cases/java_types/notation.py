"""Bare values as texts that say everything, and such texts as bare values (fixtures/java_types/README.md).

`text(parse(x))` is the one spelling of `x`, in which values are compared.
"""

import json
import re
from collections.abc import Callable
from typing import TypeVar

from wirebed.view import ViewWriter
from wirebed.view import grammar as g
from wirebed.view.parse import Node
from wirebed.view.parse import parse as parse_view

_NAME = re.compile(r"[A-Za-z_$][\w$.]*(?:/[\w$.]+)?(?:\[\])*")
_TOKEN = re.compile(rf'\s*(?:({_NAME.pattern})|("(?:[^"\\]|\\.)*")|(-?[0-9][\w.+-]*|-Infinity)|([][(){{}},:=]))')
_T = TypeVar("_T")
_WORDS = {"null", "true", "false", "NaN", "Infinity"}
_DEPTH = 64


class BadText(ValueError):
    """A text that is no value."""


def text(node: Node) -> str:
    """The text of a bare value, or of a part of one."""
    if node.tag == g.SAME:
        return "same"
    name = node.value
    if name in ("list", "map", "object"):
        return _container(node, name)
    content = node.field(1)
    if content is None:
        return "null"
    value = content.value
    if name == "string":
        # Text that is not valid has no spelling in YAML: its bytes stand for it.
        return json.dumps(value) if content.tag == g.TEXT else f'invalid "{value.hex()}"'
    if name == "binary":
        return f'binary "{value.hex()}"'
    if name == "bool":
        return "true" if value else "false"
    if name == "double":
        return _double(value)
    return {"int": f"{value}", "long": f"{value}L"}.get(name, f"date {value}")


def _double(value: float) -> str:
    return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(str(value)) or repr(value)


def _container(node: Node, kind: str) -> str:
    name, parts = node.field(1), _part(node, 2).children
    head = _quoted(name.value) + " " if name is not None else ""
    if kind == "list":
        return f"{head}[{', '.join(map(text, parts))}]"
    if kind == "map":
        return f"{head}{{{', '.join(f'{text(_part(part, 1))} = {text(_part(part, 2))}' for part in parts)}}}"
    return f"{head}({', '.join(f'{_quoted(_part(part, 1).value)}: {text(_part(part, 2))}' for part in parts)})"


def _part(node: Node, number: int) -> Node:
    """A part that every such record of a bare value has."""
    part = node.field(number)
    if part is None:
        raise BadText(f"a {node.value} without its field {number}")
    return part


def _quoted(name: str) -> str:
    return name if _NAME.fullmatch(name) and name not in _WORDS else json.dumps(name)


def fields(root: Node) -> dict[str, str]:
    """The text of each field of an object, or of each entry of a map whose keys are texts."""
    parts = root.field(2)
    if root.value == "object" and parts is not None:
        pairs = [(_part(part, 1).value, _part(part, 2)) for part in parts.children]
    elif root.value == "map" and parts is not None and all(_part(part, 1).value == "string" for part in parts.children):
        pairs = [(_part(_part(part, 1), 1).value, _part(part, 2)) for part in parts.children]
    else:
        return {"value": text(root)}
    texts: dict[str, str] = {}
    for name, value in pairs:
        # What has been read twice under one name is shown twice.
        texts[name] = f"{texts[name]}, {text(value)}" if name in texts else text(value)
    return texts


def parse(given: str) -> bytes:
    """The bare view of a text; BadText, with the place, when it is none."""
    reader = _Reader(given)
    reader.value(0)
    reader.expect("")
    return reader.out.finish()


def normal(given: str) -> str:
    """The one spelling of a text."""
    return text(parse_view(parse(given)))


class _Reader:
    def __init__(self, given: str) -> None:
        self.said, self.at, self.out = given, 0, ViewWriter()
        self.kind, self.token = "", ""
        self.next()

    def next(self) -> tuple[str, str]:
        """The token that was current; goes on to the one after it."""
        passed = self.kind, self.token
        match = _TOKEN.match(self.said, self.at)
        if match is None or match.lastindex is None:
            if self.said[self.at :].strip():
                raise BadText(f"`{self.said[self.at :].strip()[:20]}` is no part of a value")
            self.kind, self.token = "end", ""
        else:
            self.kind, self.token = ("name", "quoted", "number", "sign")[match.lastindex - 1], match[match.lastindex]
            self.at = match.end()
        return passed

    def expect(self, sign: str) -> None:
        if self.token != sign or self.kind not in ("sign", "end"):
            raise BadText(f"`{sign or 'the end'}` is wanted before `{self.token}{self.said[self.at : self.at + 20]}`")
        self.next()

    def value(self, depth: int) -> None:
        if depth > _DEPTH:
            raise BadText("nested too deeply")
        kind, token = self.kind, self.token
        if kind in ("name", "quoted"):
            self.next()
            self._named(kind, token, depth)
        elif kind == "number":
            self.next()
            self._number(token)
        else:
            self._container(None, depth)

    def _named(self, kind: str, token: str, depth: int) -> None:
        name = json.loads(token) if kind == "quoted" else token
        if self.kind == "sign" and self.token in ("[", "{", "(") and token not in _WORDS:
            self._container(name, depth)
        elif kind == "quoted":
            self._scalar("string", ViewWriter.text, name)
        elif token in ("binary", "date"):
            self._special(token)
        elif token in ("true", "false"):
            self._scalar("bool", ViewWriter.boolean, token == "true")
        elif token == "null":
            self.out.record("null")
            self.out.end()
        elif token in ("NaN", "Infinity"):
            self._scalar("double", ViewWriter.float64, float(token))
        else:
            raise BadText(f"`{token}` names a class; what it holds is missing")

    def _special(self, token: str) -> None:
        literal = self.next()[1]
        try:
            if token == "binary":
                self._scalar("binary", ViewWriter.binary, bytes.fromhex(json.loads(literal)))
            else:
                self._scalar("date", ViewWriter.integer, int(literal))
        except (ValueError, TypeError):
            raise BadText(f"`{token} {literal}`: hex digits in quotes, or milliseconds, are wanted") from None

    def _number(self, token: str) -> None:
        try:
            if token.endswith("L"):
                self._scalar("long", ViewWriter.integer, int(token[:-1]))
            elif re.fullmatch(r"-?\d+", token):
                self._scalar("int", ViewWriter.integer, int(token))
            else:
                self._scalar("double", ViewWriter.float64, float(token))
        except (ValueError, OverflowError):
            raise BadText(f"`{token}` is no number") from None

    def _scalar(self, word: str, write: Callable[[ViewWriter, _T], None], value: _T) -> None:
        self.out.record(word)
        self.out.field(1)
        write(self.out, value)
        self.out.end()

    def _container(self, name: str | None, depth: int) -> None:
        opened = self.next()[1]
        if opened not in ("[", "{", "("):
            raise BadText(f"a value is wanted before `{opened}{self.said[self.at : self.at + 20]}`")
        kind, closed = {"[": ("list", "]"), "{": ("map", "}"), "(": ("object", ")")}[opened]
        self.out.record(kind)
        if name is not None:
            self.out.field(1)
            self.out.text(name)
        self.out.field(2)
        count_at = self.out.offset + 1
        self.out.list(0)
        count = 0
        while self.token != closed or self.kind != "sign":
            if count:
                self.expect(",")
            self._part(kind, depth)
            count += 1
        self.next()
        self.out.data[count_at : count_at + 4] = g.U32.pack(count)
        self.out.end()

    def _part(self, kind: str, depth: int) -> None:
        if kind == "list":
            self.value(depth + 1)
            return
        self.out.record("entry" if kind == "map" else "field")
        self.out.field(1)
        if kind == "map":
            self.value(depth + 1)
            self.expect("=")
        else:
            word, token = self.next()
            if word not in ("name", "quoted"):
                raise BadText(f"the name of a field is wanted, not `{token}`")
            self.out.text(json.loads(token) if word == "quoted" else token)
            self.expect(":")
        self.out.field(2)
        self.value(depth + 1)
        self.out.end()

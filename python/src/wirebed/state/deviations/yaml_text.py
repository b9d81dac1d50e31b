"""Writes the texts of drafts so that YAML reads the same values back."""

import re
from collections.abc import Iterable

# What YAML reads.
Data = dict[str, "Data"] | list["Data"] | str | float | None
_WIDTH = 116
_WORDS = 160


def scalar(text: str) -> str:
    """A text as YAML: without quotes where it cannot be read as anything else."""
    if re.fullmatch(r"[A-Za-z_][\w./-]*", text, re.ASCII) and text.lower() not in _NOT_TEXTS:
        return text
    return _quoted(text)


def _quoted(text: str) -> str:
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    return '"' + "".join(char if char.isprintable() and char not in '"\\' else _escape(char) for char in text) + '"'


def _escape(char: str) -> str:
    number = ord(char)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


_NOT_TEXTS = ("null", "true", "false", "yes", "no", "on", "off", "y", "n")


def glob(name: str) -> str:
    """The glob that matches only this name or path."""
    return re.sub(r"[*?[]", r"[\g<0>]", name)


def flow(values: Iterable[str]) -> str:
    """A list on one line; a list of one element is written as that element."""
    spelled = [scalar(value) for value in values]
    return spelled[0] if len(spelled) == 1 else f"[{', '.join(spelled)}]"


def folded(key: str, values: Iterable[str], indent: str) -> list[str]:
    """`key: [a, b, …]`, wrapped into lines."""
    lines, line = [], f"{indent}{key}: ["
    for value in values:
        word = f"{scalar(value)}, "
        if len(line) + len(word) > _WIDTH and not line.endswith("["):
            lines.append(line.rstrip())
            line = f"{indent}  "
        line += word
    return [*lines, line.removesuffix(", ") + "]"]


def value(data: Data) -> str:
    """Any data in one line: a text always in quotes, so that it is not taken for a number."""
    if data is None:
        return "null"
    if isinstance(data, bool):
        return str(data).lower()
    if isinstance(data, float):
        return _REALS.get(repr(data)) or repr(data)
    if isinstance(data, list):
        return f"[{', '.join(map(value, data))}]"
    if isinstance(data, dict):
        return "{" + ", ".join(f"{_quoted(str(key))}: {value(item)}" for key, item in data.items()) + "}"
    return _quoted(data) if isinstance(data, str) else str(data)


_REALS = {"inf": ".inf", "-inf": "-.inf", "nan": ".nan"}


def comment(words: str) -> str:
    """The first line of a library's message as a comment: shortened, with unprintable characters escaped."""
    line = words.strip().splitlines()[0] if words.strip() else ""
    shown = "".join(char if char.isprintable() else _escape(char) for char in line)
    return shown if len(shown) <= _WORDS else f"{shown[:_WORDS]}…"

"""Looks up this repository's files and their headings, and .proto files: those of the repository and of protobuf."""

import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from forms import Citation

from wirebed.bed import ROOT


def wrong(citations: Iterable[Citation]) -> list[str]:
    """A line for each file that is not there, and for each place that is not in its file."""
    return [one.wrong(what) for one in citations for what in _wrong(one)]


def _wrong(one: Citation) -> list[str]:
    path = _path(one.source)
    if not path.is_file():
        return [f"there is no {one.source}"]
    if one.form == "proto":
        return _wrong_places(one, _read(path))
    if path.suffix == ".md" and not one.names:
        return ["the heading is missing"]
    return [f"there is no heading {name}" for name in one.names if not _has_heading(_read(path), name)]


def _path(source: str) -> Path:
    if not source.startswith("google/"):
        return ROOT / source
    return Path(str(resources.files("grpc_tools") / "_proto" / source))


def _has_heading(text: str, name: str) -> bool:
    """The whole heading, or what it has on one side of a colon: `What it is in raw bytes: raw` is also "raw"."""
    headings = re.findall(r"^#+ (.+?)\s*$", re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.M), re.MULTILINE)
    known = {each.lower() for one in headings for each in (one, *one.split(": "))}
    return name.strip('"').lower() in known


def _wrong_places(one: Citation, text: str) -> list[str]:
    said = re.sub(r"[\s/]+", " ", text)
    return [f"there is no {name}" for name in one.names if not _has_place(text, name)] + [
        f"it does not say {quote}" for quote in one.quotes if quote not in said
    ]


def _has_place(text: str, name: str) -> bool:
    """A heading in the comments, in quotes, or a message."""
    if name.startswith('"'):
        return re.search(rf"^ *//[ #]*{re.escape(name[1:-1])}$", text, re.MULTILINE) is not None
    return _has_message(text, name)


def _has_message(text: str, name: str) -> bool:
    """`Message`, or `Message.field` inside of its block."""
    message, _, field = name.partition(".")
    block = re.search(rf"^(?:message|enum) {message} \{{\n(.*?)^\}}", text, re.DOTALL | re.MULTILINE)
    return block is not None and (not field or re.search(rf"\b{field} = \d", block[1]) is not None)


@cache
def _read(path: Path) -> str:
    return path.read_text()
